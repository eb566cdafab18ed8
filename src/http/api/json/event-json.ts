// Event endpoints, deliveries and events in requests and responses (contract 60).
import {
  type ApplicationEvent,
  eventPayload,
} from '../../../core/applications/application-events/application-event.ts';
import type { EndpointDraft } from '../../../core/applications/application-events/check-endpoint.ts';
import {
  type EventDelivery,
  type EventEndpoint,
  lastFailureOf,
  statusOf,
} from '../../../core/applications/application-events/event-endpoint.ts';
import { applicationFault } from '../../../core/applications/applications/application-faults.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import { timeOrNull, timeText } from '../../../json/time.ts';
import { eventEndpointSchema, eventSendingSchema } from '../../../schema/api/event.ts';
import { readWith } from '../../../schema/read.ts';

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

export function readEndpoint(body: unknown): { draft: EndpointDraft; faults: readonly Fault[] } {
  const { value = {}, faults } = readWith(eventEndpointSchema(), body);
  const { url, types, disabled_at: disabledAt } = value;
  return { draft: { url, types, disabledAt }, faults };
}

/** @returns `eventId` undefined: a test */
export function readSending(body: unknown): { eventId: string | undefined; faults: readonly Fault[] } {
  const { value, faults } = readWith(eventSendingSchema(), body);
  const { test, event } = value ?? {};
  const isClear = (test === true) !== (event !== undefined) && test !== false;
  if (faults.length > 0 || isClear) return { eventId: event, faults };
  return { eventId: undefined, faults: [applicationFault([], 'event-to-send')] };
}
