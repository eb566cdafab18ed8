// Which consent items a request names, and how granted items are told back as `scope` (contract 4 and 5).

import type { ClaimsRequest } from '../../protocol/claims-request.ts';
import { OFFLINE_ACCESS, OPENID } from '../../protocol/scope.ts';
import type { ConsentItem } from '../applications/application.ts';
import { CATALOGUE, type ConsentItemName } from './catalogue.ts';
import type { ConsentAnswers } from './connection.ts';

const ITEMS_OF_SCOPE: ReadonlyMap<string, readonly ConsentItemName[]> = new Map(
  CATALOGUE.flatMap(({ scopes }) => scopes).map((value) => [
    value,
    CATALOGUE.filter(({ scopes }) => scopes.includes(value)).map(({ item }) => item),
  ]),
);

/** Items that a `scope` value names: an item by its own name, a group (`profile`, `phone`) by each of its items. */
export const itemsOfScope = (value: string): readonly ConsentItemName[] => ITEMS_OF_SCOPE.get(value) ?? [];

/** Every value of `scope` this server knows. */
export const KNOWN_SCOPES: readonly string[] = [
  ...new Set([OPENID, ...CATALOGUE.flatMap((entry) => [entry.item, ...entry.scopes]), OFFLINE_ACCESS]),
];

/** Items that open one of the claims: a claim names its item (contract 4). */
const itemsOfClaims = (names: readonly string[]): readonly ConsentItemName[] =>
  CATALOGUE.filter((entry) => entry.claims.some((claim) => names.includes(claim))).map((entry) => entry.item);

/**
 * The registered items a request is about: required ones always, optional ones when `scope` or `claims` names them, all
 * without `scope`. Nothing opens an item the owner did not register; unknown values are ignored.
 */
export function nameItems(
  registered: readonly ConsentItem[],
  { scope, claims }: { scope: readonly string[] | undefined; claims: ClaimsRequest },
): ConsentItem[] {
  if (!scope) return [...registered];
  const named = new Set([...scope.flatMap(itemsOfScope), ...itemsOfClaims([...claims.userInfo, ...claims.idToken])]);
  return registered.filter((entry) => entry.consent === 'required' || named.has(entry.item));
}

/**
 * `scope` of a token answer: the requested values that were granted, in the order requested, then the names of granted
 * items no requested value covers. Undefined: nothing to name, the member is left out.
 */
export function describeGrantedScope(
  requested: readonly string[] | undefined,
  items: readonly ConsentItemName[],
): readonly string[] | undefined {
  const values = (requested ?? []).filter((value) => isGranted(value, items));
  const covered = new Set(values.flatMap(itemsOfScope));
  const scope = [...values, ...items.filter((item) => !covered.has(item))];
  return scope.length > 0 ? scope : undefined;
}

/** Those of `items` that are still agreed in the connection and registered (contract 4, "What a grant holds"). */
export const agreedItems = (
  items: readonly ConsentItemName[],
  registered: readonly Pick<ConsentItem, 'item' | 'createdAt'>[],
  answers: ConsentAnswers,
): ConsentItemName[] =>
  items.filter((item) => {
    const entry = registered.find((one) => one.item === item);
    const answer = answers[item];
    return entry !== undefined && answer?.agreed === true && answer.answeredAt >= entry.createdAt;
  });

/** Values that name no item and are granted whenever they are asked for. */
const isAlwaysGranted = (value: string): boolean => value === OPENID || value === OFFLINE_ACCESS;

/** A group is granted when one of its items is. */
const isGranted = (value: string, items: readonly ConsentItemName[]): boolean =>
  isAlwaysGranted(value) || itemsOfScope(value).some((item) => items.includes(item));

/** What `scope` at refresh makes of one answer. */
export type Narrowed =
  /** The values of the sign-in again: the answer is that of a refresh without `scope`. */
  | { kind: 'whole' }
  | { kind: 'narrowed'; scope: readonly string[]; items: readonly ConsentItemName[] }
  /** `value` was never requested; undefined: nothing is left of what was asked for. */
  | { kind: 'refused'; value: string | undefined };

/**
 * `scope` at refresh (RFC 6749 6; contract 5): narrows one answer. Required items stay, as they came without being
 * asked for at the sign-in. What was requested once and not granted, and unknown values, are ignored; a known value
 * never requested, or nothing left, is refused.
 */
export function narrowScope(input: {
  asked: readonly string[];
  requested: readonly string[] | undefined;
  granted: readonly ConsentItemName[];
  registered: readonly Pick<ConsentItem, 'item' | 'consent'>[];
}): Narrowed {
  const { asked, requested, granted, registered } = input;
  if (requested && isSameSet(asked, requested)) return { kind: 'whole' };
  const names = registered.map(({ item }) => item);
  const wasRequested = (value: string): boolean =>
    requested ? requested.includes(value) : itemsOfScope(value).some((item) => names.includes(item));
  const allowed = (value: string): boolean =>
    isAlwaysGranted(value) ? wasRequested(value) : isGranted(value, granted);

  const never = asked.find((value) => KNOWN_SCOPES.includes(value) && !allowed(value) && !wasRequested(value));
  if (never !== undefined) return { kind: 'refused', value: never };
  const values = asked.filter(allowed);
  if (values.length === 0) return { kind: 'refused', value: undefined };
  const required = registered.filter(({ consent }) => consent === 'required').map(({ item }) => item);
  const kept = new Set([...values.flatMap(itemsOfScope), ...required]);
  const items = granted.filter((item) => kept.has(item));
  return { kind: 'narrowed', scope: describeGrantedScope(values, items) ?? [], items };
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean => {
  const set = new Set(others);
  return new Set(some).size === set.size && some.every((value) => set.has(value));
};
