// Client secrets on SQLite.
import type { ClientSecret } from '../../core/applications/client-secret.ts';
import type { ClientSecretStore } from '../../core/applications/client-secret-store.ts';
import { prepareRequireProof, type RequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

type Row = {
  id: string;
  application_id: string;
  secret_hash: Buffer;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
};

export function createClientSecretStore({ writer, reader }: Sqlite): ClientSecretStore {
  const list = reader.connection.prepare<[string], Row>(
    'select * from client_secrets where application_id = ? order by id',
  );
  const remove = writer.connection.prepare('delete from client_secrets where id = ? and application_id = ?');
  const removeAll = writer.connection.prepare('delete from client_secrets where application_id = ?');
  const touch = writer.connection.prepare('update client_secrets set last_used_at = ? where id = ?');

  const requireProof = prepareRequireProof(writer.connection);

  return {
    insert: insertSecret(writer, requireProof),
    list: (applicationId) => reader.read(() => list.all(applicationId).map(secretOf)),
    remove: (applicationId, id, proof) =>
      writer.write(() => {
        requireProof(proof);
        return remove.run(id, applicationId).changes === 1;
      }),
    removeAll: async (applicationId) => {
      await writer.write(() => removeAll.run(applicationId));
    },
    touch: async (id, now) => {
      await writer.write(() => touch.run(now, id));
    },
  };
}

function insertSecret(
  { connection, write }: Sqlite['writer'],
  requireProof: RequireProof,
): ClientSecretStore['insert'] {
  const application = connection
    .prepare<[string], number>(
      `select exists (select 1 from platforms p where p.application_id = a.id and p.platform = 'Web')
       from applications a where a.id = ?`,
    )
    .pluck();
  const countLive = connection
    .prepare<[string, number], number>(
      'select count(*) from client_secrets where application_id = ? and (expires_at is null or expires_at > ?)',
    )
    .pluck();
  const newestOf = connection
    .prepare<[string], string>("select coalesce(max(id), '') from client_secrets where application_id = ?")
    .pluck();
  const insert = connection.prepare<[Row]>(`
    insert into client_secrets (id, application_id, secret_hash, created_at, last_used_at, expires_at)
    values ($id, $application_id, $secret_hash, $created_at, $last_used_at, $expires_at)`);
  const requireFromFirst = connection.prepare(`
    update applications set client_secret_required = 1, had_client_secret = 1, updated_at = ?, version = version + 1
    where id = ? and had_client_secret = 0`);

  return (secret, maxLive, now, proof, newest) =>
    write(() => {
      requireProof(proof);
      const hasWebEntry = application.get(secret.applicationId);
      if (hasWebEntry === undefined) return 'no-application';
      if (hasWebEntry === 0) return 'no-web-entry';
      if (newest !== undefined && newestOf.get(secret.applicationId) !== newest) return 'changed';
      if ((countLive.get(secret.applicationId, now) ?? 0) >= maxLive) return 'too-many';
      insert.run(rowOf(secret));
      requireFromFirst.run(now, secret.applicationId);
      return 'created';
    });
}

const secretOf = (row: Row): ClientSecret => ({
  id: row.id,
  applicationId: row.application_id,
  secretHash: row.secret_hash,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
});

const rowOf = (secret: ClientSecret): Row => ({
  id: secret.id,
  application_id: secret.applicationId,
  secret_hash: secret.secretHash,
  created_at: secret.createdAt,
  last_used_at: secret.lastUsedAt ?? null,
  expires_at: secret.expiresAt ?? null,
});
