// Sends an event again, or a test, on SQLite (contract 60).
import type { EventStore } from '../../core/application-events/event-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function sendEvents({ writer: { connection, write } }: Sqlite): Pick<EventStore, 'sendAgain' | 'sendTest'> {
  const endpointOf = prepare<{ disabledAt: number | undefined }>(
    connection,
    'select disabled_at from event_endpoints where id = $endpointId and application_id = $applicationId',
  );
  const hurry = prepare(
    connection,
    `update event_deliveries set next_try_at = min(next_try_at, $now)
     where endpoint_id = $endpointId and event_id = $eventId and ended_at is null and claimed = 0`,
  );
  const hurryNext = prepare(
    connection,
    `update event_deliveries set next_try_at = min(next_try_at, $now)
     where endpoint_id = $endpointId and ended_at is null and claimed = 0 and sub in (
       select sub from event_deliveries where endpoint_id = $endpointId and event_id = $eventId and ended_at is null)`,
  );
  // Not beside one that waits or is being tried.
  const again = prepare(
    connection,
    `insert into event_deliveries (id, event_id, endpoint_id, sub, sequence, created_at, next_try_at)
     select $id, e.id, $endpointId, e.sub, e.sequence, $now, $now from events e
     where e.id = $eventId and e.application_id = $applicationId and not exists (
       select 1 from event_deliveries d
       where d.event_id = e.id and d.endpoint_id = $endpointId and d.ended_at is null)`,
  );
  const isKnown = prepare(connection, 'select 1 from events where id = $eventId and application_id = $applicationId');
  const insertTest = prepare(
    connection,
    `insert into events (id, application_id, type, at, sequence, data)
     values ($eventId, $applicationId, 'test', $now, 0, '{}')`,
  );
  const whyNot = (place: { endpointId: string; applicationId: string }): 'no-endpoint' | 'disabled' | undefined => {
    const endpoint = endpointOf.get(place);
    if (!endpoint) return 'no-endpoint';
    return endpoint.disabledAt === undefined ? undefined : 'disabled';
  };
  return {
    sendAgain: (input) =>
      write(() => {
        const refused = whyNot(input);
        if (refused) return refused;
        if (!isKnown.get(input)) return 'no-event';
        if (hurry.run(input) > 0) hurryNext.run(input);
        else again.run(input);
        return 'queued';
      }),
    sendTest: (input) =>
      write(() => {
        const refused = whyNot(input);
        if (refused) return refused;
        insertTest.run(input);
        again.run(input);
        return 'queued';
      }),
  };
}
