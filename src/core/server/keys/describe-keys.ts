// The signing keys as operators see them: what each does now and until when, without its private half.
import type { Rules } from '../policy/rules.ts';
import { believedMs, type KeyState, publishedMs, stateOf } from './key-schedule.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.ts';

/** Times in ms. */
export type DescribedKey = Pick<SigningKey, 'id' | 'algorithm' | 'number' | 'createdAt' | 'signsFrom' | 'revokedAt'> & {
  state: KeyState;
  /** The next key signs from then on. Undefined: there is no next key, or the key was revoked. */
  signsUntil: number | undefined;
  /** The JWKS shows it until then. Undefined as above. */
  publishedUntil: number | undefined;
  /** What it signed is accepted as a hint until then. Undefined as above. */
  believedUntil: number | undefined;
};

export type DescribedKeys = {
  algorithm: SigningAlgorithm;
  /** When another key signs; undefined: it is not made yet. */
  nextRotationAt: number | undefined;
  /** The newest first. */
  keys: readonly DescribedKey[];
};

/** Of each algorithm that has keys. */
export function describeKeys(
  all: readonly SigningKey[],
  now: number,
  rules: Pick<Rules, 'idTokenTtlSeconds' | 'familyTtlSeconds'>,
): DescribedKeys[] {
  return SIGNING_ALGORITHMS.flatMap((algorithm) => {
    const own = all.filter((key) => key.algorithm === algorithm).sort((a, b) => b.number - a.number);
    if (own.length === 0) return [];
    const keys = own.map((key): DescribedKey => {
      const later = own.findLast(({ number, revokedAt }) => number > key.number && revokedAt === undefined);
      const signsUntil = key.revokedAt === undefined ? later?.signsFrom : undefined;
      const { id, number, createdAt, signsFrom, revokedAt } = key;
      return {
        ...{ id, algorithm, number, createdAt, signsFrom, revokedAt, signsUntil },
        state: stateOf(key, all, now, rules),
        publishedUntil: signsUntil && signsUntil + publishedMs(rules),
        believedUntil: signsUntil && signsUntil + believedMs(rules),
      };
    });
    const nextRotationAt = keys.find(({ state }) => state === 'current')?.signsUntil;
    return [{ algorithm, nextRotationAt, keys }];
  });
}
