// Sends an event again, or a test, on PostgreSQL (contract 60).
import type { EventStore } from '../../core/application-events/event-store.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

// Whoever sends to an endpoint waits for whoever does at the same moment, and then sees what they wrote.
const LOCK_ENDPOINT = statement(`
  select disabled_at from event_endpoints where id = $endpointId and application_id = $applicationId
  for no key update`);
const IS_KNOWN = statement('select 1 from events where id = $eventId and application_id = $applicationId');
const HURRY = statement(`
  update event_deliveries set next_try_at = least(next_try_at, $now)
  where endpoint_id = $endpointId and event_id = $eventId and ended_at is null and not claimed`);
const HURRY_NEXT = statement(`
  update event_deliveries set next_try_at = least(next_try_at, $now)
  where endpoint_id = $endpointId and ended_at is null and not claimed and sub in (
    select sub from event_deliveries where event_id = $eventId and endpoint_id = $endpointId and ended_at is null)`);
const AGAIN = statement(`
  insert into event_deliveries (id, event_id, endpoint_id, sub, sequence, created_at, next_try_at)
  select $id, e.id, $endpointId, e.sub, e.sequence, $now::bigint, $now::bigint from events e
  where e.id = $eventId and e.application_id = $applicationId and not exists (
    select 1 from event_deliveries d
    where d.event_id = e.id and d.endpoint_id = $endpointId and d.ended_at is null)`);
const INSERT_TEST = statement(`
  insert into events (id, application_id, type, at, sequence, data)
  values ($eventId, $applicationId, 'test', $now, 0, '{}')`);

export const sendEvents = ({ transaction }: Postgres): Pick<EventStore, 'sendAgain' | 'sendTest'> => ({
  sendAgain: ({ id, applicationId, endpointId, eventId, now }) =>
    transaction(async (run) => {
      const refused = await lockEndpoint(run, { endpointId, applicationId });
      if (refused) return refused;
      if ((await run(IS_KNOWN, { eventId, applicationId })).rows.length === 0) return 'no-event';
      if ((await run(HURRY, { endpointId, eventId, now })).count > 0) {
        await run(HURRY_NEXT, { endpointId, eventId, now });
      } else await run(AGAIN, { id, applicationId, endpointId, eventId, now });
      return 'queued';
    }),
  sendTest: ({ id, applicationId, endpointId, eventId, now }) =>
    transaction(async (run) => {
      const refused = await lockEndpoint(run, { endpointId, applicationId });
      if (refused) return refused;
      await run(INSERT_TEST, { eventId, applicationId, now });
      await run(AGAIN, { id, applicationId, endpointId, eventId, now });
      return 'queued';
    }),
});

/** @returns why nothing is sent to it */
async function lockEndpoint(
  run: Run,
  place: { endpointId: string; applicationId: string },
): Promise<'no-endpoint' | 'disabled' | undefined> {
  const [endpoint] = (await run<{ disabledAt: number | undefined }>(LOCK_ENDPOINT, place)).rows;
  if (!endpoint) return 'no-endpoint';
  return endpoint.disabledAt === undefined ? undefined : 'disabled';
}
