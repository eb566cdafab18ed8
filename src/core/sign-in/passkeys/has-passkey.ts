// The passkeys that somebody can sign in with here: those of this server's relying party.
import type { Ports } from '../ports.ts';
import type { Passkey } from './passkey.ts';

export type PasskeyDeps = Pick<Ports, 'passkeys'> & { rules: Pick<Ports['rules'], 'passkeyRpId'> };

/** Oldest first; none where passkeys are not offered. */
export async function usablePasskeys({ passkeys, rules }: PasskeyDeps, accountId: string): Promise<readonly Passkey[]> {
  if (rules.passkeyRpId === undefined) return [];
  return (await passkeys.listByAccount(accountId)).filter(({ rpId }) => rpId === rules.passkeyRpId);
}

export const hasPasskey = async (deps: PasskeyDeps, accountId: string): Promise<boolean> =>
  (await usablePasskeys(deps, accountId)).length > 0;
