// API tokens. Inserts of one account's tokens wait for each other at its row: without the lock, a count would not see
// what other transactions insert meanwhile.
import type { ApiToken, PersonCaller } from '../../core/applications/api-tokens/api-token.ts';
import type { ApiTokenStore } from '../../core/applications/api-tokens/api-token-store.ts';
import { type Base, count, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import { queueMail } from './queue-mail.ts';
import { changeWithProof, requireProof } from './session-proof.ts';

export const API_TOKENS = table('api_tokens', 'id', {
  text: 'id account_id name',
  bytes: 'token_hash',
  json: 'scopes',
  integer: 'created_at last_used_at expires_at',
});

const COUNT = statement('select count(*) as count from api_tokens where account_id = $accountId');
const NEWEST = statement("select coalesce(max(id), '') as id from api_tokens where account_id = $accountId");
const INSERT = statement(`
  insert into api_tokens (id, account_id, name, token_hash, scopes, created_at, last_used_at, expires_at)
  values ($id, $accountId, $name, $tokenHash, $scopes, $createdAt, $lastUsedAt, $expiresAt)`);
const FIND_CALLER = statement(
  `
  select t.id as token_id, t.account_id, a.role, t.scopes, t.last_used_at,
    exists (select 1 from application_members m where m.account_id = a.id) as is_member
  from api_tokens t join accounts a on a.id = t.account_id
  where t.token_hash = $tokenHash and (t.expires_at is null or t.expires_at > $now) and a.disabled_at is null
    and a.leaving_since is null`,
  { is_member: 'boolean' },
);
const LIST_BY_ACCOUNT = statement('select * from api_tokens where account_id = $accountId order by id');
const REMOVE = statement('delete from api_tokens where id = $id');
const TOUCH = statement('update api_tokens set last_used_at = $now where id = $id');

export const createApiTokenStore = (base: Base): ApiTokenStore => ({
  insert: (token, max, proof, newest, mail) =>
    base.write(function* () {
      const { accountId } = token;
      if ((yield* count(LOCK_ACCOUNT, { accountId })) === 0) return 'gone';
      // After the account is locked: two transactions that both held the share lock of `requireProof` could not upgrade
      // it.
      yield* requireProof(proof);
      const last = newest === undefined ? undefined : yield* row<{ id: string }>(NEWEST, { accountId });
      if (last?.id !== newest) return 'changed';
      const counted = yield* row<{ count: number }>(COUNT, { accountId });
      if ((counted?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT, token);
      yield* queueMail(mail);
      return 'created';
    }),
  findCaller: (tokenHash, now) => base.row<PersonCaller>(FIND_CALLER, { tokenHash, now }),
  listByAccount: (accountId) => base.rows<ApiToken>(LIST_BY_ACCOUNT, { accountId }),
  remove: async (id, proof) => (await changeWithProof(base, proof, REMOVE, { id })) === 1,
  touch: async (id, now) => {
    await base.change(TOUCH, { id, now });
  },
});
