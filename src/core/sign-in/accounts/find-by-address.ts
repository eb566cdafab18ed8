// Finds the account of an address. Where several accounts already had spellings of one address before those counted as
// one, each is found by its own exact spelling.

import type { Account } from '../../ground/accounts/account.ts';
import { type EmailAddress, readEmailAddress } from '../../ground/accounts/email.ts';
import type { Ports } from '../ports.ts';

/** Tries the former key first: an account whose key is being renewed is found under one of the two. */
export async function findByAddress(
  { accounts }: Pick<Ports, 'accounts'>,
  { emailKey, formerKey }: EmailAddress,
): Promise<Account | undefined> {
  const former = formerKey === undefined ? undefined : await accounts.findByEmailKey(formerKey);
  return former ?? accounts.findByEmailKey(emailKey);
}

/** @param email in any spelling */
export async function findByEmail(deps: Pick<Ports, 'accounts'>, email: string): Promise<Account | undefined> {
  const address = readEmailAddress(email);
  return address && findByAddress(deps, address);
}
