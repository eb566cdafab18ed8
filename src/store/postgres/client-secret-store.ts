// Client secrets on PostgreSQL. The application's row is locked while its secrets are counted.
import type { ClientSecret } from '../../core/client-secrets/client-secret.ts';
import type { ClientSecretStore } from '../../core/client-secrets/client-secret-store.ts';
import type { Postgres } from './postgres.ts';
import { requireProof, writeWithProof } from './session-proof.ts';
import { statement } from './statement.ts';

const LIST = statement('select * from client_secrets where application_id = $applicationId order by id');
const REMOVE = statement('delete from client_secrets where id = $id and application_id = $applicationId');
const REMOVE_ALL = statement('delete from client_secrets where application_id = $applicationId');
const TOUCH = statement('update client_secrets set last_used_at = $now where id = $id');

const LOCK_APPLICATION = statement('select 1 from applications where id = $applicationId for no key update');
// A statement of its own: a statement that waits for a lock still sees other tables as they were before it waited.
const HAS_WEB_ENTRY = statement(`
  select exists (select 1 from platforms where application_id = $applicationId and platform = 'Web') as has_web_entry`);
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

export const createClientSecretStore = ({ read, write, transaction }: Postgres): ClientSecretStore => ({
  insert: (secret, maxLive, now, proof, newest) =>
    transaction(async (run) => {
      await requireProof(run, proof);
      const { applicationId } = secret;
      if ((await run(LOCK_APPLICATION, { applicationId })).count === 0) return 'no-application';
      const [found] = (await run<{ hasWebEntry: boolean }>(HAS_WEB_ENTRY, { applicationId })).rows;
      if (!found?.hasWebEntry) return 'no-web-entry';
      const [last] = newest === undefined ? [] : (await run<{ id: string }>(NEWEST, { applicationId })).rows;
      if (last?.id !== newest) return 'changed';
      const [count] = (await run<{ live: number }>(COUNT_LIVE, { applicationId, now })).rows;
      if (!count || count.live >= maxLive) return 'too-many';
      await run(INSERT, secret);
      await run(REQUIRE_FROM_FIRST, { applicationId, now });
      return 'created';
    }),
  list: async (applicationId) => [...(await read<ClientSecret>(LIST, { applicationId }))],
  remove: async (applicationId, id, proof) =>
    (await writeWithProof({ write, transaction }, proof, REMOVE, { applicationId, id })).count === 1,
  removeAll: async (applicationId) => {
    await write(REMOVE_ALL, { applicationId });
  },
  touch: async (id, now) => {
    await write(TOUCH, { id, now });
  },
});
