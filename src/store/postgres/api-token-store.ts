// API tokens on PostgreSQL.
import type { ApiToken, PersonCaller } from '../../core/api-tokens/api-token.ts';
import type { ApiTokenStore } from '../../core/api-tokens/api-token-store.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import { requireProof, writeWithProof } from './session-proof.ts';
import { statement } from './statement.ts';

// The lock serializes inserts of one account's tokens: without it, a count would not see what other transactions insert
// meanwhile.
const COUNT = statement('select count(*) as count from api_tokens where account_id = $accountId');
const NEWEST = statement("select coalesce(max(id), '') as id from api_tokens where account_id = $accountId");
const INSERT = statement(`
  insert into api_tokens (id, account_id, name, token_hash, scopes, created_at, last_used_at, expires_at)
  values ($id, $accountId, $name, $tokenHash, $scopes, $createdAt, $lastUsedAt, $expiresAt)`);
const FIND_CALLER = statement(`
  select t.id as token_id, t.account_id, a.role, t.scopes, t.last_used_at,
    exists (select 1 from application_members m where m.account_id = a.id) as is_member
  from api_tokens t join accounts a on a.id = t.account_id
  where t.token_hash = $tokenHash and (t.expires_at is null or t.expires_at > $now) and a.disabled_at is null
    and a.leaving_since is null`);
const LIST_BY_ACCOUNT = statement('select * from api_tokens where account_id = $accountId order by id');
const REMOVE = statement('delete from api_tokens where id = $id');
const TOUCH = statement('update api_tokens set last_used_at = $now where id = $id');

export const createApiTokenStore = ({ read, write, transaction }: Postgres): ApiTokenStore => ({
  insert: (token, max, proof, newest, mail) =>
    transaction(async (run) => {
      const { accountId } = token;
      if ((await run(LOCK_ACCOUNT, { accountId })).count === 0) return 'gone';
      // After the account is locked: two transactions that both held the share lock of `requireProof` could not upgrade
      // it.
      await requireProof(run, proof);
      const [last] = newest === undefined ? [] : (await run<{ id: string }>(NEWEST, { accountId })).rows;
      if (last?.id !== newest) return 'changed';
      const [counted] = (await run<{ count: number }>(COUNT, { accountId })).rows;
      if ((counted?.count ?? 0) >= max) return 'too-many';
      await run(INSERT, token);
      await queueMail(run, mail);
      return 'created';
    }),
  findCaller: async (tokenHash, now) => (await read<PersonCaller>(FIND_CALLER, { tokenHash, now }))[0],
  listByAccount: async (accountId) => [...(await read<ApiToken>(LIST_BY_ACCOUNT, { accountId }))],
  remove: async (id, proof) => (await writeWithProof({ write, transaction }, proof, REMOVE, { id })).count === 1,
  touch: async (id, now) => {
    await write(TOUCH, { id, now });
  },
});
