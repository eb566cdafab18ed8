// The key that hashes the usernames stored apart from accounts (contract 2, "Username"). It is random and encrypted
// with the server's secret, so that the database does not tell what the name of a deleted account was.

import { keyedHash, newHashKey } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { SealedValue } from '../../server/keys/sealed-value-store.ts';
import type { KeyedName } from '../../sign-in/accounts/keyed-name.ts';
import type { Ports } from '../ports.ts';
import { comparedForm } from './username.ts';

export const USERNAME_KEY = 'username-key';

export type UsernameKey = {
  /** As the database stores it. */
  sealed: Buffer;
  /** Whether this call created it. */
  isNew: boolean;
  keyOf(name: string): KeyedName;
};

type Deps = Pick<Ports, 'sealedValues' | 'secrets' | 'clock'>;

/**
 * Reads the key with each call, because it changes when an operator starts with a new secret. OF MANY FIRST CALLS, ONE
 * CREATES IT.
 * @throws Unavailable, also when neither secret decrypts it
 */
export async function findUsernameKey(deps: Deps): Promise<UsernameKey> {
  const known = await peekUsernameKey(deps);
  if (known) return known;
  const made = { name: USERNAME_KEY, sealed: sealNew(deps), createdAt: deps.clock.now() };
  const isNew = await deps.sealedValues.insert(made);
  const stored = isNew ? made : await deps.sealedValues.find(USERNAME_KEY);
  if (!stored) throw new Unavailable('The username key is being changed');
  return opened(deps, stored, isNew);
}

/** Reads the key without creating one. @throws as `findUsernameKey` does */
export async function peekUsernameKey(deps: Pick<Deps, 'sealedValues' | 'secrets'>): Promise<UsernameKey | undefined> {
  const known = await deps.sealedValues.find(USERNAME_KEY);
  return known && opened(deps, known, false);
}

function opened({ secrets }: Pick<Deps, 'secrets'>, { sealed }: SealedValue, isNew: boolean): UsernameKey {
  const key = secrets.open(USERNAME_KEY, USERNAME_KEY, sealed);
  if (!key) throw new Unavailable('The username key was encrypted with another secret');
  const { plain } = key;
  return {
    sealed,
    isNew,
    keyOf: (name) => ({ nameKey: keyedHash(plain, comparedForm(name)), sealedKey: sealed }),
  };
}

/** A new key, encrypted. */
export const sealNew = ({ secrets }: Pick<Ports, 'secrets'>): Buffer =>
  secrets.seal(USERNAME_KEY, USERNAME_KEY, newHashKey());

/** Encrypts the key with the current secret if the previous one decrypts it. @returns whether this call did */
export async function rewrapUsernameKey(deps: Pick<Ports, 'sealedValues' | 'secrets'>): Promise<boolean> {
  const known = await deps.sealedValues.find(USERNAME_KEY);
  const key = known && deps.secrets.open(USERNAME_KEY, USERNAME_KEY, known.sealed);
  if (!known || !key || key.isCurrent) return false;
  return deps.sealedValues.reseal(USERNAME_KEY, known.sealed, deps.secrets.seal(USERNAME_KEY, USERNAME_KEY, key.plain));
}
