// One-time links on SQLite. A link is spent by deleting its row, and whoever deleted it has spent it.
import type { LinkPurpose, OneTimeLink } from '../../core/accounts/one-time-link.ts';
import type { OneTimeLinkStore } from '../../core/accounts/one-time-link-store.ts';
import { type AccountRow, accountOf, accountRow, INSERT_ACCOUNT } from './account-row.ts';
import { prepareEndSessions } from './end-sessions.ts';
import type { Sqlite } from './sqlite.ts';

type Row = {
  id: string;
  token_hash: Buffer;
  purpose: LinkPurpose;
  account_id: string | null;
  created_at: number;
  expires_at: number;
};

export function createOneTimeLinkStore({ writer, reader }: Sqlite): OneTimeLinkStore {
  const find = reader.connection.prepare<[Buffer, number], Row>(
    'select * from one_time_links where token_hash = ? and expires_at > ?',
  );
  return {
    issue: issueLink(writer),
    find: (tokenHash, now) =>
      reader.read(() => {
        const row = find.get(tokenHash, now);
        return row && linkOf(row);
      }),
    redeemForOperator: redeemForOperator(writer),
    redeemForPassword: redeemForPassword(writer),
  };
}

function issueLink({ connection, write }: Sqlite['writer']): OneTimeLinkStore['issue'] {
  const removeOlder = connection.prepare('delete from one_time_links where purpose = ? and account_id is ?');
  const insert = connection.prepare<[Row]>(`
    insert into one_time_links (id, token_hash, purpose, account_id, created_at, expires_at)
    values ($id, $token_hash, $purpose, $account_id, $created_at, $expires_at)`);
  return async (link) => {
    await write(() => {
      const row = rowOf(link);
      removeOlder.run(row.purpose, row.account_id);
      insert.run(row);
    });
  };
}

function redeemForOperator({ connection, write }: Sqlite['writer']): OneTimeLinkStore['redeemForOperator'] {
  const live = connection
    .prepare<[Buffer, number]>(
      "select 1 from one_time_links where token_hash = ? and purpose = 'setup' and expires_at > ?",
    )
    .pluck();
  const operator = connection.prepare("select 1 from accounts where role = 'operator' limit 1").pluck();
  const insertAccount = connection.prepare<[AccountRow]>(INSERT_ACCOUNT);
  const spend = connection.prepare<[Buffer]>('delete from one_time_links where token_hash = ?');

  return ({ tokenHash, account, now }) =>
    write(() => {
      if (live.get(tokenHash, now) === undefined) return 'spent';
      if (operator.get() !== undefined) return 'operator-exists';
      if (insertAccount.run(accountRow(account)).changes === 0) return 'email-taken';
      spend.run(tokenHash);
      return 'created';
    });
}

function redeemForPassword({ connection, write }: Sqlite['writer']): OneTimeLinkStore['redeemForPassword'] {
  const spend = connection
    .prepare<[Buffer, number], string>(`
      delete from one_time_links where token_hash = ? and purpose = 'password' and expires_at > ?
        and exists (select 1 from accounts a where a.id = account_id and a.disabled_at is null)
      returning account_id`)
    .pluck();
  const setPassword = connection.prepare<[string, string], AccountRow>(`
    update accounts set password_hash = ?, sign_in_epoch = sign_in_epoch + 1, grant_epoch = grant_epoch + 1
    where id = ? returning *`);
  const endSessions = prepareEndSessions(connection);
  const endApiTokens = connection.prepare('delete from api_tokens where account_id = ?');

  return ({ tokenHash, passwordHash, now }) =>
    write(() => {
      const accountId = spend.get(tokenHash, now);
      if (accountId === undefined) return undefined;
      endSessions({ accountId, now });
      endApiTokens.run(accountId);
      const row = setPassword.get(passwordHash, accountId);
      return row && accountOf(row);
    });
}

const linkOf = (row: Row): OneTimeLink => ({
  id: row.id,
  tokenHash: row.token_hash,
  purpose: row.purpose,
  accountId: row.account_id ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const rowOf = (link: OneTimeLink): Row => ({
  id: link.id,
  token_hash: link.tokenHash,
  purpose: link.purpose,
  account_id: link.accountId ?? null,
  created_at: link.createdAt,
  expires_at: link.expiresAt,
});
