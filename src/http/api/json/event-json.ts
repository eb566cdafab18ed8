// Event endpoints, deliveries and events in requests and responses (contract 60).
import {
  type ApplicationEvent,
  EVENT_TYPES,
  eventPayload,
  TEST_TYPE,
} from '../../../core/application-events/application-event.ts';
import type { EndpointDraft } from '../../../core/application-events/check-endpoint.ts';
import {
  type EventDelivery,
  type EventEndpoint,
  lastFailureOf,
  statusOf,
} from '../../../core/application-events/event-endpoint.ts';
import { applicationFault } from '../../../core/applications/application-faults.ts';
import type { Fault } from '../../../core/fault.ts';
import { fromTimeText } from '../../../core/time-text.ts';
import { timeOrNull, timeText } from '../../../json/time.ts';
import {
  flag,
  id,
  listOf,
  objectOf,
  oneOf,
  optional,
  readOnly,
  readShape,
  text,
  textOrNull,
  time,
  timeOrNever,
} from './shape.ts';

export const eventEndpointShape = objectOf({
  id: id('ID of the event endpoint.'),
  url: text({ format: 'uri', description: 'Receives the events.' }),
  types: listOf(
    oneOf(EVENT_TYPES),
    { minItems: 1, maxItems: EVENT_TYPES.length },
    {
      description: 'The types it receives. Default: all.',
    },
  ),
  created_at: time('When it was created.'),
  disabled_at: textOrNull(timeOrNever('Since when nothing is sent to it. null: it is enabled.')),
  missed_from: readOnly({
    type: ['string', 'null'],
    description: 'The first event that it did not get because it was disabled by the server.',
  }),
});

/** What one request sends. */
export const eventSendingShape = objectOf({
  test: optional(flag({ const: true, description: 'Sends an event of type test.' })),
  event: optional(text({ description: 'ID of an event, which is sent again.' })),
});

export const toEndpointJson = (endpoint: EventEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  types: endpoint.types,
  created_at: timeText(endpoint.createdAt),
  disabled_at: timeOrNull(endpoint.disabledAt),
  missed_from: endpoint.missedFrom ?? null,
});

/** The only responses that contain the secret. */
export const toNewEndpointJson = (endpoint: EventEndpoint, secret: string) => ({ ...toEndpointJson(endpoint), secret });
export const toNewSecretJson = (entry: { id: string; createdAt: number }, secret: string) => ({
  id: entry.id,
  secret,
  created_at: timeText(entry.createdAt),
});

export const toDeliveryJson = (delivery: EventDelivery) => ({
  id: delivery.id,
  event: delivery.eventId,
  type: delivery.type,
  status: statusOf(delivery),
  tries: delivery.tries,
  last_status: delivery.lastStatus ?? null,
  last_failure: lastFailureOf(delivery) ?? null,
  created_at: timeText(delivery.createdAt),
  last_tried_at: timeOrNull(delivery.lastTriedAt),
  next_try_at: timeOrNull(delivery.nextTryAt),
  failure: delivery.failure ?? null,
});

export const toEventJson = (event: ApplicationEvent) => ({ id: event.id, ...eventPayload(event) });

export function readEndpoint(body: unknown): { draft: EndpointDraft; readingFaults: readonly Fault[] } {
  const { value = {}, faults } = readShape(eventEndpointShape, body);
  const { url, types, disabled_at: disabledAt } = value;
  const draft = { url, types, disabledAt };
  if (typeof disabledAt !== 'string' || fromTimeText(disabledAt) !== undefined) return { draft, readingFaults: faults };
  const detail = 'Write the time as in RFC 3339, for example 2031-01-31T12:00:00Z, or null.';
  return { draft, readingFaults: [...faults, { path: ['disabled_at'], code: 'time-malformed', detail }] };
}

/** @returns `eventId` undefined: a test */
export function readSending(body: unknown): { eventId: string | undefined; faults: readonly Fault[] } {
  const { value, faults } = readShape(eventSendingShape, body);
  const { test, event } = value ?? {};
  const isClear = (test === true) !== (event !== undefined) && test !== false;
  if (faults.length > 0 || isClear) return { eventId: event, faults };
  return { eventId: undefined, faults: [applicationFault([], 'event-to-send')] };
}

export const DELIVERY_TYPES = [...EVENT_TYPES, TEST_TYPE];
