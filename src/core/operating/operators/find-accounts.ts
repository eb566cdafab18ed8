// Support and operators find accounts (contract 29): by the beginning of an address, an id, or the `sub` by which an
// application knows the person; by role and status.
import { type Account, type AccountStatus, type Role, statusOf } from '../../ground/accounts/account.ts';
import { emailKeyPrefix } from '../../ground/accounts/email.ts';
import { ID } from '../../ground/secrets.ts';
import { hasForbiddenCharacters } from '../../ground/texts/plain-text.ts';
import type { Ports } from '../ports.ts';

/** Undefined members do not filter. */
export type AccountSearch = {
  /** The beginning of an address, in any spelling of it. */
  email?: string | undefined;
  role?: Role | undefined;
  status?: AccountStatus | undefined;
  /** Only accounts after this place, whether or not there still is one. */
  after?: string | undefined;
  limit: number;
};

/**
 * In the order of the addresses' keys. `next`: the place of the last one, for `after`; undefined: there are no others.
 */
export type FoundAccounts = { accounts: readonly Account[]; next: string | undefined };

type Deps = Pick<Ports, 'accounts'>;

export async function searchAccounts({ accounts }: Deps, search: AccountSearch): Promise<FoundAccounts> {
  const { email = '', role, status, after, limit } = search;
  if (hasForbiddenCharacters(email)) return { accounts: [], next: undefined };
  const afterKey = after && ID.test(after) ? (await accounts.find(after))?.emailKey : after;
  const found = await accounts.search({ keyPrefix: emailKeyPrefix(email), role, status, afterKey, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { accounts: page, next: last && placeOf(last) };
}

const MAX_PLACE_BYTES = 1000;

/** The key. It can be many times as long as the address, because of compatibility letters; then the id. */
const placeOf = ({ id, emailKey }: Account): string => (Buffer.byteLength(emailKey) > MAX_PLACE_BYTES ? id : emailKey);

/** A `sub` may come from another system (contract 30). */
const SUB = /^[\x20-\x7e]{1,255}$/;
/** Several applications may know different people by one `sub`. */
const MAX_BY_SUB = 20;

/** @param search `text`: an id, a `sub`, or the beginning of an address; an id or `sub` that is found goes first */
export async function findAccounts(
  deps: Deps,
  { text, ...search }: Omit<AccountSearch, 'email'> & { text: string },
): Promise<FoundAccounts> {
  const named = search.after === undefined ? await findNamed(deps, text.trim()) : [];
  if (named.length === 0) return searchAccounts(deps, { ...search, email: text });
  const { role, status } = search;
  const isWanted = (account: Account) =>
    (role === undefined || account.role === role) && (status === undefined || statusOf(account) === status);
  return { accounts: named.filter(isWanted), next: undefined };
}

async function findNamed({ accounts }: Deps, text: string): Promise<readonly Account[]> {
  const byId = ID.test(text) ? await accounts.find(text) : undefined;
  if (byId) return [byId];
  return SUB.test(text) ? accounts.findBySub(text, MAX_BY_SUB) : [];
}
