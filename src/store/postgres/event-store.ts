// Events to applications on PostgreSQL: the outbox of their deliveries, and what owners see of them. Triggers write the
// events (migrations/postgres/0020_events.sql).
import type { ApplicationEvent } from '../../core/application-events/application-event.ts';
import type { EventDelivery } from '../../core/application-events/event-endpoint.ts';
import type { DueEvent, EventStore } from '../../core/application-events/event-store.ts';
import { createEventEndpoints } from './event-endpoints.ts';
import { endUnlinked } from './expired-rows.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import { sendEvents } from './send-events.ts';
import { statement } from './statement.ts';

/** Deliveries of one endpoint that one claim may hand out. */
const OF_ENDPOINT = 4;

// Endpoints with deliveries that wait, one after the other along the index.
const WAITING = `
  with recursive waiting (endpoint_id) as (
    (select endpoint_id from event_deliveries where next_try_at is not null and endpoint_id > ''
     order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from event_deliveries d
            where d.next_try_at is not null and d.endpoint_id > waiting.endpoint_id order by d.endpoint_id limit 1)
    from waiting where endpoint_id is not null
  )`;

// THE CLAIM: rows that another process is claiming at this moment are locked, and skipped. It goes from endpoint to
// endpoint, so that a hundred thousand deliveries of one do not stand before those of another. Of an endpoint it takes
// the first due ones that wait for no earlier one of the same `sub`. Endpoints with the fewest deliveries under way
// come first, those that fail last, and those that rest not at all. Before the table is analyzed, PostgreSQL would make
// `not exists` a join of all deliveries with each other, and sort them all for `is null`, which it takes for rare
// (decision 54).
const CLAIM = statement(`${WAITING}, free as (
    select w.endpoint_id, p.failing_since is not null as is_failing, (
      select count(*) from event_deliveries o
      where o.endpoint_id = w.endpoint_id and o.claimed and o.next_try_at > $now::bigint) as in_hand
    from waiting w left join event_endpoints p on p.id = w.endpoint_id
    where w.endpoint_id is not null and w.endpoint_id not in (select json_array_elements_text($busy::json))
      and coalesce(p.rests_until, 0) <= $now::bigint
  ), picked as (
    select due.id from free f cross join lateral (
      select x.id, x.next_try_at from event_deliveries x
      where x.endpoint_id = f.endpoint_id and x.next_try_at <= $now::bigint and coalesce((
        select 1 from event_deliveries earlier
        where earlier.endpoint_id = x.endpoint_id and earlier.sub = x.sub and earlier.sequence < x.sequence
          and earlier.ended_at is null limit 1), 0) <> 1
      order by x.next_try_at limit case when f.is_failing then 1 else ${OF_ENDPOINT} end) due
    where not (f.is_failing and f.in_hand > 0)
    order by f.is_failing, f.in_hand, due.next_try_at, due.id limit $limit
  ), locked as (
    select d.id from event_deliveries d join picked on picked.id = d.id
    where d.next_try_at <= $now::bigint for update of d skip locked
  ), claimed as (
    update event_deliveries d set next_try_at = $until::bigint, claimed = true from locked where d.id = locked.id
    returning d.*
  )
  select d.id, d.event_id, d.endpoint_id, d.tries, d.sub, d.sequence,
    e.type, coalesce(e.at, d.created_at) as at, coalesce(e.data, '{}') as data, e.part_of
  from claimed d left join events e on e.id = d.event_id order by d.created_at, d.id`);

// The first delivery of the same `sub` says when the others are due, unless it is under way.
const DEFER_BLOCKED = statement(`${WAITING}, seen as (
    select due.* from waiting w join event_endpoints p on p.id = w.endpoint_id cross join lateral (
      select x.id, x.endpoint_id, x.sub from event_deliveries x
      where x.endpoint_id = w.endpoint_id and x.next_try_at <= $now::bigint and not x.claimed
      order by x.next_try_at limit $limit) due
    where p.failing_since is not null
  ), blocked as (
    select s.id, (
      select case when not f.claimed then f.next_try_at end from event_deliveries f
      where f.endpoint_id = s.endpoint_id and f.sub = s.sub and f.ended_at is null
      order by f.sequence limit 1) as due_at
    from seen s
  ), locked as (
    select d.id, blocked.due_at from event_deliveries d join blocked on blocked.id = d.id
    where blocked.due_at > $now::bigint and d.next_try_at <= $now::bigint and not d.claimed
    for update of d skip locked
  )
  update event_deliveries d set next_try_at = locked.due_at from locked where d.id = locked.id`);

const PUT_BACK = statement(`
  update event_deliveries set next_try_at = $nextTryAt, tries = tries + 1, claimed = false
  where id = $id and next_try_at = $claimedUntil`);
// With `is null` PostgreSQL could read the whole index of those that are not done.
const END = statement(`
  update event_deliveries set next_try_at = null, claimed = false, tries = tries + 1, ended_at = $at, failure = $failure,
    sub = null
  where id = $id and coalesce(ended_at, 0) = 0`);
const COUNT_DUE = statement(
  'select count(*) as count from (select 1 from event_deliveries where next_try_at <= $now limit $limit) as due',
);

const NOTE_TRY = statement(
  'update event_deliveries set last_status = $status, no_answer = $noAnswer, last_tried_at = $at where id = $id',
);
const SUCCEEDED = statement(`
  update event_endpoints set failing_since = null, failed_at = null, rests_until = null
  where id = $endpointId and failed_at is not null`);
const DAY_MS = 86_400_000;
// An endpoint that was not tried for a day starts to fail anew: only tries show that it still fails.
const FAILED = statement(`
  update event_endpoints set failed_at = $at::bigint, rests_until = coalesce($restsUntil::bigint, rests_until),
    failing_since = case
      when failing_since is not null and failed_at >= $at::bigint - ${DAY_MS} then failing_since
      when not $isLast::boolean then $at::bigint end
  where id = $endpointId returning failing_since`);
const DISABLE = statement(`
  update event_endpoints set disabled_at = $now,
    missed_from = (select min(event_id) from event_deliveries where endpoint_id = $endpointId and ended_at is null)
  where id = $endpointId and disabled_at is null`);
const RELEASE = statement("insert into event_rules (name) values ('unverified-email-released') on conflict do nothing");
const WITHHOLD = statement("delete from event_rules where name = 'unverified-email-released'");

export const createEventStore = (postgres: Postgres): EventStore => ({
  ...createEventEndpoints(postgres),
  ...deliverEvents(postgres),
  ...readEvents(postgres),
  ...sendEvents(postgres),
});

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

const deliverEvents = (postgres: Postgres): Outbox => {
  const { read, write, transaction } = postgres;
  const end = endUnlinked(postgres);
  return {
    claim: async (claimed) => {
      const { rows } = await write<Omit<DueEvent, 'claimedUntil'>>(CLAIM, claimed);
      return rows.map((row) => ({ ...row, claimedUntil: claimed.until }));
    },
    deferBlocked: async (now, limit) => (await write(DEFER_BLOCKED, { now, limit })).count,
    putBack: async ({ id, claimedUntil }, nextTryAt) => {
      await write(PUT_BACK, { id, claimedUntil, nextTryAt });
    },
    remove: async ({ id }, { failure, at }) => {
      await write(END, { id, failure, at });
    },
    countDue: async (now, limit) => (await read<{ count: number }>(COUNT_DUE, { now, limit }))[0]?.count ?? 0,
    noteTry: ({ id, endpointId, status, noAnswer, at, restsUntil, result }) =>
      transaction(async (run) => {
        await run(NOTE_TRY, { id, status, noAnswer, at });
        if (result === 'succeeded') {
          await run(SUCCEEDED, { endpointId });
          return undefined;
        }
        const { rows } = await run<{ failingSince: number | undefined }>(FAILED, {
          endpointId,
          at,
          restsUntil,
          isLast: result === 'final',
        });
        return rows[0]?.failingSince;
      }),
    disable: (endpointId, now, mail) =>
      transaction(async (run) => {
        if ((await run(DISABLE, { endpointId, now })).count === 0) return false;
        await queueMail(run, mail);
        return true;
      }),
    endUnlinked: (limit) => end(0, limit),
    setEmailReleased: async (released) => {
      await write(released ? RELEASE : WITHHOLD, {});
    },
  };
};

const LIST_DELIVERIES = statement(`
  select d.id, d.event_id, e.type, d.created_at, d.tries, d.last_status, d.no_answer, d.last_tried_at,
    case when d.next_try_at is not null then greatest(d.next_try_at, p.rests_until) end as next_try_at, d.ended_at,
    d.failure
  from event_deliveries d join events e on e.id = d.event_id left join event_endpoints p on p.id = d.endpoint_id
  where d.endpoint_id = $endpointId and d.id < coalesce($beforeId, 'g') order by d.id desc limit $limit`);
const LIST_EVENTS = statement(`
  select e.id, e.application_id, e.type, e.at, e.sequence, e.sub, e.data, e.part_of from events e
  where e.application_id = $applicationId and e.id > $afterId and e.id < $untilId and e.type <> 'test'
  order by e.id limit $limit`);

const readEvents = ({ read }: Postgres): Pick<EventStore, 'listDeliveries' | 'listEvents'> => ({
  listDeliveries: async (page) => [...(await read<EventDelivery>(LIST_DELIVERIES, page))],
  listEvents: async (page) => [...(await read<ApplicationEvent>(LIST_EVENTS, page))],
});
