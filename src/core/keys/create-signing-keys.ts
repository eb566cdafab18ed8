// The signing keys at work. The list of keys is read at most once a second: a change is made far ahead of its time or, when
// a key is given up, seen within that second by every process (security.md, "Revocation").
import type { Clock } from '../clock.ts';
import type { Rules } from '../ports.ts';
import type { ServerSecrets } from '../secrets.ts';
import { Unavailable } from '../unavailable.ts';
import type { JwtCrypto, PreparedKey } from './jwt-crypto.ts';
import { currentKey, publishedKeys } from './key-schedule.ts';
import { makeSigningKey } from './make-signing-key.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.ts';
import type { SigningKeyStore } from './signing-key-store.ts';
import type { SigningKeys } from './signing-keys.ts';

export type SigningKeyDeps = {
  keys: SigningKeyStore;
  clock: Clock;
  secrets: ServerSecrets;
  crypto: JwtCrypto;
  rules: Pick<Rules, 'signingKeyDays' | 'idTokenTtlSeconds'>;
};

const READ_EVERY_MS = 1000;

export function createSigningKeys(deps: SigningKeyDeps): SigningKeys {
  const list = createKeyList(deps);
  const prepare = createPreparedKeys(deps);

  return {
    async signer(algorithm) {
      let key = currentKey(await list.read(), algorithm, deps.clock.now());
      if (!key) {
        await makeFirstKeys(deps, [algorithm]);
        key = currentKey(await list.readAnew(), algorithm, deps.clock.now());
      }
      if (!key) throw new Error(`No ${algorithm} key signs now`);
      return { algorithm, sign: prepare(key) };
    },
    async publicKeys() {
      let keys = await list.read();
      const missing = SIGNING_ALGORITHMS.filter((algorithm) => !currentKey(keys, algorithm, deps.clock.now()));
      if (missing.length > 0) {
        await makeFirstKeys(deps, missing);
        keys = await list.readAnew();
      }
      return publishedKeys(keys, deps.clock.now(), deps.rules).map((key) => key.publicJwk);
    },
    async verify(jwt) {
      const keys = await list.read();
      return deps.crypto.verify(
        jwt,
        (id, algorithm) =>
          keys.find((key) => key.id === id && key.algorithm === algorithm && key.revokedAt === undefined)?.publicJwk,
      );
    },
  };
}

/** The list of all keys, as read within the last second. */
function createKeyList({ keys, clock }: Pick<SigningKeyDeps, 'keys' | 'clock'>) {
  let known: { at: number; list: Promise<readonly SigningKey[]> } | undefined;
  const readAnew = (): Promise<readonly SigningKey[]> => {
    const reading = { at: clock.now(), list: keys.list() };
    known = reading;
    // Trouble is not remembered: the next caller asks anew.
    reading.list.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.list;
  };
  const isFresh = (at: number): boolean => Math.abs(clock.now() - at) < READ_EVERY_MS;
  return { readAnew, read: () => (known && isFresh(known.at) ? known.list : readAnew()) };
}

/** The first keys of an algorithm: the one that signs from now on, and the next, published long before its time. */
async function makeFirstKeys(deps: SigningKeyDeps, algorithms: readonly SigningAlgorithm[]): Promise<void> {
  const now = deps.clock.now();
  const later = now + deps.rules.signingKeyDays * 86_400_000;
  for (const algorithm of algorithms) {
    const planned = [
      { algorithm, number: 1, createdAt: now, signsFrom: now },
      { algorithm, number: 2, createdAt: now, signsFrom: later },
    ];
    // Another process may be first; its keys are as good, and are found when the list is read anew.
    await deps.keys.insert(await Promise.all(planned.map((one) => makeSigningKey(deps, one))));
  }
}

/** Private keys are decrypted once: a key's name stands for the same key for ever. */
function createPreparedKeys({ secrets, crypto }: Pick<SigningKeyDeps, 'secrets' | 'crypto'>) {
  const known = new Map<string, PreparedKey>();
  return (key: SigningKey): PreparedKey => {
    const found = known.get(key.id);
    if (found) return found;
    const opened = secrets.open('signing-key', key.id, key.sealedPrivateKey);
    if (!opened) {
      throw new Unavailable(
        'The signing keys were encrypted with another secret: give it as LATCHKEY_SECRET_PREVIOUS and run latchkey keys rewrap',
      );
    }
    const prepared = crypto.prepare({ id: key.id, algorithm: key.algorithm, privateKey: opened.plain });
    known.set(key.id, prepared);
    return prepared;
  };
}
