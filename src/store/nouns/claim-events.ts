// Claims due deliveries of events, and puts off those that wait behind one that fails. Each goes from endpoint to
// endpoint, so that a hundred thousand deliveries of one do not stand before those of another. Two texts each: another
// process of PostgreSQL may be claiming a row at this moment, which is skipped, and its planner has to be led; SQLite
// has one writer, which finds and claims the rows in one statement.
import { statement } from '../statement.ts';

/** Deliveries of one endpoint that one claim may hand out. */
const OF_ENDPOINT = 4;

// Endpoints with deliveries that wait, one after the other along the index.
const WAITING_POSTGRES = `
  with recursive waiting (endpoint_id) as (
    (select endpoint_id from event_deliveries where next_try_at is not null and endpoint_id > ''
     order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from event_deliveries d
            where d.next_try_at is not null and d.endpoint_id > waiting.endpoint_id order by d.endpoint_id limit 1)
    from waiting where endpoint_id is not null
  )`;
const WAITING_SQLITE = `
  with recursive waiting (endpoint_id) as (
    select min(endpoint_id) from event_deliveries where next_try_at is not null
    union all
    select (select min(d.endpoint_id) from event_deliveries d
            where d.next_try_at is not null and d.endpoint_id > waiting.endpoint_id)
    from waiting where endpoint_id is not null)`;

/** On SQLite: the first due deliveries of an endpoint that wait for no earlier one of the same `sub`. */
const dueOf = (endpoint: string, limit: number) => `
  select x.id from event_deliveries x
  where x.endpoint_id = ${endpoint} and x.next_try_at <= $now and not exists (
    select 1 from event_deliveries earlier
    where earlier.endpoint_id = x.endpoint_id and earlier.sub = x.sub and earlier.sequence < x.sequence
      and earlier.ended_at is null)
  order by x.next_try_at, x.id limit ${limit}`;

/** On SQLite, of the event of the delivery that is claimed; null: it is gone with its application. */
const ofEvent = (column: string) => `(select e.${column} from events e where e.id = event_deliveries.event_id)`;

// Of an endpoint it takes the first due ones that wait for no earlier one of the same `sub`. Endpoints with the fewest
// deliveries under way come first, those that fail last, and those that rest not at all. Before the table is analyzed,
// PostgreSQL would make `not exists` a join of all deliveries with each other, and sort them all for `is null`, which
// it takes for rare (decision 54).
export const CLAIM = statement(
  {
    postgres: `${WAITING_POSTGRES}, free as (
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
  select d.id, d.event_id, d.endpoint_id, d.tries, d.sub, d.sequence, d.created_at,
    e.type, coalesce(e.at, d.created_at) as at, coalesce(e.data, '{}') as data, e.part_of
  from claimed d left join events e on e.id = d.event_id`,
    sqlite: `${WAITING_SQLITE}
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
  returning id, event_id, endpoint_id, tries, sub, sequence, created_at, ${ofEvent('type')} as type,
    coalesce(${ofEvent('at')}, created_at) as at, coalesce(${ofEvent('data')}, '{}') as data,
    ${ofEvent('part_of')} as part_of`,
  },
  { data: 'json' },
);

/** On SQLite: when the first delivery of the same `sub` is tried again; null: it is under way. */
const FIRST_OF_SUB = (delivery: string) => `(
  select iif(f.claimed = 1, null, f.next_try_at) from event_deliveries f
  where f.endpoint_id = ${delivery}.endpoint_id and f.sub = ${delivery}.sub and f.ended_at is null
  order by f.sequence limit 1)`;

// The first delivery of the same `sub` says when the others are due, unless it is under way.
export const DEFER_BLOCKED = statement({
  postgres: `${WAITING_POSTGRES}, seen as (
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
  update event_deliveries d set next_try_at = locked.due_at from locked where d.id = locked.id`,
  sqlite: `${WAITING_SQLITE}
  update event_deliveries set next_try_at = ${FIRST_OF_SUB('event_deliveries')}
  where id in (
    select d.id from waiting w join event_endpoints p on p.id = w.endpoint_id
      join event_deliveries d on d.endpoint_id = w.endpoint_id and d.id in (
        select x.id from event_deliveries x
        where x.endpoint_id = w.endpoint_id and x.next_try_at <= $now order by x.next_try_at, x.id limit $limit)
    where p.failing_since is not null and d.claimed = 0 and ${FIRST_OF_SUB('d')} > $now)`,
});
