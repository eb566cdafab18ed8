// What a search of accounts reads on either database: ranges of indexes in the order of the addresses' keys.
import { ACCOUNT_STATUSES, type AccountStatus, ROLES, type Role } from '../core/accounts/account.ts';
import type { AccountSearchPage } from '../core/accounts/account-store.ts';

export type AccountRange = { from: string; end: string; after: string; limit: number };

/** After every text that begins with the prefix, in the order of bytes. */
const LAST = '\u{10FFFF}';

/** The first account of a page is found by its key, and the last of the page before is left out. */
export const rangeOf = ({ keyPrefix, afterKey, limit }: AccountSearchPage): AccountRange => ({
  from: afterKey ?? keyPrefix,
  end: `${keyPrefix}${LAST}`,
  after: afterKey ?? '',
  limit,
});

/** The status as the index has it, in the words of `statusOf`. */
export const STATUS =
  "(case when disabled_at is not null then 'disabled' when leaving_since is not null then 'leaving' else 'active' end)";

/**
 * Roles and statuses to read, each in a range of its own: then few accounts among many are found as fast as many.
 * Undefined: all, in one range.
 */
export function partsOf({
  role,
  status,
}: AccountSearchPage): { roles: readonly Role[]; statuses: readonly AccountStatus[] } | undefined {
  if (role === undefined && status === undefined) return undefined;
  return { roles: role ? [role] : ROLES, statuses: status ? [status] : ACCOUNT_STATUSES };
}
