// Shapes of what the API answers with about events (contract 60).
import { TRY_FAILURES } from '../../core/sessions/form-delivery.ts';
import { DELIVERY_TYPES, eventEndpointShape } from '../api/json/event-json.ts';
import {
  id,
  type JsonSchema,
  objectOf,
  oneOf,
  optional,
  readOnly,
  type Shape,
  text,
  time,
  timeOrNever,
} from '../api/json/shape.ts';

const count: Shape<unknown> = readOnly({ type: 'integer', minimum: 0 });
const schema = (json: JsonSchema): Shape<unknown> => readOnly(json);

const secret = text({
  pattern: '^whsec_[A-Za-z0-9+/=]+$',
  description: 'Signs the messages. It is returned only once.',
});

export const newEventEndpointShape = objectOf({ ...eventEndpointShape.members, secret });

export const newEventSecretShape = objectOf({
  id: id('ID of the secret.'),
  secret,
  created_at: time('When it was created.'),
});

export const eventDeliveryShape = objectOf({
  id: id('ID of the delivery.'),
  event: id('ID of the event: `webhook-id`.'),
  type: oneOf(DELIVERY_TYPES),
  status: oneOf(['pending', 'delivered', 'failed']),
  tries: count,
  last_status: schema({ type: ['integer', 'null'], description: 'HTTP status of the last answer. null: none.' }),
  last_failure: schema({
    type: ['string', 'null'],
    enum: [...TRY_FAILURES, null],
    description:
      'Why the last try did not succeed: no answer in time, no such host, no secure connection, an internal address, no connection, a redirect (not followed), or any other status. null: it did, or there was none yet.',
  }),
  created_at: time('When it was queued.'),
  last_tried_at: schema(timeOrNever('When it was last tried. null: never.')),
  next_try_at: schema(timeOrNever('When it is tried next, no sooner than Retry-After asked for. null: it is done.')),
  failure: schema({ type: ['string', 'null'], description: 'Why it was given up.' }),
});

export const eventShape = objectOf({
  id: id('ID of the event: `webhook-id`.'),
  type: oneOf(DELIVERY_TYPES),
  timestamp: time('When it happened.'),
  application: id('ID of the application that is told.'),
  sequence: count,
  data: schema({
    type: 'object',
    additionalProperties: {},
    description: '`sub`, and what the type says, as `webhooks` describes it. Never a personal value.',
  }),
  part_of: optional(text(), 'The act that concerned many people.'),
});
