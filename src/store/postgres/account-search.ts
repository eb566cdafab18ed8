// Finds accounts for operators, on PostgreSQL (contract 29).
import type { Account } from '../../core/accounts/account.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import { partsOf, rangeOf, STATUS } from '../account-search.ts';
import { ListOf } from '../statement.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const IN_RANGE = 'email_key >= $from and email_key < $end and email_key <> $after order by email_key limit $limit';

export const SEARCH = statement(`select * from accounts where ${IN_RANGE}`);
// Compared and ordered by all columns of the index: with equations PostgreSQL thinks that half of all accounts have any
// role, and walks all of them in the order of their addresses.
const OF_INDEX = `(role, ${STATUS}, email_key)`;
export const SEARCH_PARTS = statement(`
  select a.*
  from unnest($roles::text[]) as r (role) cross join unnest($statuses::text[]) as s (status) cross join lateral (
    select * from accounts
    where ${OF_INDEX} >= (r.role collate "C", s.status, $from collate "C")
      and ${OF_INDEX} < (r.role collate "C", s.status, $end collate "C") and email_key <> $after
    order by role, ${STATUS}, email_key limit $limit
  ) a
  order by a.email_key limit $limit`);
// With `in`, PostgreSQL 15 walks all accounts in the order of their ids.
export const FIND_BY_SUB = statement(`
  select * from accounts where id = any (array(
    select account_id from connections where sub = $sub
    union select account_id from subjects where sub = $sub and account_id is not null))
  order by id limit $limit`);

export const searchAccounts = ({ read }: Postgres): Pick<AccountStore, 'search' | 'findBySub'> => ({
  search: async (page) => {
    const parts = partsOf(page);
    if (!parts) return [...(await read<Account>(SEARCH, rangeOf(page)))];
    const { roles, statuses } = parts;
    return [
      ...(await read<Account>(SEARCH_PARTS, {
        ...rangeOf(page),
        roles: new ListOf(roles),
        statuses: new ListOf(statuses),
      })),
    ];
  },
  findBySub: async (sub, limit) => [...(await read<Account>(FIND_BY_SUB, { sub, limit }))],
});
