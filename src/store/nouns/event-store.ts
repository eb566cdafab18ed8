// Events to applications: the outbox of their deliveries, and what owners see of them. Triggers write the
// events (migrations, 0020_events.sql).
import type { ApplicationEvent } from '../../core/applications/application-events/application-event.ts';
import type { EventDelivery } from '../../core/applications/application-events/event-endpoint.ts';
import type { DueEvent, EventStore } from '../../core/applications/application-events/event-store.ts';
import { type Base, count, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { CLAIM, DEFER_BLOCKED } from './claim-events.ts';
import { endUnlinked } from './end-unlinked.ts';
import { createEventEndpoints } from './event-endpoints.ts';
import { queueMail } from './queue-mail.ts';
import { sendEvents } from './send-events.ts';

export const EVENT_DELIVERIES = table('event_deliveries', 'id', {
  text: 'id event_id endpoint_id sub failure no_answer',
  boolean: 'claimed',
  integer: 'sequence created_at next_try_at tries last_status last_tried_at ended_at',
});
export const EVENT_RULES = table('event_rules', 'name', { text: 'name' });

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

export const createEventStore = (base: Base): EventStore => ({
  ...createEventEndpoints(base),
  ...deliverEvents(base),
  ...readEvents(base),
  ...sendEvents(base),
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

type Claimed = Omit<DueEvent, 'claimedUntil'> & { createdAt: number };

const deliverEvents = (base: Base): Outbox => ({
  claim: async (claimed) => {
    const due = await base.changed<Claimed>(CLAIM, claimed);
    due.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    return due.map(({ createdAt: _, ...event }) => ({ ...event, claimedUntil: claimed.until }));
  },
  deferBlocked: (now, limit) => base.change(DEFER_BLOCKED, { now, limit }),
  putBack: async ({ id, claimedUntil }, nextTryAt) => {
    await base.change(PUT_BACK, { id, claimedUntil, nextTryAt });
  },
  remove: async ({ id }, { failure, at }) => {
    await base.change(END, { id, failure, at });
  },
  countDue: async (now, limit) => (await base.row<{ count: number }>(COUNT_DUE, { now, limit }))?.count ?? 0,
  noteTry: ({ result, ...attempt }) =>
    base.write(function* () {
      yield* count(NOTE_TRY, attempt);
      if (result !== 'succeeded') {
        const failed = { ...attempt, isLast: result === 'final' };
        return (yield* row<{ failingSince: number | undefined }>(FAILED, failed))?.failingSince;
      }
      yield* count(SUCCEEDED, attempt);
      return undefined;
    }),
  disable: (endpointId, now, mail) =>
    base.write(function* () {
      if ((yield* count(DISABLE, { endpointId, now })) === 0) return false;
      yield* queueMail(mail);
      return true;
    }),
  endUnlinked: endUnlinked(base),
  setEmailReleased: async (released) => {
    await base.change(released ? RELEASE : WITHHOLD);
  },
});

const LIST_DELIVERIES = statement(`
  select d.id, d.event_id, e.type, d.created_at, d.tries, d.last_status, d.no_answer, d.last_tried_at,
    case when d.next_try_at is not null then greatest(d.next_try_at, coalesce(p.rests_until, 0)) end as next_try_at,
    d.ended_at, d.failure
  from event_deliveries d join events e on e.id = d.event_id left join event_endpoints p on p.id = d.endpoint_id
  where d.endpoint_id = $endpointId and d.id < coalesce($beforeId, 'g') order by d.id desc limit $limit`);
const LIST_EVENTS = statement(`
  select e.id, e.application_id, e.type, e.at, e.sequence, e.sub, e.data, e.part_of from events e
  where e.application_id = $applicationId and e.id > $afterId and e.id < $untilId and e.type <> 'test'
  order by e.id limit $limit`);

const readEvents = ({ rows }: Base): Pick<EventStore, 'listDeliveries' | 'listEvents'> => ({
  listDeliveries: (page) => rows<EventDelivery>(LIST_DELIVERIES, page),
  listEvents: (page) => rows<ApplicationEvent>(LIST_EVENTS, page),
});
