// Event endpoints, and what is sent to one (contract 60).
import * as z from 'zod/mini';
import { EVENT_TYPES } from '../../core/applications/application-events/application-event.ts';
import { atFirstUse } from '../at-first-use.ts';
import { id, sentTime, text, time, uri } from './kinds.ts';

export const eventEndpointSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the event endpoint.'),
    url: uri('Receives the events.'),
    types: z
      .array(z.enum(EVENT_TYPES))
      .check(z.minLength(1), z.maxLength(EVENT_TYPES.length), z.describe('The types it receives. Default: all.')),
    created_at: time('When it was created.'),
    disabled_at: sentTime(
      'Since when nothing is sent to it. null: it is enabled.',
      'Write the time as in RFC 3339, for example 2031-01-31T12:00:00Z, or null.',
    ),
    missed_from: z.readonly(
      z.nullable(text('The first event that it did not get because it was disabled by the server.')),
    ),
  }),
);

/** What one request sends. */
export const eventSendingSchema = atFirstUse(() =>
  z.strictObject({
    test: z.optional(z.literal(true).check(z.describe('Sends an event of type test.'))),
    event: z.optional(text('ID of an event, which is sent again.')),
  }),
);
