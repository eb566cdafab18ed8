// Decides whether the consent page must be shown, and why (contract 4 "Consent"). This is the only place that decides
// it, as a pure function.
import type { ApplicationScope } from '../../applications/apis/application-scope.ts';
import type { ConsentItem } from '../../applications/applications/application.ts';
import type { Connection } from '../../applications/connections/connection.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import { canBeTyped } from '../../people/profile/profile-fields.ts';
import { hasValue, type PersonSource } from './profile-claims.ts';

export type WhatToAsk =
  /** Nothing to ask: these items and scopes are named and agreed. */
  | { kind: 'nothing'; items: readonly ConsentItemName[]; scopes: readonly string[] }
  /** `why` `value`: everything is agreed, and only a required value is missing. `prompt=none` distinguishes the two. */
  | { kind: 'ask'; why: 'consent' | 'value' };

/** An item, or a scope of an API. */
type Asked = Pick<ConsentItem | ApplicationScope, 'item' | 'consent' | 'createdAt'>;

/** The answer that counts: given in a live connection, to the current registration of the item. */
export function answerTo(entry: Pick<Asked, 'item' | 'createdAt'>, connection: Connection | undefined) {
  if (!connection || connection.endedAt !== undefined) return undefined;
  const answer = connection.answers[entry.item];
  return answer && answer.answeredAt >= entry.createdAt ? answer : undefined;
}

/** A required item is answered only by agreement. */
export function isAnswered(entry: Asked, connection?: Connection) {
  const answer = answerTo(entry, connection);
  return entry.consent === 'required' ? answer?.agreed === true : answer !== undefined;
}

export const isConnected = (connection: Connection | undefined): boolean =>
  connection !== undefined && connection.endedAt === undefined;

export function whatToAsk(input: {
  named: readonly ConsentItem[];
  /** Scopes of APIs. */
  scopes: readonly ApplicationScope[];
  connection: Connection | undefined;
  person: PersonSource;
  /** `prompt=consent`, or the native rule (RFC 8252 8.6). */
  always: boolean;
}): WhatToAsk {
  const { named, scopes, connection, person } = input;
  const unanswered = [...named, ...scopes].some((entry) => !isAnswered(entry, connection));
  if (input.always || !isConnected(connection) || unanswered) return { kind: 'ask', why: 'consent' };
  const isMissing = ({ item }: ConsentItem) => canBeTyped(item) && !hasValue(item, person);
  if (named.some((entry) => entry.consent === 'required' && isMissing(entry))) return { kind: 'ask', why: 'value' };
  const isAgreed = (entry: Asked) => answerTo(entry, connection)?.agreed;
  return {
    kind: 'nothing',
    items: named.filter(isAgreed).map((entry) => entry.item),
    scopes: scopes.filter(isAgreed).map((entry) => entry.item),
  };
}
