// One-time links. Deleting the row spends a link: only one transaction can delete it. The account's row is locked
// before its links. Setup links, which have no account, are issued and redeemed under an advisory lock.

import type { Account } from '../../core/ground/accounts/account.ts';
import type { OneTimeLink } from '../../core/people/one-time-links/one-time-link.ts';
import type { OneTimeLinkStore } from '../../core/people/one-time-links/one-time-link-store.ts';
import { type Base, count, lock, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { insertAgreements } from './agreement-store.ts';
import { END_API_TOKENS } from './end-access.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { INSERT_ACCOUNT } from './insert-account.ts';
import { LOCK_ACCOUNT, SETUP_LOCK } from './locks.ts';
import { queueMail } from './queue-mail.ts';

export const ONE_TIME_LINKS = table('one_time_links', 'id', {
  text: 'id purpose account_id',
  bytes: 'token_hash',
  integer: 'created_at expires_at',
});

const FIND = statement('select * from one_time_links where token_hash = $tokenHash and expires_at > $now');

const removeOlder = (ofAccount: string) => `delete from one_time_links where purpose = $purpose and ${ofAccount}`;
// Each finds the links by an index.
const REMOVE_OLDER = statement({
  postgres: removeOlder('(account_id = $accountId or (account_id is null and $accountId::text is null))'),
  sqlite: removeOlder('account_id is $accountId'),
});
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

export const createOneTimeLinkStore = (base: Base): OneTimeLinkStore => ({
  issue: (link, by) =>
    base.write(
      function* () {
        yield* requireMayAct({ by, accountId: link.accountId, now: link.createdAt });
        yield* lock(LOCK_ACCOUNT, link);
        yield* count(REMOVE_OLDER, link);
        yield* count(INSERT, link);
      },
      link.accountId === undefined ? [SETUP_LOCK] : [],
    ),
  find: (tokenHash, now) => base.row<OneTimeLink>(FIND, { tokenHash, now }),
  redeemForOperator: ({ tokenHash, account, agreed = [], now }) =>
    base.write(
      function* () {
        if ((yield* count(LIVE_SETUP_LINK, { tokenHash, now })) === 0) return 'spent';
        if ((yield* count(SOME_OPERATOR)) > 0) return 'operator-exists';
        if ((yield* count(INSERT_ACCOUNT, account)) === 0) return 'email-taken';
        yield* insertAgreements({ accountId: account.id, agreed, now });
        yield* count(SPEND_SETUP_LINK, { tokenHash });
        return 'created';
      },
      [SETUP_LOCK],
    ),
  redeemForPassword: ({ tokenHash, passwordHash, mail, now }) =>
    base.write(function* () {
      if ((yield* count(LOCK_ACCOUNT_OF_LINK, { tokenHash, now })) === 0) return undefined;
      const spent = yield* row<{ accountId: string }>(SPEND_PASSWORD_LINK, { tokenHash, now });
      if (!spent) return undefined;
      const { accountId } = spent;
      yield* count(END_SESSIONS, { accountId, keepSessionId: undefined, now });
      yield* count(END_API_TOKENS, { accountId });
      yield* count(ACCEPT_CODES, { accountId });
      yield* queueMail(mail);
      return yield* row<Account>(SET_PASSWORD, { accountId, passwordHash });
    }),
});
