// Client secrets on SQLite.
import type { ClientSecret } from '../../core/client-secrets/client-secret.ts';
import type { ClientSecretStore } from '../../core/client-secrets/client-secret-store.ts';
import { prepareRequireProof, type RequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createClientSecretStore({ writer, reader }: Sqlite): ClientSecretStore {
  const { connection, write } = writer;
  const list = prepare<ClientSecret>(
    reader.connection,
    'select * from client_secrets where application_id = $applicationId order by id',
  );
  const remove = prepare(connection, 'delete from client_secrets where id = $id and application_id = $applicationId');
  const removeAll = prepare(connection, 'delete from client_secrets where application_id = $applicationId');
  const touch = prepare(connection, 'update client_secrets set last_used_at = $now where id = $id');

  const requireProof = prepareRequireProof(connection);

  return {
    insert: insertSecret(writer, requireProof),
    list: (applicationId) => reader.read(() => list.all({ applicationId })),
    remove: (applicationId, id, proof) =>
      write(() => {
        requireProof(proof);
        return remove.run({ applicationId, id }) === 1;
      }),
    removeAll: async (applicationId) => {
      await write(() => removeAll.run({ applicationId }));
    },
    touch: async (id, now) => {
      await write(() => touch.run({ id, now }));
    },
  };
}

function insertSecret(
  { connection, write }: Sqlite['writer'],
  requireProof: RequireProof,
): ClientSecretStore['insert'] {
  const application = prepare<{ hasWebEntry: boolean }>(
    connection,
    `select exists (select 1 from platforms p where p.application_id = a.id and p.platform = 'Web') as has_web_entry
     from applications a where a.id = $applicationId`,
    { has_web_entry: 'boolean' },
  );
  const countLive = prepare<{ count: number }>(
    connection,
    `select count(*) as count from client_secrets
     where application_id = $applicationId and (expires_at is null or expires_at > $now)`,
  );
  const newestOf = prepare<{ id: string }>(
    connection,
    "select coalesce(max(id), '') as id from client_secrets where application_id = $applicationId",
  );
  const insert = prepare(
    connection,
    `insert into client_secrets (id, application_id, secret_hash, created_at, last_used_at, expires_at)
     values ($id, $applicationId, $secretHash, $createdAt, $lastUsedAt, $expiresAt)`,
  );
  const requireFromFirst = prepare(
    connection,
    `update applications set client_secret_required = 1, had_client_secret = 1, updated_at = $now, version = version + 1
     where id = $applicationId and had_client_secret = 0`,
  );

  return (secret, maxLive, now, proof, newest) =>
    write(() => {
      requireProof(proof);
      const { applicationId } = secret;
      const found = application.get({ applicationId });
      if (!found) return 'no-application';
      if (!found.hasWebEntry) return 'no-web-entry';
      if (newest !== undefined && newestOf.get({ applicationId })?.id !== newest) return 'changed';
      if ((countLive.get({ applicationId, now })?.count ?? 0) >= maxLive) return 'too-many';
      insert.run(secret);
      requireFromFirst.run({ applicationId, now });
      return 'created';
    });
}
