// What applications are told about the people connected to them (contract 60). The database's triggers write events
// (migrations, 0020_events.sql; decision 50): core never creates one, except a test.

export const EVENT_TYPES = [
  'connection.created',
  'connection.ended',
  'consent.changed',
  'account.updated',
  'account.disabled',
  'account.enabled',
  'account.deleted',
  'session.ended',
  'tokens.revoked',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of an event that an owner sends to try an endpoint. */
export const TEST_TYPE = 'test';

/** Who ended a connection. Where the account was deleted, the trigger writes `deletion`. */
export type EndedBy = 'person' | 'application' | 'owner' | 'operator';

/**
 * Why the tokens of one grant were revoked. Where all grants of an account end, the trigger writes `account-secured`.
 */
export type RevokedBecause = 'code-reused' | 'refresh-token-reused' | 'application';

export type ApplicationEvent = {
  id: string;
  applicationId: string;
  type: EventType | typeof TEST_TYPE;
  at: number;
  /** Number of the event in its connection; 0: a test. */
  sequence: number;
  /** Whom it is about. Undefined: a test, or the account was deleted since. */
  sub: string | undefined;
  /** Without personal values. */
  data: Readonly<Record<string, unknown>>;
  /** The act that concerned many people. */
  partOf: string | undefined;
};

/** The body of a message, and an entry of the list of events. */
export const eventPayload = ({
  applicationId,
  type,
  at,
  sequence,
  sub,
  data,
  partOf,
}: Omit<ApplicationEvent, 'id'>) => ({
  type,
  timestamp: new Date(at).toISOString(),
  application: applicationId,
  sequence,
  data: { ...(sub !== undefined && { sub }), ...data },
  ...(partOf !== undefined && { part_of: partOf }),
});

export const MAX_ENDPOINTS = 3;
export const MAX_EVENT_SECRETS = 2;

/** How long events and deliveries are kept, in ms. */
export const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
