// Events to applications as a kind of message in the outbox (contract 60, decisions 41 and 50).
import { restOf } from '../../ground/outbox/deliver-message.ts';
import type { DeliveryAnswer, MessageKind } from '../../ground/outbox/message-kind.ts';
import { type Delivered, isDelivered, tellDelivered } from '../../sign-in/sessions/form-delivery.ts';
import type { Ports } from '../ports.ts';
import { eventPayload } from './application-event.ts';
import { writeDisabledMail } from './disabled-mail.ts';
import type { EventEndpoint } from './event-endpoint.ts';
import type { EventPost } from './event-post.ts';
import { openEventSecrets } from './event-secrets.ts';
import type { DueEvent } from './event-store.ts';
import { signedHeaders } from './sign-message.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Three days in all. */
export const RETRY_PAUSES: readonly number[] = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR],
  ...[12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR],
  6 * HOUR + 23 * MINUTE + 55 * SECOND,
];

/** An endpoint that has failed for so long is disabled. */
export const DISABLED_AFTER_MS = 5 * DAY;

/** Connections that one step ends, and so the events that it makes. */
export const UNLINK_STEP = 500;
/** Steps follow each other for so long before due deliveries are looked for again, in ms. */
const UNLINK_FOR_MS = 2 * SECOND;

type Deps = Pick<Ports, 'events' | 'applications' | 'secrets' | 'clock' | 'rules'> & { eventPost: EventPost };

export const eventMessages = (deps: Deps): MessageKind<DueEvent> => ({
  store: deps.events,
  retryPauses: RETRY_PAUSES,
  places: 64,
  perKey: 4,
  keyOf: ({ endpointId }) => endpointId,
  deliver: (message, stopping) => deliverEvent(deps, message, stopping),
  prepare: async () => {
    await makeEventsOfActs(deps);
    await deferBlocked(deps);
  },
});

/** Deliveries of an endpoint that one step defers. */
const DEFER_STEP = 500;

async function deferBlocked({ events, clock }: Deps): Promise<void> {
  const now = clock.now();
  for (let deferred = DEFER_STEP; deferred >= DEFER_STEP; ) deferred = await events.deferBlocked(now, DEFER_STEP);
}

/** Makes the events of an act on many people, a step at a time. The purge does the same, more slowly. */
async function makeEventsOfActs({ events, clock }: Deps): Promise<void> {
  const startedAt = clock.now();
  for (let made = UNLINK_STEP; made === UNLINK_STEP && clock.now() - startedAt < UNLINK_FOR_MS; ) {
    made = await events.endUnlinked(UNLINK_STEP);
  }
}

async function deliverEvent(deps: Deps, message: DueEvent, stopping: AbortSignal): Promise<DeliveryAnswer> {
  const { events, clock } = deps;
  const endpoint = await events.findEndpoint(message.endpointId);
  const { type } = message;
  const recipient = endpoint?.applicationId;
  if (!endpoint || type === undefined) return { kind: 'dropped', reason: undefined, recipient };
  if (endpoint.disabledAt !== undefined) return { kind: 'refused', reason: 'endpoint-disabled', recipient };
  const secrets = openEventSecrets(deps, await events.listSecrets(endpoint.id));
  if (secrets.length === 0) return { kind: 'failed', reason: 'secret changed', recipient };
  const body = JSON.stringify(eventPayload({ ...message, type, applicationId: endpoint.applicationId }));
  const headers = signedHeaders({ id: message.eventId, at: clock.now(), body }, secrets);
  const delivered = await deps.eventPost.postJson(endpoint.url, headers, body, stopping);
  if (delivered.kind === 'failed' && stopping.aborted) {
    return { kind: 'failed', reason: tellDelivered(delivered), recipient };
  }
  return { ...(await noteAnswer(deps, message, endpoint, delivered)), recipient };
}

/**
 * Only 2xx is success. Anything else is tried again, redirects and refused addresses too, because an owner can repair
 * them; 410 and five days of failure disable the endpoint.
 */
async function noteAnswer(
  deps: Deps,
  { id, tries }: DueEvent,
  endpoint: EventEndpoint,
  delivered: Delivered,
): Promise<Pick<DeliveryAnswer, 'kind' | 'reason' | 'retryAfterMs'>> {
  const { events, clock } = deps;
  const now = clock.now();
  const [status, noAnswer, retryAfterMs] =
    delivered.kind === 'answered'
      ? [delivered.status, undefined, delivered.retryAfterMs]
      : [undefined, delivered.reason === 'stopped' ? undefined : delivered.reason, undefined];
  const succeeded = isDelivered(delivered);
  const isLast = RETRY_PAUSES[tries] === undefined;
  const result = succeeded ? 'succeeded' : isLast ? 'final' : 'failed';
  const restsUntil = retryAfterMs === undefined ? undefined : now + restOf(retryAfterMs);
  const attempt = { id, endpointId: endpoint.id, status, noAnswer, at: now, restsUntil, result } as const;
  const failingSince = await events.noteTry(attempt);
  const reason = tellDelivered(delivered);
  if (succeeded) return { kind: 'delivered', reason };
  const isFailingForLong = failingSince !== undefined && now - failingSince >= DISABLED_AFTER_MS;
  if (status !== 410 && !isFailingForLong) return { kind: 'deferred', reason, retryAfterMs };
  await events.disable(endpoint.id, now, await writeDisabledMail(deps, endpoint));
  return { kind: 'refused', reason };
}
