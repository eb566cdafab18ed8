// One-time links on SQLite. Deleting the row spends a link: only one transaction can delete it.

import type { Account } from '../../core/accounts/account.ts';
import type { OneTimeLink } from '../../core/one-time-links/one-time-link.ts';
import type { OneTimeLinkStore } from '../../core/one-time-links/one-time-link-store.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { INSERT_ACCOUNT } from './account-store.ts';
import { prepareInsertAgreements } from './agreement-store.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareQueueMail } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createOneTimeLinkStore({ writer, reader }: Sqlite): OneTimeLinkStore {
  const find = prepare<OneTimeLink>(
    reader.connection,
    'select * from one_time_links where token_hash = $tokenHash and expires_at > $now',
  );
  return {
    issue: issueLink(writer),
    find: (tokenHash, now) => reader.read(() => find.get({ tokenHash, now })),
    redeemForOperator: redeemForOperator(writer),
    redeemForPassword: redeemForPassword(writer),
  };
}

function issueLink({ connection, write }: Sqlite['writer']): OneTimeLinkStore['issue'] {
  const removeOlder = prepare(
    connection,
    'delete from one_time_links where purpose = $purpose and account_id is $accountId',
  );
  const insert = prepare(
    connection,
    `insert into one_time_links (id, token_hash, purpose, account_id, created_at, expires_at)
     values ($id, $tokenHash, $purpose, $accountId, $createdAt, $expiresAt)`,
  );
  const requireMayAct = prepareRequireMayAct(connection);
  return async (link, by) => {
    await write(() => {
      requireMayAct({ by, accountId: link.accountId, now: link.createdAt });
      removeOlder.run(link);
      insert.run(link);
    });
  };
}

function redeemForOperator({ connection, write }: Sqlite['writer']): OneTimeLinkStore['redeemForOperator'] {
  const live = prepare(
    connection,
    "select 1 from one_time_links where token_hash = $tokenHash and purpose = 'setup' and expires_at > $now",
  );
  const operator = prepare(connection, "select 1 from accounts where role = 'operator' limit 1");
  const insertAccount = prepare(connection, INSERT_ACCOUNT);
  const insertAgreements = prepareInsertAgreements(connection);
  const spend = prepare(connection, 'delete from one_time_links where token_hash = $tokenHash');

  return ({ tokenHash, account, agreed = [], now }) =>
    write(() => {
      if (!live.get({ tokenHash, now })) return 'spent';
      if (operator.get()) return 'operator-exists';
      if (insertAccount.run(account) === 0) return 'email-taken';
      insertAgreements({ accountId: account.id, agreed, now });
      spend.run({ tokenHash });
      return 'created';
    });
}

function redeemForPassword({ connection, write }: Sqlite['writer']): OneTimeLinkStore['redeemForPassword'] {
  const spend = prepare<{ accountId: string }>(
    connection,
    `delete from one_time_links where token_hash = $tokenHash and purpose = 'password' and expires_at > $now
       and exists (select 1 from accounts a where a.id = account_id and a.disabled_at is null)
     returning account_id`,
  );
  const setPassword = prepare<Account>(
    connection,
    `update accounts set password_hash = $passwordHash, sign_in_epoch = sign_in_epoch + 1,
       grant_epoch = grant_epoch + 1, device_epoch = device_epoch + 1
     where id = $accountId returning *`,
  );
  const endSessions = prepareEndSessions(connection);
  const acceptCodes = prepare(
    connection,
    'update one_time_codes set tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId',
  );
  const endApiTokens = prepare(connection, 'delete from api_tokens where account_id = $accountId');
  const queueMail = prepareQueueMail(connection);

  return ({ tokenHash, passwordHash, mail, now }) =>
    write(() => {
      const spent = spend.get({ tokenHash, now });
      if (!spent) return undefined;
      const { accountId } = spent;
      endSessions({ accountId, now });
      endApiTokens.run({ accountId });
      acceptCodes.run({ accountId });
      queueMail(mail);
      return setPassword.get({ accountId, passwordHash });
    });
}
