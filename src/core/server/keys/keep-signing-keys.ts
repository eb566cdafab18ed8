// Rotation by schedule: keeps a next key in place for every algorithm that has keys, and removes keys that are no
// longer needed. Every process runs it again and again. The next key then takes over by time alone.
import type { Ports } from '../ports.ts';
import { currentAndFutureKeys, firstNeededNumber, nextKey, nextNumber, signsFromAfter } from './key-schedule.ts';
import { makeSigningKey } from './make-signing-key.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.ts';

type Deps = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;

/** @returns the keys that this call created @throws Unavailable */
export async function keepSigningKeys(deps: Deps): Promise<SigningKey[]> {
  const keys = await deps.keys.list();
  const made: SigningKey[] = [];
  for (const algorithm of SIGNING_ALGORITHMS) {
    const next = await createMissingNext(deps, keys, algorithm);
    if (next) made.push(next);
    await removeUnneeded(deps, keys, algorithm);
  }
  return made;
}

/** Undefined also when another process was first; its key is as good. */
async function createMissingNext(
  deps: Deps,
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
): Promise<SigningKey | undefined> {
  const now = deps.clock.now();
  const [current] = currentAndFutureKeys(keys, algorithm, now);
  if (!current || nextKey(keys, algorithm, now)) return undefined;
  const number = nextNumber(keys, algorithm);
  const signsFrom = (createdAt: number) => signsFromAfter(current, createdAt, deps.rules);
  const next = await makeSigningKey(deps, { algorithm, number, signsFrom });
  return (await deps.keys.insert([next])) ? next : undefined;
}

async function removeUnneeded(deps: Deps, keys: readonly SigningKey[], algorithm: SigningAlgorithm): Promise<void> {
  const below = firstNeededNumber(keys, algorithm, deps.clock.now(), deps.rules);
  if (keys.some((key) => key.algorithm === algorithm && key.number < below)) await deps.keys.remove(algorithm, below);
}
