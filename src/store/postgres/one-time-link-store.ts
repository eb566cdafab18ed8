// One-time links on PostgreSQL. Deleting the row spends a link: only one transaction can delete it. The account's row
// is locked before its links. Setup links, which have no account, are issued and redeemed under an advisory lock.

import type { Account } from '../../core/accounts/account.ts';
import type { OneTimeLink } from '../../core/one-time-links/one-time-link.ts';
import type { OneTimeLinkStore } from '../../core/one-time-links/one-time-link-store.ts';
import type { Acting } from '../../core/operators/acting.ts';
import { requireMayAct } from './account-act.ts';
import { INSERT_ACCOUNT } from './account-store.ts';
import { insertAgreements } from './agreement-store.ts';
import { END_API_TOKENS, END_SESSIONS } from './end-access.ts';
import { LOCK_ACCOUNT, SETUP_LOCK } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import { statement } from './statement.ts';

const FIND = statement('select * from one_time_links where token_hash = $tokenHash and expires_at > $now');

const REMOVE_OLDER = statement(`
  delete from one_time_links
  where purpose = $purpose and (account_id = $accountId or (account_id is null and $accountId::text is null))`);
const INSERT = statement(`
  insert into one_time_links (id, token_hash, purpose, account_id, created_at, expires_at)
  values ($id, $tokenHash, $purpose, $accountId, $createdAt, $expiresAt)`);

const LIVE_SETUP_LINK = statement(`
  select 1 from one_time_links where token_hash = $tokenHash and purpose = 'setup' and expires_at > $now`);
const SOME_OPERATOR = statement("select 1 from accounts where role = 'operator' limit 1");
const SPEND_SETUP_LINK = statement('delete from one_time_links where token_hash = $tokenHash');

const LOCK_ACCOUNT_OF_LINK = statement(`
  select 1 from accounts where disabled_at is null and id = (
    select account_id from one_time_links
    where token_hash = $tokenHash and purpose = 'password' and expires_at > $now)
  for no key update`);
const SPEND_PASSWORD_LINK = statement(`
  delete from one_time_links where token_hash = $tokenHash and purpose = 'password' and expires_at > $now
  returning account_id`);
const ACCEPT_CODES = statement(
  'update one_time_codes set tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId',
);
const SET_PASSWORD = statement(`
  update accounts set password_hash = $passwordHash, sign_in_epoch = sign_in_epoch + 1,
    grant_epoch = grant_epoch + 1, device_epoch = device_epoch + 1
  where id = $accountId returning *`);

export const createOneTimeLinkStore = (postgres: Postgres): OneTimeLinkStore => ({
  issue: (link, by) => issueLink(postgres, link, by),
  find: async (tokenHash, now) => (await postgres.read<OneTimeLink>(FIND, { tokenHash, now }))[0],
  redeemForOperator: (input) => redeemForOperator(postgres, input),
  redeemForPassword: (input) => redeemForPassword(postgres, input),
});

const issueLink = ({ transaction }: Postgres, link: OneTimeLink, by: Acting | undefined): Promise<void> =>
  transaction(
    async (run) => {
      await requireMayAct(run, { by, accountId: link.accountId, now: link.createdAt });
      await run(LOCK_ACCOUNT, link);
      await run(REMOVE_OLDER, link);
      await run(INSERT, link);
    },
    link.accountId === undefined ? [SETUP_LOCK] : [],
  );

const redeemForOperator = (
  { transaction }: Postgres,
  { tokenHash, account, agreed = [], now }: Parameters<OneTimeLinkStore['redeemForOperator']>[0],
): ReturnType<OneTimeLinkStore['redeemForOperator']> =>
  transaction(
    async (run) => {
      if ((await run(LIVE_SETUP_LINK, { tokenHash, now })).count === 0) return 'spent';
      if ((await run(SOME_OPERATOR)).count > 0) return 'operator-exists';
      if ((await run(INSERT_ACCOUNT, account)).count === 0) return 'email-taken';
      await insertAgreements(run, { accountId: account.id, agreed, now });
      await run(SPEND_SETUP_LINK, { tokenHash });
      return 'created';
    },
    [SETUP_LOCK],
  );

const redeemForPassword = (
  { transaction }: Postgres,
  { tokenHash, passwordHash, mail, now }: Parameters<OneTimeLinkStore['redeemForPassword']>[0],
): ReturnType<OneTimeLinkStore['redeemForPassword']> =>
  transaction(async (run) => {
    if ((await run(LOCK_ACCOUNT_OF_LINK, { tokenHash, now })).count === 0) return undefined;
    const [spent] = (await run<{ accountId: string }>(SPEND_PASSWORD_LINK, { tokenHash, now })).rows;
    if (!spent) return undefined;
    const { accountId } = spent;
    await run(END_SESSIONS, { accountId, keepSessionId: undefined, now });
    await run(END_API_TOKENS, { accountId });
    await run(ACCEPT_CODES, { accountId });
    await queueMail(run, mail);
    return (await run<Account>(SET_PASSWORD, { accountId, passwordHash })).rows[0];
  });
