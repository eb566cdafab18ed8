// Sends an event again, or a test (contract 60).
import type { EventStore } from '../../core/applications/application-events/event-store.ts';
import { type Base, count, type Intent, row } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const EVENTS = table('events', 'id', {
  text: 'id application_id sub type part_of',
  json: 'data',
  integer: 'at sequence',
});

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
// Not beside one that waits or is being tried.
const AGAIN = statement(`
  insert into event_deliveries (id, event_id, endpoint_id, sub, sequence, created_at, next_try_at)
  select $id, e.id, $endpointId, e.sub, e.sequence, $now::bigint, $now::bigint from events e
  where e.id = $eventId and e.application_id = $applicationId and not exists (
    select 1 from event_deliveries d
    where d.event_id = e.id and d.endpoint_id = $endpointId and d.ended_at is null)`);
const INSERT_TEST = statement(`
  insert into events (id, application_id, type, at, sequence, data)
  values ($eventId, $applicationId, 'test', $now, 0, '{}')`);

type Place = { endpointId: string; applicationId: string };

export const sendEvents = ({ write }: Base): Pick<EventStore, 'sendAgain' | 'sendTest'> => ({
  sendAgain: (input) =>
    write(function* () {
      const refused = yield* lockEndpoint(input);
      if (refused) return refused;
      if ((yield* count(IS_KNOWN, input)) === 0) return 'no-event';
      if ((yield* count(HURRY, input)) > 0) yield* count(HURRY_NEXT, input);
      else yield* count(AGAIN, input);
      return 'queued';
    }),
  sendTest: (input) =>
    write(function* () {
      const refused = yield* lockEndpoint(input);
      if (refused) return refused;
      yield* count(INSERT_TEST, input);
      yield* count(AGAIN, input);
      return 'queued';
    }),
});

/** @returns why nothing is sent to it */
function* lockEndpoint(place: Place): Intent<'no-endpoint' | 'disabled' | undefined> {
  const endpoint = yield* row<{ disabledAt: number | undefined }>(LOCK_ENDPOINT, place);
  if (!endpoint) return 'no-endpoint';
  return endpoint.disabledAt === undefined ? undefined : 'disabled';
}
