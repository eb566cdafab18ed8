// What the API answers with about events (contract 60).
import * as z from 'zod/mini';
import { EVENT_TYPES, TEST_TYPE } from '../../core/applications/application-events/application-event.ts';
import { TRY_FAILURES } from '../../core/sign-in/sessions/form-delivery.ts';
import { atFirstUse } from '../at-first-use.ts';
import { eventEndpointSchema } from './event.ts';
import { describedOneOf, id, text, time, timeOrNever } from './kinds.ts';

const anyType = () => z.enum([...EVENT_TYPES, TEST_TYPE]);
const secret = () => text('Signs the messages. It is returned only once.', z.regex(/^whsec_[A-Za-z0-9+/=]+$/));

export const newEventEndpointSchema = atFirstUse(() =>
  z.strictObject({ ...eventEndpointSchema().shape, secret: secret() }),
);

export const newEventSecretSchema = atFirstUse(() =>
  z.strictObject({ id: id('ID of the secret.'), secret: secret(), created_at: time('When it was created.') }),
);

export const eventDeliverySchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the delivery.'),
    event: id('ID of the event: `webhook-id`.'),
    type: anyType(),
    status: z.enum(['pending', 'delivered', 'failed']),
    tries: z.int().check(z.minimum(0)),
    last_status: z.nullable(z.int().check(z.describe('HTTP status of the last answer. null: none.'))),
    last_failure: z.nullable(
      describedOneOf(
        TRY_FAILURES,
        'Why the last try did not succeed: no answer in time, no such host, no secure connection, an internal address, no connection, a redirect (not followed), or any other status. null: it did, or there was none yet.',
      ),
    ),
    created_at: time('When it was queued.'),
    last_tried_at: timeOrNever('When it was last tried. null: never.'),
    next_try_at: timeOrNever('When it is tried next, no sooner than Retry-After asked for. null: it is done.'),
    failure: z.nullable(text('Why it was given up.')),
  }),
);

export const eventSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the event: `webhook-id`.'),
    type: anyType(),
    timestamp: time('When it happened.'),
    application: id('ID of the application that is told.'),
    sequence: z.int().check(z.minimum(0)),
    data: z
      .looseObject({})
      .check(z.describe('`sub`, and what the type says, as `webhooks` describes it. Never a personal value.')),
    part_of: z.optional(text('The act that concerned many people.')),
  }),
);
