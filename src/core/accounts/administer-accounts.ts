// What an operator does with an existing account, named by its e-mail address in any spelling (contract 1, command
// line). Each answers undefined when there is no such account.

import type { IssuedLink } from '../one-time-links/issue-one-time-link.ts';
import { issuePasswordLink } from '../one-time-links/issue-password-link.ts';
import type { Ports } from '../ports.ts';
import { toPlainText } from '../profile/plain-text.ts';
import type { Account, Origin, Role } from './account.ts';
import type { AccountFilter } from './account-store.ts';
import { readEmailAddress } from './email.ts';
import { findByAddress } from './find-by-address.ts';

type Deps = Pick<Ports, 'accounts' | 'clock'>;
type EndingDeps = Deps & Pick<Ports, 'publish'>;

export async function findAccount(deps: Pick<Ports, 'accounts'>, email: string): Promise<Account | undefined> {
  const address = readEmailAddress(email);
  return address && findByAddress(deps, address);
}

/** Each member that is given leaves fewer. */
export type WhichAccounts = {
  /** A part of the address, in any spelling. */
  email?: string | undefined;
  role?: Role | undefined;
  disabled?: boolean | undefined;
  /** Only those made after this one. */
  afterId?: string | undefined;
  limit?: number | undefined;
};

const PAGE = 500;

/** In order of creation, read a page at a time: a million of them are never held at once. */
export async function* listAccounts(deps: Pick<Ports, 'accounts'>, which: WhichAccounts = {}): AsyncGenerator<Account> {
  const { email, role, disabled, limit = Number.POSITIVE_INFINITY } = which;
  const text = email === undefined ? undefined : toPlainText(email);
  const filter: AccountFilter = { email: text ? { text, key: text.toLowerCase() } : undefined, role, disabled };
  let { afterId } = which;
  for (let left = limit; left > 0; left -= PAGE) {
    const asked = Math.min(left, PAGE);
    const page: Account[] = await deps.accounts.list({ afterId, limit: asked, filter });
    yield* page;
    if (page.length < asked) return;
    afterId = page.at(-1)?.id;
  }
}

/** Disabling ends every session, code, token, API token and password link for good; enabling revives none of them. */
export const setAccountDisabled = (deps: EndingDeps, email: string, disabled: boolean): Promise<Account | undefined> =>
  change(deps, email, async ({ id }) => {
    const changed = await deps.accounts.setDisabled(id, disabled, deps.clock.now());
    if (changed && disabled) deps.publish({ kind: 'sessions-ended', accountId: id });
    return changed;
  });

export const setAccountRole = (deps: Deps, email: string, role: Role): Promise<Account | undefined> =>
  change(deps, email, (account) => deps.accounts.setRole(account.id, role, deps.clock.now()));

/**
 * The operator states that the address is the person's; whoever changed it a moment earlier has another one, and
 * nothing is stated.
 */
export const setEmailVerified = (deps: Deps, email: string): Promise<Account | undefined> =>
  change(deps, email, (account) => deps.accounts.setEmailVerified(account.id, account.emailKey, deps.clock.now()));

/** Whose addresses operators typed. Other people typed their own: nobody knows whether they are theirs. */
export const MADE_BY_OPERATORS: readonly Origin[] = ['setup', 'command', 'api', 'import'];

const STATED_AT_ONCE = 500;

/** States the addresses of all accounts of these origins, a part at a time. @returns how many */
export async function setEmailsVerified(deps: Deps, origins: readonly Origin[]): Promise<number> {
  let stated = 0;
  for (const origin of origins) {
    let afterId: string | undefined = '';
    while (afterId !== undefined) {
      const part = { origin, afterId, limit: STATED_AT_ONCE, now: deps.clock.now() };
      const { count, lastId } = await deps.accounts.setEmailsVerified(part);
      stated += count;
      afterId = lastId;
    }
  }
  return stated;
}

/** The account goes with all that is its own: sessions, connections, API tokens, applications, grants. */
export async function deleteAccount(deps: EndingDeps, email: string): Promise<Account | undefined> {
  const account = await findAccount(deps, email);
  if (!account || !(await deps.accounts.remove(account.id, deps.clock.now()))) return undefined;
  deps.publish({ kind: 'sessions-ended', accountId: account.id });
  return account;
}

/** Nothing ends before the link is used; older links of the account die. */
export async function issuePasswordLinkByEmail(
  deps: Pick<Ports, 'accounts' | 'links' | 'clock'>,
  email: string,
): Promise<(IssuedLink & { account: Account }) | undefined> {
  const account = await findAccount(deps, email);
  return account && { account, ...(await issuePasswordLink(deps, account)) };
}

/** The account as it stands afterwards. */
async function change(
  deps: Deps,
  email: string,
  act: (account: Account) => Promise<boolean>,
): Promise<Account | undefined> {
  const account = await findAccount(deps, email);
  return account && (await act(account)) ? deps.accounts.find(account.id) : undefined;
}
