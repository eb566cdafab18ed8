// `webhooks` of the document: the messages that an event endpoint of an application receives (contract 60), as requests
// that the application answers, with a schema for each type of event. Programs ignore members that they do not know,
// because changes only add.
import {
  type ApplicationEvent,
  EVENT_TYPES,
  type EventType,
  TEST_TYPE,
} from '../../core/application-events/application-event.ts';
import { CONSENT_ITEMS } from '../../core/consent/catalogue.ts';
import {
  componentRef,
  id,
  type JsonSchema,
  listOf,
  type ObjectShape,
  objectOf,
  oneOf,
  optional,
  readOnly,
  type Shape,
  text,
  time,
} from '../api/json/shape.ts';
import { eventShown, messageDataShown } from './event-examples.ts';

const OPEN = { additionalProperties: {} };
const items = (description: string) => listOf(oneOf(CONSENT_ITEMS), {}, { description });

type Data = Readonly<Record<string, Shape<unknown>>>;

/** What `data` has besides `sub`. */
const DATA: Readonly<Record<EventType, Data>> = {
  'connection.created': {},
  'connection.ended': {
    by: oneOf(['person', 'application', 'owner', 'operator', 'deletion'], {
      description: 'Who ended it. `application`: a program with a token; `deletion`: the account was deleted.',
    }),
  },
  'consent.changed': {
    agreed: items('Items that were agreed to.'),
    withdrawn: items('Items whose consent was withdrawn: delete their values.'),
  },
  'account.updated': { items: items('Items whose value changed, or whose address became verified.') },
  'account.disabled': {
    reason: optional(
      text({ const: 'deletion', description: 'The person deleted the account, and can still restore it.' }),
    ),
  },
  'account.enabled': {},
  'account.deleted': {},
  'session.ended': { sid: text({ description: 'The session, as in the ID token.' }) },
  'tokens.revoked': {
    reason: oneOf(['code-reused', 'refresh-token-reused', 'application', 'account-secured'], {
      description: 'Reuse can mean that a code or token was stolen.',
    }),
    token: optional(text({ const: 'access_token', description: 'One access token alone was revoked.' })),
  },
};

const sub = optional(
  text({
    description:
      'The person, as in the ID token. Absent where the account was deleted before the event was sent again.',
  }),
);

const messageOf = (type: ApplicationEvent['type'], data: Data): ObjectShape =>
  objectOf<Readonly<Record<string, unknown>>>(
    {
      type: text({ const: type }),
      timestamp: time('When it happened.'),
      application: id('ID of the application that is told.'),
      sequence: readOnly({
        type: 'integer',
        minimum: 0,
        description: 'Counts the events of one person, which arrive in this order. 0: a test.',
      }),
      data: objectOf<Readonly<Record<string, unknown>>>(type === TEST_TYPE ? {} : { sub, ...data }, OPEN),
      part_of: optional(text(), 'The act that concerned many people.'),
    },
    OPEN,
  );

const MESSAGE_TYPES: readonly ApplicationEvent['type'][] = [...EVENT_TYPES, TEST_TYPE];

/** `connection.ended` → `ConnectionEndedEvent`. */
const messageName = (type: ApplicationEvent['type']): `${string}Event` =>
  `${type.replaceAll(/(?:^|\.)([a-z])/g, (_, first: string) => first.toUpperCase())}Event`;

/** By the names of their schemas. */
export const messageShapes = (): Readonly<Record<`${string}Event`, ObjectShape>> =>
  Object.fromEntries(
    MESSAGE_TYPES.map((type) => [messageName(type), messageOf(type, type === TEST_TYPE ? {} : DATA[type])]),
  );

const WORDS: Readonly<Record<ApplicationEvent['type'], string>> = {
  'connection.created': 'Somebody agreed for the first time, or again',
  'connection.ended': 'A connection ended: end the sessions, and delete what you may not keep',
  'consent.changed': 'Consent to items was given or withdrawn',
  'account.updated': 'A value that you may read changed',
  'account.disabled': 'An account was disabled: end the sessions',
  'account.enabled': 'The person can sign in again',
  'account.deleted': 'An account was deleted: delete yours',
  'session.ended': 'A session ended',
  'tokens.revoked': 'Tokens were revoked',
  test: 'A test that an owner sends',
};

const header = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** As Standard Webhooks defines them. */
const HEADERS = [
  header('webhook-id', 'ID of the event, the same at every try. A message can arrive twice.'),
  header('webhook-timestamp', 'When it is sent, in seconds since 1970. Refuse what is older than five minutes.'),
  header('webhook-signature', '`v1,` and a signature (HMAC-SHA-256, base64) for each secret, separated by spaces.'),
];

const RESPONSES = {
  '2XX': { description: 'Received. Answer within five seconds, and work afterwards.' },
  410: { description: 'The endpoint is disabled, and its owner is told.' },
  429: { description: 'Tried again, no sooner than Retry-After says, for at most an hour.' },
  503: { description: 'Tried again, no sooner than Retry-After says, for at most an hour.' },
  default: { description: 'Tried again for three days. Redirects are not followed.' },
};

const exampleOf = (type: ApplicationEvent['type']): JsonSchema => {
  const { id: _, ...shown } = eventShown;
  return { ...shown, type, data: messageDataShown[type], ...(type === 'test' && { sequence: 0 }) };
};

const webhook = (type: ApplicationEvent['type']): JsonSchema => ({
  post: {
    tags: ['events'],
    summary: WORDS[type],
    // It is signed; no token is sent.
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: componentRef(messageName(type)), example: exampleOf(type) } },
    },
    responses: RESPONSES,
  },
});

/** By the type of event. */
export const WEBHOOKS: JsonSchema = Object.fromEntries(MESSAGE_TYPES.map((type) => [type, webhook(type)]));
