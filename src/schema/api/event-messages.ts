// The messages that an event endpoint of an application receives (contract 60), a schema for each type of event.
// Programs ignore members that they do not know, because changes only add.
import * as z from 'zod/mini';
import {
  type ApplicationEvent,
  EVENT_TYPES,
  type EventType,
  TEST_TYPE,
} from '../../core/applications/application-events/application-event.ts';
import { CONSENT_ITEMS } from '../../core/ground/consent-items.ts';
import { atFirstUse } from '../at-first-use.ts';
import { count, describedOneOf, id, text, time } from './kinds.ts';

const items = (description: string) => z.array(z.enum(CONSENT_ITEMS)).check(z.describe(description));

type Data = Readonly<Record<string, z.ZodMiniType>>;

/** What `data` has besides `sub`. */
const dataOf = (): Readonly<Record<EventType, Data>> => ({
  'connection.created': {},
  'connection.ended': {
    by: describedOneOf(
      ['person', 'application', 'owner', 'operator', 'deletion'],
      'Who ended it. `application`: a program with a token; `deletion`: the account was deleted.',
    ),
  },
  'consent.changed': {
    agreed: items('Items that were agreed to.'),
    withdrawn: items('Items whose consent was withdrawn: delete their values.'),
  },
  'account.updated': { items: items('Items whose value changed, or whose address became verified.') },
  'account.disabled': {
    reason: z.optional(
      z.literal('deletion').check(z.describe('The person deleted the account, and can still restore it.')),
    ),
  },
  'account.enabled': {},
  'account.deleted': {},
  'session.ended': { sid: text('The session, as in the ID token.') },
  'tokens.revoked': {
    reason: describedOneOf(
      ['code-reused', 'refresh-token-reused', 'application', 'account-secured'],
      'Reuse can mean that a code or token was stolen.',
    ),
    token: z.optional(z.literal('access_token').check(z.describe('One access token alone was revoked.'))),
  },
});

const sub = () =>
  z.optional(
    text('The person, as in the ID token. Absent where the account was deleted before the event was sent again.'),
  );

const messageOf = (type: ApplicationEvent['type'], data: Data) =>
  z.looseObject({
    type: z.literal(type),
    timestamp: time('When it happened.'),
    application: id('ID of the application that is told.'),
    sequence: count('Counts the events of one person, which arrive in this order. 0: a test.'),
    data: z.looseObject(data),
    part_of: z.optional(text('The act that concerned many people.')),
  });

export const MESSAGE_TYPES: readonly ApplicationEvent['type'][] = [...EVENT_TYPES, TEST_TYPE];

type MessageName = `${string}Event`;

/** `connection.ended` → `ConnectionEndedEvent`. */
export const messageName = (type: ApplicationEvent['type']): MessageName =>
  `${type.replaceAll(/(?:^|\.)([a-z])/g, (_, first: string) => first.toUpperCase())}Event`;

/** By the names of their schemas. */
export function messageSchemas(): Readonly<Record<MessageName, () => z.ZodMiniObject>> {
  const data = dataOf();
  return Object.fromEntries(
    MESSAGE_TYPES.map((type) => [
      messageName(type),
      atFirstUse(() => messageOf(type, type === TEST_TYPE ? {} : { sub: sub(), ...data[type] })),
    ]),
  );
}
