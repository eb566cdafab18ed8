// Forms that ask for the password themselves ask an account with a second factor to confirm first (contract 25): the
// password alone is then not enough.

import { isConfirmed } from '../../ground/acts/session-proof.ts';
import { hasPasskey } from '../passkeys/has-passkey.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from '../sessions/session.ts';
import { isBoundByPolicy } from './second-factor-policy.ts';

export type MustConfirmDeps = Pick<Ports, 'factors' | 'passkeys' | 'members' | 'rules' | 'clock'>;

/**
 * Whether the account is asked for more than its password at sign-in, and the person has not lately confirmed in this
 * session who they are. A passkey beside a password is asked for where policy demands a second factor.
 */
export async function mustConfirmFactor(deps: MustConfirmDeps, { account, session }: SignedIn): Promise<boolean> {
  if (isConfirmed(session, deps.clock.now())) return false;
  if ((await deps.factors.find(account.id)) !== undefined) return true;
  return (await isBoundByPolicy(deps, account)) && hasPasskey(deps, account.id);
}
