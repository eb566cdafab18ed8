// What operators do to the account of an address, as the commands do it. Undefined: there is no such account.
import type { Account, Role } from '../../src/core/ground/accounts/account.ts';
import {
  removeAccount,
  removeAllFactors,
  setDisabled,
  setRole,
  verifyEmail,
} from '../../src/core/operating/operators/act-on-account.ts';
import type { Ports } from '../../src/core/operating/ports.ts';
import { type AccountName, findAccount } from '../../src/core/people/accounts/administer-accounts.ts';
import { setUsernameOf } from '../../src/core/people/usernames/take-username.ts';

export const setAccountDisabled = (ports: Ports, name: AccountName, disabled: boolean): Promise<Account | undefined> =>
  change(ports, name, (account) => setDisabled(ports, { account, disabled }));

export const setAccountRole = (
  ports: Ports,
  name: AccountName,
  role: Role,
  newOwner?: Account,
): Promise<Account | undefined> => change(ports, name, (account) => setRole(ports, { account, role, newOwner }));

export const setEmailVerified = (ports: Ports, name: AccountName): Promise<Account | undefined> =>
  change(ports, name, (account) => verifyEmail(ports, { account }));

/** @returns the account before it was deleted */
export async function deleteAccount(ports: Ports, name: AccountName, newOwner?: Account): Promise<Account | undefined> {
  const account = await findAccount(ports, name);
  return account && (await removeAccount(ports, { account, newOwner })) ? account : undefined;
}

/** `removed`: it had a factor. */
export async function removeFactorsOf(ports: Ports, name: AccountName): Promise<{ removed: boolean } | undefined> {
  const account = await findAccount(ports, name);
  return account && { removed: await removeAllFactors(ports, { account }) };
}

/** @param typed undefined: takes the name away */
export const setUsername = async (
  ports: Ports,
  name: AccountName,
  typed: string | undefined,
): ReturnType<typeof setUsernameOf> => setUsernameOf(ports, await findAccount(ports, name), typed);

/** @returns the account after the change */
async function change(
  ports: Ports,
  name: AccountName,
  act: (account: Account) => Promise<boolean>,
): Promise<Account | undefined> {
  const account = await findAccount(ports, name);
  return account && (await act(account)) ? ports.accounts.find(account.id) : undefined;
}
