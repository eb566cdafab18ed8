// How operators find accounts on the command line, where they name one by its address, its id, a `sub`
// or its username (contract 1, 29).
import { type Account, type AccountStatus, ORIGINS, type Origin, type Role } from '../../ground/accounts/account.ts';
import { ID } from '../../ground/secrets.ts';
import { toPlainText } from '../../ground/texts/plain-text.ts';
import type { AccountFilter } from '../../sign-in/accounts/account-store.ts';
import { findByEmail } from '../../sign-in/accounts/find-by-address.ts';
import type { Ports } from '../ports.ts';
import { findByUsername } from '../usernames/find-by-username.ts';

/** An email address in any spelling, an id, the `sub` by which an application knows the person, or a username. */
export type AccountName = string | { id: string } | { sub: string } | { username: string };

export type FindDeps = Pick<Ports, 'accounts' | 'usernames' | 'sealedValues' | 'secrets'>;

/** Undefined also when several applications know different people by the `sub`. */
export async function findAccount(deps: FindDeps, name: AccountName): Promise<Account | undefined> {
  if (typeof name === 'string') return findByEmail(deps, name);
  if ('id' in name) return deps.accounts.find(name.id);
  if ('username' in name) return findByUsername(deps, name.username);
  const [found, another] = await deps.accounts.findBySub(name.sub, 2);
  return another ? undefined : found;
}

/** What somebody typed: an address, an id or a username. */
export const accountNameIn = (typed: string): AccountName => {
  if (typed.includes('@')) return typed;
  return ID.test(typed) ? { id: typed } : { username: typed };
};

/** Each member that is given narrows the result. */
export type AccountQuery = {
  /** Part of the address, in any spelling. */
  email?: string | undefined;
  role?: Role | undefined;
  status?: AccountStatus | undefined;
  /** Only accounts created after this one. */
  afterId?: string | undefined;
  limit?: number | undefined;
};

const PAGE = 500;

/** In order of creation. Accounts are read a page at a time, so a million of them are never in memory at once. */
export async function* listAccounts(deps: Pick<Ports, 'accounts'>, query: AccountQuery = {}): AsyncGenerator<Account> {
  const { email, role, status, limit = Number.POSITIVE_INFINITY } = query;
  const text = email === undefined ? undefined : toPlainText(email);
  const filter: AccountFilter = { email: text ? { text, key: text.toLowerCase() } : undefined, role, status };
  let { afterId } = query;
  for (let left = limit; left > 0; left -= PAGE) {
    const pageSize = Math.min(left, PAGE);
    const page: Account[] = await deps.accounts.list({ afterId, limit: pageSize, filter });
    yield* page;
    if (page.length < pageSize) return;
    afterId = page.at(-1)?.id;
  }
}

/** Origins where an operator typed the address. Elsewhere people typed it themselves, and it may not be theirs. */
const TYPED_BY = {
  setup: 'operator',
  command: 'operator',
  api: 'operator',
  import: 'operator',
  invitation: 'person',
  'sign-up': 'person',
} as const satisfies Readonly<Record<Origin, 'operator' | 'person'>>;
export const OPERATOR_ORIGINS = ORIGINS.filter((origin) => TYPED_BY[origin] === 'operator');

const BATCH_SIZE = 500;

/** Verifies the addresses of all accounts of these origins, in batches. @returns how many */
export async function setEmailsVerified(
  deps: Pick<Ports, 'accounts' | 'clock'>,
  origins: readonly Origin[],
): Promise<number> {
  let verified = 0;
  for (const origin of origins) {
    let afterId: string | undefined = '';
    while (afterId !== undefined) {
      const batch = { origin, afterId, limit: BATCH_SIZE, now: deps.clock.now() };
      const { count, lastId } = await deps.accounts.setEmailsVerified(batch);
      verified += count;
      afterId = lastId;
    }
  }
  return verified;
}
