// `webhooks` of the document: the messages that an event endpoint of an application receives (contract 60), as requests
// that the application answers.
import type { ApplicationEvent } from '../../core/applications/application-events/application-event.ts';
import { MESSAGE_TYPES, messageName } from '../../schema/api/event-messages.ts';
import { eventShown, messageDataShown } from './event-examples.ts';
import { componentRef, type JsonSchema } from './json-schema.ts';

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
