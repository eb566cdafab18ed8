// Event endpoints and their secrets. The row that they belong to is locked while they are counted.
import type { EndpointStore } from '../../core/applications/application-events/endpoint-store.ts';
import type { EventEndpoint, EventSecret } from '../../core/applications/application-events/event-endpoint.ts';
import { type Base, count, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { LOCK_APPLICATION } from './locks.ts';
import { changeWithProof, requireProof } from './session-proof.ts';

export const EVENT_ENDPOINTS = table('event_endpoints', 'id', {
  text: 'id application_id url missed_from',
  json: 'types',
  integer: 'created_at disabled_at failing_since failed_at rests_until',
});
export const EVENT_SECRETS = table('event_secrets', 'id', {
  text: 'id endpoint_id',
  bytes: 'sealed',
  integer: 'created_at',
});

const COLUMNS = 'id, application_id, url, types, created_at, disabled_at, missed_from, failing_since';

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

export const createEventEndpoints = (base: Base): EndpointStore => ({
  insertEndpoint: (endpoint, secret, max, proof, newest) =>
    base.write(function* () {
      yield* requireProof(proof);
      const { applicationId } = endpoint;
      if ((yield* count(LOCK_APPLICATION, { applicationId })) === 0) return 'no-application';
      const last = newest === undefined ? undefined : yield* row<{ id: string }>(NEWEST, { applicationId });
      if (last?.id !== newest) return 'changed';
      const counted = yield* row<{ count: number }>(COUNT, { applicationId });
      if ((counted?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT, endpoint);
      yield* count(INSERT_SECRET, secret);
      return 'created';
    }),
  listEndpoints: (applicationId) => base.rows<EventEndpoint>(LIST, { applicationId }),
  findEndpoint: (id) => base.row<EventEndpoint>(FIND, { id }),
  updateEndpoint: async (endpoint, from, proof) => {
    const { url: fromUrl, types: fromTypes, disabledAt: fromDisabledAt } = from;
    return (await changeWithProof(base, proof, UPDATE, { ...endpoint, fromUrl, fromTypes, fromDisabledAt })) === 1;
  },
  removeEndpoint: async (applicationId, id, proof) =>
    (await changeWithProof(base, proof, REMOVE, { applicationId, id })) === 1,
  insertSecret: (secret, max, proof, newest) =>
    base.write(function* () {
      yield* requireProof(proof);
      const { endpointId } = secret;
      if ((yield* count(LOCK_ENDPOINT, { endpointId })) === 0) return 'no-endpoint';
      const last = newest === undefined ? undefined : yield* row<{ id: string }>(NEWEST_SECRET, { endpointId });
      if (last?.id !== newest) return 'changed';
      const counted = yield* row<{ count: number }>(COUNT_SECRETS, { endpointId });
      if ((counted?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT_SECRET, secret);
      return 'created';
    }),
  listSecrets: (endpointId) => base.rows<EventSecret>(LIST_SECRETS, { endpointId }),
  removeOlderSecrets: (endpointId, proof) => changeWithProof(base, proof, REMOVE_OLDER, { endpointId }),
  listSealed: (page) => base.rows<Pick<EventSecret, 'id' | 'sealed'>>(LIST_SEALED, page),
  reseal: async (id, from, to) => (await base.change(RESEAL, { id, from, to })) === 1,
});
