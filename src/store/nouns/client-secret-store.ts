// Client secrets. The application's row is locked while its secrets are counted.
import type { ClientSecret } from '../../core/applications/client-secrets/client-secret.ts';
import type { ClientSecretStore } from '../../core/applications/client-secrets/client-secret-store.ts';
import { type Base, count, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { LOCK_APPLICATION } from './locks.ts';
import { changeWithProof, requireProof } from './session-proof.ts';

export const CLIENT_SECRETS = table('client_secrets', 'id', {
  text: 'id application_id',
  bytes: 'secret_hash',
  integer: 'created_at last_used_at expires_at',
});

const LIST = statement('select * from client_secrets where application_id = $applicationId order by id');
const REMOVE = statement('delete from client_secrets where id = $id and application_id = $applicationId');
const REMOVE_ALL = statement('delete from client_secrets where application_id = $applicationId');
const TOUCH = statement('update client_secrets set last_used_at = $now where id = $id');

// A statement of its own: a statement that waits for a lock still sees other tables as they were before it waited.
const WEB_ENTRY = statement(
  "select 1 from platforms where application_id = $applicationId and platform = 'Web' limit 1",
);
const COUNT_LIVE = statement(`
  select count(*) as live from client_secrets
  where application_id = $applicationId and (expires_at is null or expires_at > $now)`);
const NEWEST = statement(
  "select coalesce(max(id), '') as id from client_secrets where application_id = $applicationId",
);
const INSERT = statement(`
  insert into client_secrets (id, application_id, secret_hash, created_at, last_used_at, expires_at)
  values ($id, $applicationId, $secretHash, $createdAt, $lastUsedAt, $expiresAt)`);
const REQUIRE_FROM_FIRST = statement(`
  update applications set client_secret_required = true, had_client_secret = true, updated_at = $now, version = version + 1
  where id = $applicationId and not had_client_secret`);

export const createClientSecretStore = (base: Base): ClientSecretStore => ({
  insert: (secret, maxLive, now, proof, newest) =>
    base.write(function* () {
      yield* requireProof(proof);
      const { applicationId } = secret;
      if ((yield* count(LOCK_APPLICATION, { applicationId })) === 0) return 'no-application';
      if ((yield* count(WEB_ENTRY, { applicationId })) === 0) return 'no-web-entry';
      const last = newest === undefined ? undefined : yield* row<{ id: string }>(NEWEST, { applicationId });
      if (last?.id !== newest) return 'changed';
      const counted = yield* row<{ live: number }>(COUNT_LIVE, { applicationId, now });
      if (!counted || counted.live >= maxLive) return 'too-many';
      yield* count(INSERT, secret);
      yield* count(REQUIRE_FROM_FIRST, { applicationId, now });
      return 'created';
    }),
  list: (applicationId) => base.rows<ClientSecret>(LIST, { applicationId }),
  remove: async (applicationId, id, proof) => (await changeWithProof(base, proof, REMOVE, { applicationId, id })) === 1,
  removeAll: async (applicationId) => {
    await base.change(REMOVE_ALL, { applicationId });
  },
  touch: async (id, now) => {
    await base.change(TOUCH, { id, now });
  },
});
