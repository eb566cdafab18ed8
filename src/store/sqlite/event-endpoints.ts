// Event endpoints and their secrets on SQLite.
import type { EndpointStore } from '../../core/application-events/endpoint-store.ts';
import type { EventEndpoint, EventSecret } from '../../core/application-events/event-endpoint.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const COLUMNS = 'id, application_id, url, types, created_at, disabled_at, missed_from, failing_since';

export function createEventEndpoints({ writer: { connection, write }, reader }: Sqlite): EndpointStore {
  const applicationOf = prepare(connection, 'select 1 from applications where id = $applicationId');
  const count = prepare<{ count: number }>(
    connection,
    'select count(*) as count from event_endpoints where application_id = $applicationId',
  );
  const newestOf = prepare<{ id: string }>(
    connection,
    "select coalesce(max(id), '') as id from event_endpoints where application_id = $applicationId",
  );
  const insert = prepare(
    connection,
    `insert into event_endpoints (id, application_id, url, types, created_at, disabled_at)
     values ($id, $applicationId, $url, $types, $createdAt, $disabledAt)`,
  );
  const insertSecret = prepare(
    connection,
    'insert into event_secrets (id, endpoint_id, sealed, created_at) values ($id, $endpointId, $sealed, $createdAt)',
  );
  const update = prepare(
    connection,
    `update event_endpoints set url = $url, types = $types, disabled_at = $disabledAt,
       missed_from = iif($disabledAt is null, null, missed_from),
       failing_since = iif($disabledAt is null, null, failing_since),
       failed_at = iif($disabledAt is null, null, failed_at),
       rests_until = iif($disabledAt is null, null, rests_until)
     where id = $id and application_id = $applicationId
       and url = $fromUrl and types = $fromTypes and disabled_at is $fromDisabledAt`,
  );
  const remove = prepare(connection, 'delete from event_endpoints where id = $id and application_id = $applicationId');
  const endpointOf = prepare(connection, 'select 1 from event_endpoints where id = $endpointId');
  const countSecrets = prepare<{ count: number }>(
    connection,
    'select count(*) as count from event_secrets where endpoint_id = $endpointId',
  );
  const newestSecretOf = prepare<{ id: string }>(
    connection,
    "select coalesce(max(id), '') as id from event_secrets where endpoint_id = $endpointId",
  );
  const removeOlder = prepare(
    connection,
    `delete from event_secrets where endpoint_id = $endpointId
       and id < (select max(id) from event_secrets where endpoint_id = $endpointId)`,
  );
  const reseal = prepare(connection, 'update event_secrets set sealed = $to where id = $id and sealed = $from');
  const list = prepare<EventEndpoint>(
    reader.connection,
    `select ${COLUMNS} from event_endpoints where application_id = $applicationId order by id`,
  );
  const find = prepare<EventEndpoint>(reader.connection, `select ${COLUMNS} from event_endpoints where id = $id`);
  const listSecrets = prepare<EventSecret>(
    reader.connection,
    'select id, endpoint_id, sealed, created_at from event_secrets where endpoint_id = $endpointId order by id',
  );
  const listSealed = prepare<Pick<EventSecret, 'id' | 'sealed'>>(
    reader.connection,
    'select id, sealed from event_secrets where id > $afterId order by id limit $limit',
  );
  const requireProof = prepareRequireProof(connection);

  return {
    insertEndpoint: (endpoint, secret, max, proof, newest) =>
      write(() => {
        requireProof(proof);
        if (!applicationOf.get(endpoint)) return 'no-application';
        if (newest !== undefined && newestOf.get(endpoint)?.id !== newest) return 'changed';
        if ((count.get(endpoint)?.count ?? 0) >= max) return 'too-many';
        insert.run(endpoint);
        insertSecret.run(secret);
        return 'created';
      }),
    listEndpoints: (applicationId) => reader.read(() => list.all({ applicationId })),
    findEndpoint: (id) => reader.read(() => find.get({ id })),
    updateEndpoint: (endpoint, from, proof) =>
      write(() => {
        requireProof(proof);
        const { url: fromUrl, types: fromTypes, disabledAt: fromDisabledAt } = from;
        return update.run({ ...endpoint, fromUrl, fromTypes, fromDisabledAt }) === 1;
      }),
    removeEndpoint: (applicationId, id, proof) =>
      write(() => {
        requireProof(proof);
        return remove.run({ applicationId, id }) === 1;
      }),
    insertSecret: (secret, max, proof, newest) =>
      write(() => {
        requireProof(proof);
        if (!endpointOf.get(secret)) return 'no-endpoint';
        if (newest !== undefined && newestSecretOf.get(secret)?.id !== newest) return 'changed';
        if ((countSecrets.get(secret)?.count ?? 0) >= max) return 'too-many';
        insertSecret.run(secret);
        return 'created';
      }),
    listSecrets: (endpointId) => reader.read(() => listSecrets.all({ endpointId })),
    removeOlderSecrets: (endpointId, proof) =>
      write(() => {
        requireProof(proof);
        return removeOlder.run({ endpointId });
      }),
    listSealed: (page) => reader.read(() => listSealed.all(page)),
    reseal: (id, from, to) => write(() => reseal.run({ id, from, to }) === 1),
  };
}
