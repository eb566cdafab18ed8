// What a change of somebody's role ends, inside the statement that changes it (contract 29, 32).
import { isStaff, type Role } from '../../ground/accounts/account.ts';

/**
 * Whether the account's API tokens end: it may do less than before, and a later promotion must not bring them back.
 * Links to set a password end with every change, because whoever was shown one saw it for another role.
 */
export const endsApiTokens = (from: Role, to: Role): boolean => from !== to && from !== 'user' && to !== 'operator';

/** Whether the account may do more than before, of which every operator is told. */
export const isRaise = (from: Role, to: Role): boolean =>
  from !== to && from !== 'operator' && (from === 'user' || isStaff(to));
