// Accounts in doubt (contract 21): what decides it, for every act that waits meanwhile.
import { AccountInDoubt, type ActingAccount } from '../../core/people/email-changes/doubt.ts';
import type { FormerEmail } from '../../core/people/email-changes/email-change.ts';
import { type Intent, lock, row } from '../intent.ts';
import { statement } from '../statement.ts';

/** The address that stood before, `f`, of an account in doubt. Takes `accountId` and `now`. */
const FORMER_OF_DOUBT = 'former_emails f where f.account_id = $accountId and f.expires_at > $now';

/** The key of the address that stands, for accounts `a`: while one is in doubt, of the one before. Takes `now`. */
export const STANDING_KEY = `coalesce((
  select f.email_key from former_emails f where f.account_id = a.id and f.expires_at > $now
  order by f.changed_at, f.id limit 1), a.email_key)`;

export const FIND_DOUBT = statement(`select f.* from ${FORMER_OF_DOUBT} order by f.changed_at, f.id limit 1`);
// A change that takes effect holds the row alone. So the act comes before it, or sees it.
const LOCK = statement('select 1 from accounts where id = $accountId for key share');

/** The address that stood before; undefined: the account, which the transaction has locked, is not in doubt. */
export const findDoubt = (account: { accountId: string; now: number }): Intent<FormerEmail | undefined> =>
  row<FormerEmail>(FIND_DOUBT, account);

/** The account stays locked until the end of the transaction. @throws AccountInDoubt */
export function* requireSettled(account: ActingAccount | undefined): Intent<void> {
  const { accountId, now } = account ?? {};
  if (accountId === undefined || now === undefined) return;
  yield* lock(LOCK, { accountId });
  const former = yield* findDoubt({ accountId, now });
  if (former) throw new AccountInDoubt(former.expiresAt);
}
