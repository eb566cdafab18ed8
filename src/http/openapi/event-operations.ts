// Descriptions of the operations on event endpoints and events (contract 60).
import * as example from './event-examples.ts';
import type { Answers, Operations } from './operation.ts';

const endpointAnswer: Answers = {
  kind: 'resource',
  schema: 'EventEndpoint',
  example: example.eventEndpointShown,
  tagged: true,
};

export const eventOperations: Operations = {
  'GET /applications/:id/event-endpoints': {
    id: 'listEventEndpoints',
    tag: 'events',
    summary: 'List event endpoints',
    answers: {
      kind: 'list',
      of: 'EventEndpoint',
      example: [example.eventEndpointShown],
      leadsTo: { id: 'getEventEndpoint', parameter: 'endpointId', member: 'id' },
    },
  },
  'POST /applications/:id/event-endpoints': {
    id: 'createEventEndpoint',
    tag: 'events',
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
  'GET /applications/:id/event-endpoints/:endpointId': {
    id: 'getEventEndpoint',
    tag: 'events',
    summary: 'Get an event endpoint',
    answers: endpointAnswer,
  },
  'PUT /applications/:id/event-endpoints/:endpointId': {
    id: 'replaceEventEndpoint',
    tag: 'events',
    summary: 'Replace an event endpoint',
    description: 'Its secrets stay. Without `disabled_at` it is enabled.',
    sends: { schema: 'EventEndpointInput', example: example.eventEndpointSent },
    answers: endpointAnswer,
  },
  'PATCH /applications/:id/event-endpoints/:endpointId': {
    id: 'changeEventEndpoint',
    tag: 'events',
    summary: 'Update an event endpoint',
    description: 'JSON Merge Patch (RFC 7396). `disabled_at`: null enables it, a time disables it.',
    sends: { schema: 'EventEndpointPatch', example: example.eventEndpointPatched },
    answers: {
      kind: 'resource',
      schema: 'EventEndpoint',
      example: { ...example.eventEndpointShown, ...example.eventEndpointPatched },
      tagged: true,
    },
  },
  'DELETE /applications/:id/event-endpoints/:endpointId': {
    id: 'deleteEventEndpoint',
    tag: 'events',
    summary: 'Delete an event endpoint',
    description: 'What waits for it is given up. Without an endpoint, nothing is recorded.',
    answers: { kind: 'removed' },
  },
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
