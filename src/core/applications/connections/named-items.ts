// Which consent items a request names, and which `scope` describes the granted ones (contract 4 and 5).

import type { ClaimsRequest } from '../../../protocol/claims-request.ts';
import { OFFLINE_ACCESS, OPENID } from '../../../protocol/scope.ts';
import { CATALOGUE, type ConsentItemName } from '../../ground/consent-items.ts';
import type { ConsentItem } from '../applications/application.ts';
import type { ConsentAnswers } from './connection.ts';

const ITEMS_OF_SCOPE: ReadonlyMap<string, readonly ConsentItemName[]> = new Map(
  CATALOGUE.flatMap(({ scopes }) => scopes).map((value) => [
    value,
    CATALOGUE.filter(({ scopes }) => scopes.includes(value)).map(({ item }) => item),
  ]),
);

/** The items that a `scope` value names: one item, or every item of a group (`profile`, `phone`). */
export const itemsOfScope = (value: string): readonly ConsentItemName[] => ITEMS_OF_SCOPE.get(value) ?? [];

/** Every value of `scope` this server knows. */
export const KNOWN_SCOPES: readonly string[] = [
  ...new Set([OPENID, ...CATALOGUE.flatMap((entry) => [entry.item, ...entry.scopes]), OFFLINE_ACCESS]),
];

/** The items of these claims: a claim names its item (contract 4). */
const itemsOfClaims = (names: readonly string[]): readonly ConsentItemName[] =>
  CATALOGUE.filter((entry) => entry.claims.some((claim) => names.includes(claim))).map((entry) => entry.item);

/**
 * The registered items that a request names: required ones always, optional ones when `scope` or `claims` names them,
 * all of them without `scope`. No value adds an item that the owner did not register; unknown values are ignored.
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
 * `scope` of a token answer: the requested values that were granted, in the order requested, then the granted items
 * that no requested value covers. Undefined when there is nothing to name; the member is then left out.
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

/** The `items` that are still agreed in the connection and registered (contract 4, "What a grant holds"). */
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

/** Values that name no item and are always granted on request. */
const isAlwaysGranted = (value: string): boolean => value === OPENID || value === OFFLINE_ACCESS;

/** A group is granted when one of its items is. */
const isGranted = (value: string, items: readonly ConsentItemName[]): boolean =>
  isAlwaysGranted(value) || itemsOfScope(value).some((item) => items.includes(item));

/** The effect of `scope` at refresh on one answer. */
export type ScopeChange =
  /** The values of the sign-in again: the answer is as without `scope`. */
  | { kind: 'whole' }
  | { kind: 'narrowed'; scope: readonly string[]; items: readonly ConsentItemName[] }
  /** `value` was never requested; undefined: nothing that was asked for is left. */
  | { kind: 'refused'; value: string | undefined };

/**
 * Applies `scope` at refresh, which narrows one answer (RFC 6749 6; contract 5). Required items stay, because the
 * sign-in granted them without a request. Values that were requested but not granted, and unknown ones, are ignored. A
 * known value that was never requested, or nothing left, is refused.
 */
export function narrowScope(input: {
  asked: readonly string[];
  requested: readonly string[] | undefined;
  granted: readonly ConsentItemName[];
  registered: readonly Pick<ConsentItem, 'item' | 'consent'>[];
}): ScopeChange {
  const { asked, requested, granted, registered } = input;
  if (requested && isSameSet(asked, requested)) return { kind: 'whole' };
  const names = registered.map(({ item }) => item);
  const wasRequested = (value: string): boolean =>
    requested ? requested.includes(value) : itemsOfScope(value).some((item) => names.includes(item));
  const allowed = (value: string): boolean =>
    isAlwaysGranted(value) ? wasRequested(value) : isGranted(value, granted);

  const neverRequested = asked.find((value) => KNOWN_SCOPES.includes(value) && !allowed(value) && !wasRequested(value));
  if (neverRequested !== undefined) return { kind: 'refused', value: neverRequested };
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
