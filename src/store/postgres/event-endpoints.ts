// Event endpoints and their secrets on PostgreSQL. The row that they belong to is locked while they are counted.
import type { EndpointStore } from '../../core/application-events/endpoint-store.ts';
import type { EventEndpoint, EventSecret } from '../../core/application-events/event-endpoint.ts';
import type { Postgres } from './postgres.ts';
import { requireProof, writeWithProof } from './session-proof.ts';
import { statement } from './statement.ts';

const COLUMNS = 'id, application_id, url, types, created_at, disabled_at, missed_from, failing_since';

const LOCK_APPLICATION = statement('select 1 from applications where id = $applicationId for no key update');
const COUNT = statement('select count(*) as count from event_endpoints where application_id = $applicationId');
const NEWEST = statement(
  "select coalesce(max(id), '') as id from event_endpoints where application_id = $applicationId",
);
const INSERT = statement(`
  insert into event_endpoints (id, application_id, url, types, created_at, disabled_at)
  values ($id, $applicationId, $url, $types, $createdAt, $disabledAt)`);
const INSERT_SECRET = statement(
  'insert into event_secrets (id, endpoint_id, sealed, created_at) values ($id, $endpointId, $sealed, $createdAt)',
);
const UPDATE = statement(`
  update event_endpoints set url = $url, types = $types, disabled_at = $disabledAt::bigint,
    missed_from = case when $disabledAt::bigint is not null then missed_from end,
    failing_since = case when $disabledAt::bigint is not null then failing_since end,
    failed_at = case when $disabledAt::bigint is not null then failed_at end,
    rests_until = case when $disabledAt::bigint is not null then rests_until end
  where id = $id and application_id = $applicationId and url = $fromUrl and types::text = $fromTypes::text
    and disabled_at is not distinct from $fromDisabledAt::bigint`);
const REMOVE = statement('delete from event_endpoints where id = $id and application_id = $applicationId');
const LOCK_ENDPOINT = statement('select 1 from event_endpoints where id = $endpointId for no key update');
const COUNT_SECRETS = statement('select count(*) as count from event_secrets where endpoint_id = $endpointId');
const NEWEST_SECRET = statement(
  "select coalesce(max(id), '') as id from event_secrets where endpoint_id = $endpointId",
);
const REMOVE_OLDER = statement(`
  delete from event_secrets where endpoint_id = $endpointId
    and id < (select max(id) from event_secrets where endpoint_id = $endpointId)`);
const RESEAL = statement('update event_secrets set sealed = $to where id = $id and sealed = $from');
const LIST = statement(`select ${COLUMNS} from event_endpoints where application_id = $applicationId order by id`);
const FIND = statement(`select ${COLUMNS} from event_endpoints where id = $id`);
const LIST_SECRETS = statement(
  'select id, endpoint_id, sealed, created_at from event_secrets where endpoint_id = $endpointId order by id',
);
const LIST_SEALED = statement('select id, sealed from event_secrets where id > $afterId order by id limit $limit');

export const createEventEndpoints = ({ read, write, transaction }: Postgres): EndpointStore => ({
  insertEndpoint: (endpoint, secret, max, proof, newest) =>
    transaction(async (run) => {
      await requireProof(run, proof);
      const { applicationId } = endpoint;
      if ((await run(LOCK_APPLICATION, { applicationId })).count === 0) return 'no-application';
      const [last] = newest === undefined ? [] : (await run<{ id: string }>(NEWEST, { applicationId })).rows;
      if (last?.id !== newest) return 'changed';
      const [counted] = (await run<{ count: number }>(COUNT, { applicationId })).rows;
      if ((counted?.count ?? 0) >= max) return 'too-many';
      await run(INSERT, endpoint);
      await run(INSERT_SECRET, secret);
      return 'created';
    }),
  listEndpoints: async (applicationId) => [...(await read<EventEndpoint>(LIST, { applicationId }))],
  findEndpoint: async (id) => (await read<EventEndpoint>(FIND, { id }))[0],
  updateEndpoint: async (endpoint, from, proof) => {
    const { url: fromUrl, types: fromTypes, disabledAt: fromDisabledAt } = from;
    const values = { ...endpoint, fromUrl, fromTypes, fromDisabledAt };
    return (await writeWithProof({ write, transaction }, proof, UPDATE, values)).count === 1;
  },
  removeEndpoint: async (applicationId, id, proof) =>
    (await writeWithProof({ write, transaction }, proof, REMOVE, { applicationId, id })).count === 1,
  insertSecret: (secret, max, proof, newest) =>
    transaction(async (run) => {
      await requireProof(run, proof);
      const { endpointId } = secret;
      if ((await run(LOCK_ENDPOINT, { endpointId })).count === 0) return 'no-endpoint';
      const [last] = newest === undefined ? [] : (await run<{ id: string }>(NEWEST_SECRET, { endpointId })).rows;
      if (last?.id !== newest) return 'changed';
      const [counted] = (await run<{ count: number }>(COUNT_SECRETS, { endpointId })).rows;
      if ((counted?.count ?? 0) >= max) return 'too-many';
      await run(INSERT_SECRET, secret);
      return 'created';
    }),
  listSecrets: async (endpointId) => [...(await read<EventSecret>(LIST_SECRETS, { endpointId }))],
  removeOlderSecrets: async (endpointId, proof) =>
    (await writeWithProof({ write, transaction }, proof, REMOVE_OLDER, { endpointId })).count,
  listSealed: async (page) => [...(await read<Pick<EventSecret, 'id' | 'sealed'>>(LIST_SEALED, page))],
  reseal: async (id, from, to) => (await write(RESEAL, { id, from, to })).count === 1,
});
