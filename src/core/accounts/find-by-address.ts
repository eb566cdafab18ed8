// Whose account an address is. Where several accounts had spellings of one address before they counted as one, each is
// reached by its own exact spelling.
import type { Ports } from '../ports.ts';
import type { Account } from './account.ts';
import type { EmailAddress } from './email.ts';

/** The former key first: an account whose key is made anew meanwhile is found under the one or the other. */
export async function findByAddress(
  { accounts }: Pick<Ports, 'accounts'>,
  { emailKey, formerKey }: EmailAddress,
): Promise<Account | undefined> {
  const former = formerKey === undefined ? undefined : await accounts.findByEmailKey(formerKey);
  return former ?? accounts.findByEmailKey(emailKey);
}
