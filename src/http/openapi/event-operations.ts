// Descriptions of the operations on event endpoints and events (contract 60).
import * as example from './event-examples.ts';
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource-operations.ts';

export const eventOperations: Operations = {
  ...resourceOperations(
    {
      path: '/applications/:id/event-endpoints',
      parameter: 'endpointId',
      tag: 'events',
      schema: 'EventEndpoint',
      words: ['an event endpoint', 'event endpoints'],
      example: example.eventEndpointShown,
      member: 'id',
    },
    {
      list: {},
      create: {
        summary: 'Add an event endpoint',
        description:
          'The response is the only one that contains the secret. Events are recorded from the first endpoint on, enabled or not.',
        sends: { schema: 'EventEndpointInput', example: example.eventEndpointSent },
        answers: {
          kind: 'resource',
          schema: 'NewEventEndpoint',
          example: example.newEventEndpointShown,
          tagged: false,
          leadsTo: { id: 'getEventEndpoint', parameter: 'endpointId' },
        },
        conflict: 'The application has three event endpoints already.',
      },
      get: {},
      replace: {
        description: 'Its secrets stay. Without `disabled_at` it is enabled.',
        sends: { schema: 'EventEndpointInput', example: example.eventEndpointSent },
      },
      change: {
        description: 'JSON Merge Patch (RFC 7396). `disabled_at`: null enables it, a time disables it.',
        sends: { schema: 'EventEndpointPatch', example: example.eventEndpointPatched },
      },
      delete: { description: 'What waits for it is given up. Without an endpoint, nothing is recorded.' },
    },
  ),
  'POST /applications/:id/event-endpoints/:endpointId/secrets': {
    id: 'createEventSecret',
    tag: 'events',
    summary: 'Create another secret of an event endpoint',
    description: 'The response is the only one that contains it. Messages are then signed with both.',
    answers: { kind: 'resource', schema: 'NewEventSecret', example: example.newEventSecretShown, tagged: false },
    conflict: 'The endpoint has two secrets already.',
  },
  'DELETE /applications/:id/event-endpoints/:endpointId/secrets': {
    id: 'deleteEventSecrets',
    tag: 'events',
    summary: 'Delete all secrets of an event endpoint but the newest',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/event-endpoints/:endpointId/deliveries': {
    id: 'listEventDeliveries',
    tag: 'events',
    summary: 'List deliveries of 30 days, the newest first',
    answers: {
      kind: 'list',
      of: 'EventDelivery',
      order: 'the newest first',
      example: [example.eventDeliveryShown],
    },
  },
  'POST /applications/:id/event-endpoints/:endpointId/deliveries': {
    id: 'sendEvent',
    tag: 'events',
    summary: 'Send a test, or an event again',
    sends: { schema: 'EventSendingInput', example: example.eventSendingSent },
    answers: { kind: 'queued' },
    conflict: 'The endpoint is disabled.',
  },
  'GET /applications/:id/events': {
    id: 'listEvents',
    tag: 'events',
    summary: 'List events of 30 days, the oldest first',
    description:
      'For programs that missed some, or that cannot be reached. An event is listed three seconds after it happened.',
    answers: { kind: 'list', of: 'Event', example: [example.eventShown] },
  },
};
