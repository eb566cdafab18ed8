// API tokens on SQLite.
import type { Role } from '../../core/accounts/account.ts';
import type { ApiToken } from '../../core/accounts/api-token.ts';
import type { ApiTokenStore } from '../../core/accounts/api-token-store.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

type Row = {
  id: string;
  account_id: string;
  name: string;
  token_hash: Buffer;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
};
type CallerRow = { id: string; account_id: string; role: Role; is_member: number; last_used_at: number | null };

export function createApiTokenStore({ writer, reader }: Sqlite): ApiTokenStore {
  const insert = writer.connection.prepare<[Row]>(`
    insert into api_tokens (id, account_id, name, token_hash, created_at, last_used_at, expires_at)
    select $id, id, $name, $token_hash, $created_at, $last_used_at, $expires_at from accounts where id = $account_id`);
  const countOf = writer.connection
    .prepare<[string], number>('select count(*) from api_tokens where account_id = ?')
    .pluck();
  const newestOf = writer.connection
    .prepare<[string], string>("select coalesce(max(id), '') from api_tokens where account_id = ?")
    .pluck();
  const touch = writer.connection.prepare('update api_tokens set last_used_at = ? where id = ?');
  const remove = writer.connection.prepare('delete from api_tokens where id = ?');
  const findCaller = reader.connection.prepare<[Buffer, number], CallerRow>(`
    select t.id, t.account_id, a.role, t.last_used_at,
      exists (select 1 from application_members m where m.account_id = a.id) as is_member
    from api_tokens t join accounts a on a.id = t.account_id
    where t.token_hash = ? and (t.expires_at is null or t.expires_at > ?) and a.disabled_at is null`);
  const listByAccount = reader.connection.prepare<[string], Row>(
    'select * from api_tokens where account_id = ? order by id',
  );

  const requireProof = prepareRequireProof(writer.connection);

  return {
    insert: (token, most, proof, newest) =>
      writer.write(() => {
        requireProof(proof);
        if (newest !== undefined && newestOf.get(token.accountId) !== newest) return 'changed';
        if ((countOf.get(token.accountId) ?? 0) >= most) return 'too-many';
        return insert.run(rowOf(token)).changes === 1 ? 'created' : 'gone';
      }),
    findCaller: (tokenHash, now) =>
      reader.read(() => {
        const row = findCaller.get(tokenHash, now);
        if (!row) return undefined;
        const { id, account_id, role, is_member, last_used_at } = row;
        const isMember = is_member === 1;
        return { tokenId: id, accountId: account_id, role, isMember, lastUsedAt: last_used_at ?? undefined };
      }),
    listByAccount: (accountId) => reader.read(() => listByAccount.all(accountId).map(tokenOf)),
    remove: (id, proof) =>
      writer.write(() => {
        requireProof(proof);
        return remove.run(id).changes === 1;
      }),
    touch: async (id, now) => {
      await writer.write(() => touch.run(now, id));
    },
  };
}

const tokenOf = (row: Row): ApiToken => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  tokenHash: row.token_hash,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
});

const rowOf = (token: ApiToken): Row => ({
  id: token.id,
  account_id: token.accountId,
  name: token.name,
  token_hash: token.tokenHash,
  created_at: token.createdAt,
  last_used_at: token.lastUsedAt ?? null,
  expires_at: token.expiresAt ?? null,
});
