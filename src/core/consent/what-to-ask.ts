// Decides whether the consent page must be shown, and why (contract 4 "Consent"). This is the only place that decides
// it, as a pure function.
import type { ConsentItem } from '../applications/application.ts';
import { canBeTyped } from '../profile/profile-fields.ts';
import type { ConsentItemName } from './catalogue.ts';
import type { Connection } from './connection.ts';
import { hasValue, type PersonSource } from './profile-claims.ts';

export type WhatToAsk =
  /** Nothing to ask: these items are named and agreed. */
  | { kind: 'nothing'; items: readonly ConsentItemName[] }
  /** `why` `value`: everything is agreed, and only a required value is missing. `prompt=none` distinguishes the two. */
  | { kind: 'ask'; why: 'consent' | 'value' };

/** The answer that counts: given in a live connection, to the current registration of the item. */
export function answerTo(entry: Pick<ConsentItem, 'item' | 'createdAt'>, connection: Connection | undefined) {
  if (!connection || connection.endedAt !== undefined) return undefined;
  const answer = connection.answers[entry.item];
  return answer && answer.answeredAt >= entry.createdAt ? answer : undefined;
}

/** A required item is answered only by agreement. */
export function isAnswered(entry: Pick<ConsentItem, 'item' | 'consent' | 'createdAt'>, connection?: Connection) {
  const answer = answerTo(entry, connection);
  return entry.consent === 'required' ? answer?.agreed === true : answer !== undefined;
}

export const isConnected = (connection: Connection | undefined): boolean =>
  connection !== undefined && connection.endedAt === undefined;

export function whatToAsk(input: {
  named: readonly ConsentItem[];
  connection: Connection | undefined;
  person: PersonSource;
  /** `prompt=consent`, or the native rule (RFC 8252 8.6). */
  always: boolean;
}): WhatToAsk {
  const { named, connection, person } = input;
  const unanswered = named.some((entry) => !isAnswered(entry, connection));
  if (input.always || !isConnected(connection) || unanswered) return { kind: 'ask', why: 'consent' };
  const isMissing = ({ item }: ConsentItem) => canBeTyped(item) && !hasValue(item, person);
  if (named.some((entry) => entry.consent === 'required' && isMissing(entry))) return { kind: 'ask', why: 'value' };
  const agreed = named.filter((entry) => answerTo(entry, connection)?.agreed);
  return { kind: 'nothing', items: agreed.map((entry) => entry.item) };
}
