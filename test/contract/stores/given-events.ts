// Event endpoints to begin a test with.
import { EVENT_TYPES } from '../../../src/core/applications/application-events/application-event.ts';
import type { EventEndpoint, EventSecret } from '../../../src/core/applications/application-events/event-endpoint.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW } from './given.ts';

export const someEndpoint = (applicationId: string, values: Partial<EventEndpoint> = {}): EventEndpoint => ({
  id: newId(),
  applicationId,
  url: 'https://shop.example/events',
  types: EVENT_TYPES,
  createdAt: NOW,
  disabledAt: undefined,
  missedFrom: undefined,
  failingSince: undefined,
  ...values,
});

export const someEventSecret = (endpointId: string, values: Partial<EventSecret> = {}): EventSecret => ({
  id: newId(),
  endpointId,
  sealed: Buffer.from('sealed'),
  createdAt: NOW,
  ...values,
});

/** An endpoint for every type. */
export async function listen(stores: Stores, applicationId: string) {
  const endpoint = someEndpoint(applicationId);
  await stores.events.insertEndpoint(endpoint, someEventSecret(endpoint.id), 3);
  return endpoint;
}
