// API tokens on SQLite.
import type { ApiToken, PersonCaller } from '../../core/api-tokens/api-token.ts';
import type { ApiTokenStore } from '../../core/api-tokens/api-token-store.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createApiTokenStore({ writer, reader }: Sqlite): ApiTokenStore {
  const { connection, write } = writer;
  const insert = prepare(
    connection,
    `insert into api_tokens (id, account_id, name, token_hash, scopes, created_at, last_used_at, expires_at)
     select $id, id, $name, $tokenHash, $scopes, $createdAt, $lastUsedAt, $expiresAt from accounts where id = $accountId`,
  );
  const countOf = prepare<{ count: number }>(
    connection,
    'select count(*) as count from api_tokens where account_id = $accountId',
  );
  const newestOf = prepare<{ id: string }>(
    connection,
    "select coalesce(max(id), '') as id from api_tokens where account_id = $accountId",
  );
  const touch = prepare(connection, 'update api_tokens set last_used_at = $now where id = $id');
  const remove = prepare(connection, 'delete from api_tokens where id = $id');
  const findCaller = prepare<PersonCaller>(
    reader.connection,
    `select t.id as token_id, t.account_id, a.role, t.scopes, t.last_used_at,
       exists (select 1 from application_members m where m.account_id = a.id) as is_member
     from api_tokens t join accounts a on a.id = t.account_id
     where t.token_hash = $tokenHash and (t.expires_at is null or t.expires_at > $now) and a.disabled_at is null
    and a.leaving_since is null`,
    { is_member: 'boolean' },
  );
  const listByAccount = prepare<ApiToken>(
    reader.connection,
    'select * from api_tokens where account_id = $accountId order by id',
  );

  const requireProof = prepareRequireProof(connection);
  const queueMail = prepareQueueMail(connection);

  return {
    insert: (token, max, proof, newest, mail) =>
      write(() => {
        requireProof(proof);
        if (newest !== undefined && newestOf.get(token)?.id !== newest) return 'changed';
        if ((countOf.get(token)?.count ?? 0) >= max) return 'too-many';
        if (insert.run(token) === 0) return 'gone';
        queueMail(mail);
        return 'created';
      }),
    findCaller: (tokenHash, now) => reader.read(() => findCaller.get({ tokenHash, now })),
    listByAccount: (accountId) => reader.read(() => listByAccount.all({ accountId })),
    remove: (id, proof) =>
      write(() => {
        requireProof(proof);
        return remove.run({ id }) === 1;
      }),
    touch: async (id, now) => {
      await write(() => touch.run({ id, now }));
    },
  };
}
