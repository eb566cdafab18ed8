// A user becomes an owner of applications by their own decision, where the operator lets them (contract 2,
// `LATCHKEY_OPEN_OWNERSHIP`).
import type { Ports } from '../ports.ts';
import type { Account } from './account.ts';

export type Ownership =
  | { kind: 'owner' }
  /** The operator has not opened it: somebody else must give the role. */
  | { kind: 'closed' };

/** Owners and operators stay what they are, also those who became it since `account` was read. @throws Unavailable */
export async function becomeOwner(
  deps: Pick<Ports, 'accounts' | 'clock' | 'rules'>,
  account: Pick<Account, 'id' | 'role'>,
): Promise<Ownership> {
  if (account.role !== 'user') return { kind: 'owner' };
  if (!deps.rules.openOwnership) return { kind: 'closed' };
  await deps.accounts.setRole(account.id, 'owner', deps.clock.now(), 'user');
  return { kind: 'owner' };
}
