// Events to applications on SQLite: the outbox of their deliveries, and what owners see of them. Triggers write the
// events (migrations/sqlite/0020_events.sql).
import type { ApplicationEvent } from '../../core/application-events/application-event.ts';
import type { EventDelivery } from '../../core/application-events/event-endpoint.ts';
import type { DueEvent, EventStore } from '../../core/application-events/event-store.ts';
import { createEventEndpoints } from './event-endpoints.ts';
import { prepareUnlinked } from './expired-rows.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { sendEvents } from './send-events.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/** Deliveries of one endpoint that one claim may hand out. */
const OF_ENDPOINT = 4;

/** The first due deliveries of an endpoint that wait for no earlier one of the same `sub`. */
const dueOf = (endpoint: string, limit: number) => `
  select x.id from event_deliveries x
  where x.endpoint_id = ${endpoint} and x.next_try_at <= $now and not exists (
    select 1 from event_deliveries earlier
    where earlier.endpoint_id = x.endpoint_id and earlier.sub = x.sub and earlier.sequence < x.sequence
      and earlier.ended_at is null)
  order by x.next_try_at, x.id limit ${limit}`;

// Endpoints with deliveries that wait, one after the other along the index.
const WAITING = `
  with recursive waiting (endpoint_id) as (
    select min(endpoint_id) from event_deliveries where next_try_at is not null
    union all
    select (select min(d.endpoint_id) from event_deliveries d
            where d.next_try_at is not null and d.endpoint_id > waiting.endpoint_id)
    from waiting where endpoint_id is not null)`;

// THE CLAIM: SQLite has one writer at a time, and it finds and claims the rows in one statement. It goes from endpoint
// to endpoint, so that a hundred thousand deliveries of one do not stand before those of another. Those with the fewest
// deliveries under way come first, those that fail last, and those that rest not at all.
const CLAIM = `${WAITING}
  update event_deliveries set next_try_at = $until, claimed = 1
  where id in (
    select d.id from waiting w left join event_endpoints p on p.id = w.endpoint_id
      join event_deliveries d on d.endpoint_id = w.endpoint_id and d.id in (${dueOf('w.endpoint_id', OF_ENDPOINT)})
    where w.endpoint_id not in (select value from json_each($busy)) and coalesce(p.rests_until, 0) <= $now
      and (p.failing_since is null or (
        d.id = (${dueOf('w.endpoint_id', 1)})
        and not exists (
          select 1 from event_deliveries o
          where o.endpoint_id = w.endpoint_id and o.claimed = 1 and o.next_try_at > $now)))
    order by p.failing_since is not null, (
      select count(*) from event_deliveries o
      where o.endpoint_id = w.endpoint_id and o.claimed = 1 and o.next_try_at > $now), d.next_try_at, d.id limit $limit)
  returning id`;

/** When the first delivery of the same `sub` is tried again; null: it is under way. */
const FIRST_OF_SUB = (delivery: string) => `(
  select iif(f.claimed = 1, null, f.next_try_at) from event_deliveries f
  where f.endpoint_id = ${delivery}.endpoint_id and f.sub = ${delivery}.sub and f.ended_at is null
  order by f.sequence limit 1)`;

const DEFER_BLOCKED = `${WAITING}
  update event_deliveries set next_try_at = ${FIRST_OF_SUB('event_deliveries')}
  where id in (
    select d.id from waiting w join event_endpoints p on p.id = w.endpoint_id
      join event_deliveries d on d.endpoint_id = w.endpoint_id and d.id in (
        select x.id from event_deliveries x
        where x.endpoint_id = w.endpoint_id and x.next_try_at <= $now order by x.next_try_at, x.id limit $limit)
    where p.failing_since is not null and d.claimed = 0 and ${FIRST_OF_SUB('d')} > $now)`;

const EVENT_COLUMNS = 'e.id, e.application_id, e.type, e.at, e.sequence, e.sub, e.data, e.part_of';

const CLAIMED = `
  select d.id, d.event_id, d.endpoint_id, d.tries, d.next_try_at as claimed_until, d.sub, d.sequence,
    e.type, coalesce(e.at, d.created_at) as at, coalesce(e.data, '{}') as data, e.part_of
  from event_deliveries d left join events e on e.id = d.event_id
  where d.id in (select value from json_each($ids)) order by d.created_at, d.id`;

const COUNT_DUE = `
  select count(*) as count from (select 1 from event_deliveries where next_try_at <= $now limit $limit)`;

const DAY_MS = 86_400_000;

// An endpoint that was not tried for a day starts to fail anew: only tries show that it still fails.
const FAILED = `
  update event_endpoints set failed_at = $at, rests_until = coalesce($restsUntil, rests_until),
    failing_since = iif(failing_since is null or failed_at < $at - ${DAY_MS}, iif($isLast, null, $at), failing_since)
  where id = $endpointId returning failing_since`;

export function createEventStore(sqlite: Sqlite): EventStore {
  return { ...createEventEndpoints(sqlite), ...deliverEvents(sqlite), ...readEvents(sqlite), ...sendEvents(sqlite) };
}

type Outbox = Pick<
  EventStore,
  | 'claim'
  | 'deferBlocked'
  | 'putBack'
  | 'remove'
  | 'countDue'
  | 'noteTry'
  | 'disable'
  | 'endUnlinked'
  | 'setEmailReleased'
>;

function deliverEvents({ writer: { connection, write }, reader }: Sqlite): Outbox {
  const claim = prepare<{ id: string }>(connection, CLAIM);
  const deferBlocked = prepare(connection, DEFER_BLOCKED);
  const claimed = prepare<DueEvent>(connection, CLAIMED, { data: 'json' });
  const putBack = prepare(
    connection,
    `update event_deliveries set next_try_at = $nextTryAt, tries = tries + 1, claimed = 0
     where id = $id and next_try_at = $claimedUntil`,
  );
  const end = prepare(
    connection,
    `update event_deliveries set next_try_at = null, claimed = 0, tries = tries + 1, ended_at = $at, failure = $failure,
       sub = null
     where id = $id and ended_at is null`,
  );
  const noteTry = prepare(
    connection,
    'update event_deliveries set last_status = $status, no_answer = $noAnswer, last_tried_at = $at where id = $id',
  );
  const succeeded = prepare(
    connection,
    `update event_endpoints set failing_since = null, failed_at = null, rests_until = null
     where id = $endpointId and failed_at is not null`,
  );
  const failed = prepare<{ failingSince: number | undefined }>(connection, FAILED);
  const disable = prepare(
    connection,
    `update event_endpoints set disabled_at = $now,
       missed_from = (select min(event_id) from event_deliveries where endpoint_id = $endpointId and ended_at is null)
     where id = $endpointId and disabled_at is null`,
  );
  const release = prepare(
    connection,
    "insert into event_rules (name) values ('unverified-email-released') on conflict do nothing",
  );
  const withhold = prepare(connection, "delete from event_rules where name = 'unverified-email-released'");
  const countDue = prepare<{ count: number }>(reader.connection, COUNT_DUE);
  const endUnlinked = prepareUnlinked({ connection });
  const queueMail = prepareQueueMail(connection);

  return {
    claim: (input) =>
      write(() => {
        const ids = claim.all(input).map(({ id }) => id);
        return ids.length === 0 ? [] : claimed.all({ ids });
      }),
    deferBlocked: (now, limit) => write(() => deferBlocked.run({ now, limit })),
    putBack: async ({ id, claimedUntil }, nextTryAt) => {
      await write(() => putBack.run({ id, claimedUntil, nextTryAt }));
    },
    remove: async ({ id }, { failure, at }) => {
      await write(() => end.run({ id, failure, at }));
    },
    countDue: (now, limit) => reader.read(() => countDue.get({ now, limit })?.count ?? 0),
    noteTry: ({ result, ...attempt }) =>
      write(() => {
        noteTry.run(attempt);
        if (result !== 'succeeded') return failed.get({ ...attempt, isLast: result === 'final' })?.failingSince;
        succeeded.run(attempt);
        return undefined;
      }),
    disable: (endpointId, now, mail) =>
      write(() => {
        if (disable.run({ endpointId, now }) === 0) return false;
        queueMail(mail);
        return true;
      }),
    endUnlinked: (limit) => write(() => endUnlinked(limit)),
    setEmailReleased: async (released) => {
      await write(() => (released ? release : withhold).run());
    },
  };
}

type Reads = Pick<EventStore, 'listDeliveries' | 'listEvents'>;

function readEvents({ reader: { connection, read } }: Sqlite): Reads {
  const listDeliveries = prepare<EventDelivery>(
    connection,
    `select d.id, d.event_id, e.type, d.created_at, d.tries, d.last_status, d.no_answer, d.last_tried_at,
       max(d.next_try_at, coalesce(p.rests_until, 0)) as next_try_at, d.ended_at, d.failure
     from event_deliveries d join events e on e.id = d.event_id left join event_endpoints p on p.id = d.endpoint_id
     where d.endpoint_id = $endpointId and d.id < coalesce($beforeId, 'g') order by d.id desc limit $limit`,
  );
  const listEvents = prepare<ApplicationEvent>(
    connection,
    `select ${EVENT_COLUMNS} from events e
     where e.application_id = $applicationId and e.id > $afterId and e.id < $untilId and e.type <> 'test'
     order by e.id limit $limit`,
  );
  return {
    listDeliveries: (page) => read(() => listDeliveries.all(page)),
    listEvents: (page) => read(() => listEvents.all(page)),
  };
}
