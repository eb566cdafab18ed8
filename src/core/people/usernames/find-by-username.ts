// Finds an account by its username, for operators who name one on the command line (contract 29).
import type { Account } from '../../ground/accounts/account.ts';
import type { Ports } from '../ports.ts';
import { readUsername } from './username.ts';
import { peekUsernameKey } from './username-key.ts';

/**
 * Only the account that has this very name: neither the one that had it before, nor one whose name merely reads the
 * same.
 * @throws Unavailable, also when neither secret decrypts the username key
 */
export async function findByUsername(
  deps: Pick<Ports, 'usernames' | 'sealedValues' | 'secrets'>,
  typed: string,
): Promise<Account | undefined> {
  const name = readUsername(typed);
  const key = name === undefined ? undefined : await peekUsernameKey(deps);
  if (name === undefined || !key) return undefined;
  const holder = await deps.usernames.findHolder(key.keyOf(name).nameKey);
  return holder?.username === name ? holder : undefined;
}
