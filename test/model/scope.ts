// What `scope` says, by contract 3 (catalogue), 4 (Consent) and 5 ("scope in the answer", "scope at refresh"), for the
// items that the walks use.

export type Item = 'nickname' | 'email' | 'gender';

const ITEMS: readonly Item[] = ['nickname', 'email', 'gender'];
const PROFILE: readonly Item[] = ['nickname', 'gender'];
const ALWAYS = ['openid', 'offline_access'];
/** Values of the catalogue that the walks send besides: no application registered what they name. */
const OTHERS = ['phone', 'address'];

type Scope = readonly string[] | undefined;

export function itemsNamedBy(value: string): readonly Item[] {
  return value === 'profile' ? PROFILE : ITEMS.filter((item) => item === value);
}

export const isOpenId = (scope: Scope): boolean => scope?.includes('openid') ?? false;

/** Required items are always named, optional ones where `scope` names them, all without it. */
export const isNamed = (scope: Scope, entry: { item: Item; consent: 'required' | 'optional' }): boolean =>
  !scope || entry.consent === 'required' || scope.some((value) => itemsNamedBy(value).includes(entry.item));

const isGranted = (value: string, items: readonly Item[]): boolean =>
  ALWAYS.includes(value) || itemsNamedBy(value).some((item) => items.includes(item));

/** The values requested and granted, in order, then the items that none of them covers; undefined: nothing to name. */
export function describeScope(requested: Scope, items: readonly Item[]): Scope {
  const values = (requested ?? []).filter((value) => isGranted(value, items));
  const rest = items.filter((item) => !values.some((value) => itemsNamedBy(value).includes(item)));
  return values.length + rest.length > 0 ? [...values, ...rest] : undefined;
}

type Narrowed = { scope: readonly string[]; items: readonly Item[] };

/** `scope` at refresh. Undefined: `invalid_scope`. */
export function narrow(input: {
  asked: readonly string[];
  requested: Scope;
  granted: readonly Item[];
  registered: readonly { item: Item; consent: 'required' | 'optional' }[];
}): Narrowed | 'whole' | undefined {
  const { asked, requested, granted, registered } = input;
  const sorted = (values: readonly string[]) => [...new Set(values)].sort().join(' ');
  if (requested && sorted(asked) === sorted(requested)) return 'whole';
  const wasRequested = (value: string) =>
    requested ? requested.includes(value) : itemsNamedBy(value).some((item) => registered.some((r) => r.item === item));
  const isAllowed = (value: string) => (ALWAYS.includes(value) ? wasRequested(value) : isGranted(value, granted));
  const isKnown = (value: string) => ALWAYS.includes(value) || OTHERS.includes(value) || itemsNamedBy(value).length > 0;
  if (asked.some((value) => isKnown(value) && !isAllowed(value) && !wasRequested(value))) return undefined;
  const values = asked.filter(isAllowed);
  if (values.length === 0) return undefined;
  const stays = (item: Item) => registered.some((entry) => entry.item === item && entry.consent === 'required');
  const items = granted.filter((item) => stays(item) || values.some((value) => itemsNamedBy(value).includes(item)));
  return { scope: describeScope(values, items) ?? [], items };
}
