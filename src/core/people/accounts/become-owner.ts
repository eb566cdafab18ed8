// A user becomes an owner of applications without an operator, where the operator allows it (contract 2,
// `LATCHKEY_OPEN_OWNERSHIP`).

import { type Account, mayOwnApplications } from '../../ground/accounts/account.ts';
import { AccountInDoubt } from '../email-changes/doubt.ts';
import type { Ports } from '../ports.ts';

export type Ownership =
  | { kind: 'owner' }
  /** The operator does not allow it, or the account is one of support: somebody else must assign the role. */
  | { kind: 'closed' }
  /** The account is in doubt until then, and gets no role meanwhile. */
  | { kind: 'in-doubt'; until: number };

/** Owners and operators keep their role, also if they got it after `account` was read. @throws Unavailable */
export async function becomeOwner(
  deps: Pick<Ports, 'accounts' | 'clock' | 'rules'>,
  account: Pick<Account, 'id' | 'role'>,
): Promise<Ownership> {
  if (mayOwnApplications(account.role)) return { kind: 'owner' };
  if (account.role !== 'user' || !deps.rules.openOwnership) return { kind: 'closed' };
  try {
    await deps.accounts.setRole(account.id, 'owner', deps.clock.now(), 'user');
    return { kind: 'owner' };
  } catch (error) {
    if (error instanceof AccountInDoubt) return { kind: 'in-doubt', until: error.until };
    throw error;
  }
}
