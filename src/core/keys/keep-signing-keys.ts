// Rotation by schedule: keeps a next key in place for every algorithm that has keys, and removes keys that nothing asks
// for any more. Run by every process again and again; the switch itself needs nobody, it is a matter of time.
import type { Ports } from '../ports.ts';
import { freeNumber, nextKey, signingFromNowOn, turnAfter, usefulFrom } from './key-schedule.ts';
import { makeSigningKey } from './make-signing-key.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.ts';

type Deps = Pick<Ports, 'keys' | 'clock' | 'secrets' | 'jwtCrypto' | 'rules'>;

/** @returns the keys that this call made. @throws Unavailable */
export async function keepSigningKeys(deps: Deps): Promise<SigningKey[]> {
  const keys = await deps.keys.list();
  const made: SigningKey[] = [];
  for (const algorithm of SIGNING_ALGORITHMS) {
    const next = await makeMissingNext(deps, keys, algorithm);
    if (next) made.push(next);
    await removeUseless(deps, keys, algorithm);
  }
  return made;
}

/** Undefined also when another process was first: its key is as good. */
async function makeMissingNext(
  deps: Deps,
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
): Promise<SigningKey | undefined> {
  const now = deps.clock.now();
  const [current] = signingFromNowOn(keys, algorithm, now);
  if (!current || nextKey(keys, algorithm, now)) return undefined;
  const number = freeNumber(keys, algorithm);
  const signsFrom = (createdAt: number) => turnAfter(current, createdAt, deps.rules);
  const next = await makeSigningKey(deps, { algorithm, number, signsFrom });
  return (await deps.keys.insert([next])) ? next : undefined;
}

async function removeUseless(deps: Deps, keys: readonly SigningKey[], algorithm: SigningAlgorithm): Promise<void> {
  const below = usefulFrom(keys, algorithm, deps.clock.now(), deps.rules);
  if (keys.some((key) => key.algorithm === algorithm && key.number < below)) await deps.keys.remove(algorithm, below);
}
