// Finds accounts for operators, on SQLite (contract 29).
import type { Account } from '../../core/accounts/account.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import { partsOf, rangeOf, STATUS } from '../account-search.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const IN_RANGE = 'email_key >= $from and email_key < $end and email_key <> $after order by email_key limit $limit';

export const SEARCH = `select * from accounts where ${IN_RANGE}`;
export const SEARCH_PART = `
  select * from accounts where role = $role and ${STATUS} = $status and ${IN_RANGE}`;
export const FIND_BY_SUB = `
  select * from accounts where id in (
    select account_id from connections where sub = $sub
    union select account_id from subjects where sub = $sub and account_id is not null)
  order by id limit $limit`;

export function searchAccounts({ connection, read }: Sqlite['reader']): Pick<AccountStore, 'search' | 'findBySub'> {
  const search = prepare<Account>(connection, SEARCH);
  const searchPart = prepare<Account>(connection, SEARCH_PART);
  const findBySub = prepare<Account>(connection, FIND_BY_SUB);
  return {
    search: (page) =>
      read(() => {
        const range = rangeOf(page);
        const parts = partsOf(page);
        if (!parts) return search.all(range);
        const found = parts.roles.flatMap((role) =>
          parts.statuses.flatMap((status) => searchPart.all({ ...range, role, status })),
        );
        return found.sort(byKey).slice(0, page.limit);
      }),
    findBySub: (sub, limit) => read(() => findBySub.all({ sub, limit })),
  };
}

/** As the database orders them. */
const byKey = (a: Account, b: Account): number => Buffer.compare(Buffer.from(a.emailKey), Buffer.from(b.emailKey));
