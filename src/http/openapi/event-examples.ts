// Examples of events, in the story of `examples.ts`.
import type { ApplicationEvent } from '../../core/applications/application-events/application-event.ts';
import { applicationShown, connectionShown } from './examples.ts';

const { created_at } = applicationShown;

export const eventEndpointSent = {
  url: 'https://shop.example/events',
  types: ['connection.ended', 'account.updated', 'account.deleted'],
};

export const eventEndpointShown = {
  id: '019b7c4c2d00700080000000000000b1',
  ...eventEndpointSent,
  created_at,
  disabled_at: null,
  missed_from: null,
};

export const newEventEndpointShown = {
  ...eventEndpointShown,
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0sXxhRqmx5Q=',
};

export const eventEndpointPatched = { types: ['account.deleted'] };

export const newEventSecretShown = {
  id: '019b7c4c2d00700080000000000000b2',
  secret: 'whsec_t7Kq0hJ5nUuX6pZ1vCwR3yB8dEfG2iLmNoPqRsTuVwA=',
  created_at,
};

export const eventSendingSent = { test: true };

export const eventDeliveryShown = {
  id: '019b7c4c2d00700080000000000000b3',
  event: '019b7c4c2d00700080000000000000b4',
  type: 'account.updated',
  status: 'delivered',
  tries: 1,
  last_status: 204,
  last_failure: null,
  created_at,
  last_tried_at: created_at,
  next_try_at: null,
  failure: null,
};

export const eventShown = {
  id: eventDeliveryShown.event,
  type: 'account.updated',
  timestamp: created_at,
  application: applicationShown.id,
  sequence: 4,
  data: { sub: connectionShown.sub, items: ['nickname'] },
};

const { sub } = connectionShown;

/** `data` of a message of each type. */
export const messageDataShown: Readonly<Record<ApplicationEvent['type'], object>> = {
  'connection.created': { sub },
  'connection.ended': { sub, by: 'person' },
  'consent.changed': { sub, agreed: [], withdrawn: ['email'] },
  'account.updated': { sub, items: ['nickname'] },
  'account.disabled': { sub, reason: 'deletion' },
  'account.enabled': { sub },
  'account.deleted': { sub },
  'session.ended': { sub, sid: 'fedcba9876543210fedcba9876543210' },
  'tokens.revoked': { sub, reason: 'application', token: 'access_token' },
  test: {},
};
