// What an operator does with an existing account, named by its e-mail address in any spelling (contract 1, command line).
// Each answers undefined when there is no such account.
import type { Ports } from '../ports.ts';
import type { Account, Role } from './account.ts';
import { readEmailAddress } from './email.ts';
import { findByAddress } from './find-by-address.ts';
import type { IssuedLink } from './issue-one-time-link.ts';
import { issuePasswordLink } from './issue-password-link.ts';

type Deps = Pick<Ports, 'accounts' | 'clock'>;

export async function findAccount(deps: Pick<Ports, 'accounts'>, email: string): Promise<Account | undefined> {
  const address = readEmailAddress(email);
  return address && findByAddress(deps, address);
}

const PAGE = 100;

/** Every account, in order of creation, a page at a time: a million of them are never held at once. */
export async function* listAccounts(deps: Pick<Ports, 'accounts'>): AsyncGenerator<Account> {
  let afterId: string | undefined;
  do {
    const page: Account[] = await deps.accounts.list(
      afterId === undefined ? { limit: PAGE } : { afterId, limit: PAGE },
    );
    yield* page;
    afterId = page.length === PAGE ? page.at(-1)?.id : undefined;
  } while (afterId !== undefined);
}

/** Disabling ends every session, code, token, API token and password link for good; enabling revives none of them. */
export const setAccountDisabled = (deps: Deps, email: string, disabled: boolean): Promise<Account | undefined> =>
  change(deps, email, (account) => deps.accounts.setDisabled(account.id, disabled, deps.clock.now()));

export const setAccountRole = (deps: Deps, email: string, role: Role): Promise<Account | undefined> =>
  change(deps, email, (account) => deps.accounts.setRole(account.id, role, deps.clock.now()));

/** The account goes with all that is its own: sessions, connections, API tokens, applications, grants. */
export async function deleteAccount(deps: Deps, email: string): Promise<Account | undefined> {
  const account = await findAccount(deps, email);
  return account && (await deps.accounts.remove(account.id, deps.clock.now())) ? account : undefined;
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
