// Accounts in doubt on SQLite (contract 21): what decides it, for every act that waits meanwhile.
import type { Database as Connection } from 'better-sqlite3';
import { AccountInDoubt, type ActingAccount } from '../../core/email-changes/doubt.ts';
import type { FormerEmail } from '../../core/email-changes/email-change.ts';
import { prepare } from './statement.ts';

/** The address that stood before, `f`, of an account in doubt. Takes `accountId` and `now`. */
const FORMER_OF_DOUBT = 'former_emails f where f.account_id = $accountId and f.expires_at > $now';

/** The key of the address that stands, for accounts `a`: while one is in doubt, of the one before. Takes `now`. */
export const STANDING_KEY = `coalesce((
  select f.email_key from former_emails f where f.account_id = a.id and f.expires_at > $now
  order by f.changed_at, f.id limit 1), a.email_key)`;

/** The function returns the address that stood before; undefined: the account is not in doubt. */
export function prepareFindDoubt(connection: Connection): (account: ActingAccount) => FormerEmail | undefined {
  const find = prepare<FormerEmail>(
    connection,
    `select f.* from ${FORMER_OF_DOUBT} order by f.changed_at, f.id limit 1`,
  );
  return ({ accountId, now }) => (accountId === undefined ? undefined : find.get({ accountId, now }));
}

/** @throws AccountInDoubt */
export function prepareRequireSettled(connection: Connection): (account: ActingAccount | undefined) => void {
  const findDoubt = prepareFindDoubt(connection);
  return (account) => {
    const former = account && findDoubt(account);
    if (former) throw new AccountInDoubt(former.expiresAt);
  };
}
