// Finds accounts for operators (contract 29): reads ranges of indexes in the order of the addresses' keys, however many
// accounts there are.
import { ACCOUNT_STATUSES, type Account, ROLES } from '../../core/ground/accounts/account.ts';
import type { AccountSearchPage, AccountStore } from '../../core/sign-in/accounts/account-store.ts';
import type { Base } from '../intent.ts';
import { ListOf, statement } from '../statement.ts';

/** The status as the index has it, in the words of `statusOf`. */
export const STATUS =
  "(case when disabled_at is not null then 'disabled' when leaving_since is not null then 'leaving' else 'active' end)";

const IN_RANGE = 'email_key >= $from and email_key < $end and email_key <> $after order by email_key limit $limit';

export const SEARCH = statement(`select * from accounts where ${IN_RANGE}`);
// Compared and ordered by all columns of the index: with equations PostgreSQL thinks that half of all accounts have any
// role, and walks all of them in the order of their addresses.
const OF_INDEX = `(role, ${STATUS}, email_key)`;
// Each role and status in a range of its own: then few accounts among many are found as fast as many.
export const SEARCH_PARTS = statement({
  postgres: `
    select a.*
    from unnest($roles::text[]) as r (role) cross join unnest($statuses::text[]) as s (status) cross join lateral (
      select * from accounts
      where ${OF_INDEX} >= (r.role collate "C", s.status, $from collate "C")
        and ${OF_INDEX} < (r.role collate "C", s.status, $end collate "C") and email_key <> $after
      order by role, ${STATUS}, email_key limit $limit
    ) a
    order by a.email_key limit $limit`,
  sqlite: `
    select a.* from json_each($roles) r cross join json_each($statuses) s cross join accounts a
    where a.id in (select id from accounts where role = r.value and ${STATUS} = s.value and ${IN_RANGE})
    order by a.email_key limit $limit`,
});
const accountsIn = (ids: (select: string) => string) => `
  select * from accounts where id ${ids(`
    select account_id from connections where sub = $sub
    union select account_id from subjects where sub = $sub and account_id is not null`)}
  order by id limit $limit`;
// With `in`, PostgreSQL 15 walks all accounts in the order of their ids.
export const FIND_BY_SUB = statement({
  postgres: accountsIn((select) => `= any (array(${select}))`),
  sqlite: accountsIn((select) => `in (${select})`),
});

/** After every text that begins with the prefix, in the order of bytes. */
const LAST = '\u{10FFFF}';

/** The first account of a page is found by its key, and the last of the page before is left out. */
const rangeOf = ({ keyPrefix, afterKey, limit }: AccountSearchPage) => ({
  from: afterKey ?? keyPrefix,
  end: `${keyPrefix}${LAST}`,
  after: afterKey ?? '',
  limit,
});

export const searchAccounts = ({ rows }: Base): Pick<AccountStore, 'search' | 'findBySub'> => ({
  search: (page) => {
    const { role, status } = page;
    const range = rangeOf(page);
    if (role === undefined && status === undefined) return rows<Account>(SEARCH, range);
    const roles = new ListOf(role ? [role] : ROLES);
    const statuses = new ListOf(status ? [status] : ACCOUNT_STATUSES);
    return rows<Account>(SEARCH_PARTS, { ...range, roles, statuses });
  },
  findBySub: (sub, limit) => rows<Account>(FIND_BY_SUB, { sub, limit }),
});
