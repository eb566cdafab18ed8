// The signer keys of imported Firebase projects (contract 30). Firebase's hashes cannot be checked without them. All of
// them are one value, encrypted with the server's secret; a stored hash names its key by the key's hash.

import { hashContents } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { SealedValue } from '../../server/keys/sealed-value-store.ts';
import type { Ports } from '../ports.ts';
import { readStoredHash, type StoredHash } from './stored-hash.ts';

export const SIGNER_KEYS = 'signer-keys';

/** Base64 by name. */
type SignerKeys = Record<string, string>;
type Deps = Pick<Ports, 'sealedValues' | 'secrets'>;

/** The key that a check of the hash needs. Undefined: none, or no secret of the server decrypts it. */
export async function findSignerKey(deps: Deps, hash: string | undefined): Promise<Buffer | undefined> {
  const stored = hash?.startsWith('$firebase-scrypt$') ? readStoredHash(hash) : undefined;
  if (stored?.scheme !== 'firebase-scrypt') return undefined;
  return (await findSignerKeys(deps))(stored.key);
}

/** @returns a function from a key's name to the key */
export async function findSignerKeys(deps: Deps): Promise<(name: string) => Buffer | undefined> {
  const known = await deps.sealedValues.find(SIGNER_KEYS);
  const keys = known && read(deps, known.sealed);
  return (name) => (keys?.keys[name] === undefined ? undefined : Buffer.from(keys.keys[name], 'base64'));
}

function read(
  { secrets }: Pick<Deps, 'secrets'>,
  sealed: Buffer,
): { keys: SignerKeys; isCurrent: boolean } | undefined {
  const opened = secrets.open('signer-keys', SIGNER_KEYS, sealed);
  return opened && { keys: JSON.parse(opened.plain.toString()) as SignerKeys, isCurrent: opened.isCurrent };
}

/** Which secret decrypts the keys. Undefined: none does, so nobody signs in by a password that came from Firebase. */
export function signerKeysOpenedBy(
  deps: Pick<Deps, 'secrets'>,
  { sealed }: Pick<SealedValue, 'sealed'>,
): 'current' | 'previous' | undefined {
  const opened = read(deps, sealed);
  return opened && (opened.isCurrent ? 'current' : 'previous');
}

const seal = ({ secrets }: Deps, keys: SignerKeys): Buffer =>
  secrets.seal('signer-keys', SIGNER_KEYS, Buffer.from(JSON.stringify(keys)));

const nameOf = (key: Buffer): string => hashContents(key).toString('hex').slice(0, 16);

/** The hash as `retireSignerKey` gives it, for a dry run. */
export const withKeyNamed = (hash: StoredHash): string =>
  hash.scheme === 'firebase-scrypt'
    ? hash.text.replace(`k=${hash.key}$`, `k=${nameOf(Buffer.from(hash.key, 'base64'))}$`)
    : hash.text;

/** Two imports at once may each store a key; of each attempt that fails, another one has succeeded. */
const MAX_ATTEMPTS = 10;

/**
 * The hash as it is stored: its signer key is put aside, and named instead. Hashes of other kinds stay as they are.
 * Keys that no secret decrypts any more are of no use and are replaced.
 * @param stored names of keys that the caller has put aside already; this one is added
 * @throws Unavailable
 */
export async function retireSignerKey(
  deps: Deps & Pick<Ports, 'clock'>,
  hash: StoredHash,
  stored: Set<string> = new Set(),
): Promise<string> {
  if (hash.scheme !== 'firebase-scrypt') return hash.text;
  const key = Buffer.from(hash.key, 'base64');
  const name = nameOf(key);
  const text = withKeyNamed(hash);
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !stored.has(name); attempt += 1) {
    const known = await deps.sealedValues.find(SIGNER_KEYS);
    const keys = (known && read(deps, known.sealed)?.keys) ?? {};
    if (name in keys) {
      stored.add(name);
      break;
    }
    const sealed = seal(deps, { ...keys, [name]: key.toString('base64') });
    const isStored = known
      ? await deps.sealedValues.reseal(SIGNER_KEYS, known.sealed, sealed)
      : await deps.sealedValues.insert({ name: SIGNER_KEYS, sealed, createdAt: deps.clock.now() });
    if (isStored) stored.add(name);
  }
  if (stored.has(name)) return text;
  throw new Unavailable('The signer keys are being changed');
}

/** The opposite, for an export. Undefined: the hash is of no use, because its key cannot be decrypted. */
export function withSignerKey(findKey: (name: string) => Buffer | undefined, passwordHash: string): string | undefined {
  const stored = readStoredHash(passwordHash);
  if (stored?.scheme !== 'firebase-scrypt') return stored?.text;
  const key = findKey(stored.key);
  return key && stored.text.replace(`k=${stored.key}$`, `k=${key.toString('base64')}$`);
}

/** Encrypts the keys with the current secret if the previous one decrypts them. @returns whether this call did */
export async function rewrapSignerKeys(deps: Deps): Promise<boolean> {
  const known = await deps.sealedValues.find(SIGNER_KEYS);
  const opened = known && read(deps, known.sealed);
  if (!known || !opened || opened.isCurrent) return false;
  return deps.sealedValues.reseal(SIGNER_KEYS, known.sealed, seal(deps, opened.keys));
}
