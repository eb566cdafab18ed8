// The signing keys in use. The list of keys is read at most once a second: changes are scheduled far ahead, and every
// process sees a revoked key within that second (decision 9).

import { Unavailable } from '../../ground/unavailable.ts';
import type { Ports } from '../ports.ts';
import type { PreparedKey } from './jwt-crypto.ts';
import { currentKey, nextNumber, publishedKeys, signsFromAfter } from './key-schedule.ts';
import { makeSigningKey } from './make-signing-key.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.ts';
import type { SigningKeys } from './signing-keys.ts';

export type SigningKeyDeps = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;

const READ_EVERY_MS = 1000;

export function createSigningKeys(deps: SigningKeyDeps): SigningKeys {
  const list = createKeyList(deps);
  const prepare = createPreparedKeys(deps);
  const makeFirstKeys = createFirstKeys(deps);
  const current = (keys: readonly SigningKey[], algorithm: SigningAlgorithm) =>
    currentKey(keys, algorithm, deps.clock.now());

  return {
    async signer(algorithm) {
      let key = current(await list.read(), algorithm);
      if (!key) {
        await makeFirstKeys(algorithm);
        key = current(await list.readAnew(), algorithm);
      }
      if (!key) throw new Error(`No ${algorithm} key signs now`);
      return { algorithm, sign: prepare(key) };
    },
    async publicKeys() {
      let keys = await list.read();
      // Clients cache the list, so it must have the first key of each algorithm, even when that has signed nothing yet.
      const missing = SIGNING_ALGORITHMS.filter((algorithm) => !current(keys, algorithm));
      if (missing.length > 0) {
        await Promise.all(missing.map(makeFirstKeys));
        keys = await list.readAnew();
      }
      return publishedKeys(keys, deps.clock.now(), deps.rules).map((key) => key.publicJwk);
    },
    verify: (jwt) =>
      deps.jwtCrypto.verify(jwt, async (id, algorithm) => {
        const matches = (key: SigningKey) => key.id === id && key.algorithm === algorithm;
        // Another process may have created the key within this second.
        const key = (await list.read()).find(matches) ?? (await list.readAnew()).find(matches);
        return key?.revokedAt === undefined ? key?.publicJwk : undefined;
      }),
  };
}

/** The list of all keys, at most a second old. */
function createKeyList({ keys, clock }: Pick<Ports, 'keys' | 'clock'>) {
  let known: { at: number; list: Promise<readonly SigningKey[]> } | undefined;
  const readAnew = (): Promise<readonly SigningKey[]> => {
    const reading = { at: clock.now(), list: keys.list() };
    known = reading;
    // A failed read is not cached: the next caller reads again.
    reading.list.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.list;
  };
  const isFresh = (at: number): boolean => Math.abs(clock.now() - at) < READ_EVERY_MS;
  return { readAnew, read: () => (known && isFresh(known.at) ? known.list : readAnew()) };
}

/**
 * Creates the key that signs from now on, and the next one, which is published long before it signs. Concurrent calls
 * share one run.
 */
function createFirstKeys(deps: SigningKeyDeps): (algorithm: SigningAlgorithm) => Promise<void> {
  const running = new Map<SigningAlgorithm, Promise<void>>();
  const make = async (algorithm: SigningAlgorithm): Promise<void> => {
    const now = deps.clock.now();
    const number = nextNumber(await deps.keys.list(), algorithm);
    const planned = [
      { algorithm, number, signsFrom: () => now },
      { algorithm, number: number + 1, signsFrom: (at: number) => signsFromAfter({ signsFrom: now }, at, deps.rules) },
    ];
    // Another process may be first. Its keys are as good, and are found when the list is read again.
    await deps.keys.insert(await Promise.all(planned.map((one) => makeSigningKey(deps, one))));
  };
  return (algorithm) => {
    const making = running.get(algorithm) ?? make(algorithm).finally(() => running.delete(algorithm));
    running.set(algorithm, making);
    return making;
  };
}

/** Decrypts each private key once: an id always stands for the same key. */
function createPreparedKeys({ secrets, jwtCrypto }: Pick<Ports, 'secrets' | 'jwtCrypto'>) {
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
    const prepared = jwtCrypto.prepare({ id: key.id, algorithm: key.algorithm, privateKey: opened.plain });
    known.set(key.id, prepared);
    return prepared;
  };
}
