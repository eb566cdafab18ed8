// What counts as a second factor: one-time codes, or a passkey, which is two factors in one (contract 23, 24).
import { hasPasskey, type PasskeyDeps } from '../passkeys/has-passkey.ts';
import type { Ports } from '../ports.ts';

export const hasFactor = async (deps: PasskeyDeps & Pick<Ports, 'factors'>, accountId: string): Promise<boolean> =>
  (await deps.factors.find(accountId)) !== undefined || hasPasskey(deps, accountId);
