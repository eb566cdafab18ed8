// When a key signs and how long it is shown (OpenID Connect Core 10.1.1), as a function of time alone.
import type { Rules } from '../ports.ts';
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';

/** How long a client may keep the JWKS: its `max-age`. */
export const JWKS_MAX_AGE_SECONDS = 900;

/** A key is published so long before it signs that every client has met it: the cache time, and five minutes for clocks. */
export const PUBLISHED_AHEAD_MS = (JWKS_MAX_AGE_SECONDS + 300) * 1000;

/** Keys in use; given-up ones count for nothing. */
const ofAlgorithm = (keys: readonly SigningKey[], algorithm: SigningAlgorithm): SigningKey[] =>
  keys.filter((key) => key.algorithm === algorithm && key.revokedAt === undefined).sort((a, b) => a.number - b.number);

/** The key that signs: the last whose time has come. */
export const currentKey = (
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): SigningKey | undefined => ofAlgorithm(keys, algorithm).findLast((key) => key.signsFrom <= now);

/** The key that signs next; undefined while it has not been made yet. */
export const nextKey = (
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): SigningKey | undefined => ofAlgorithm(keys, algorithm).find((key) => key.signsFrom > now);

/** What the JWKS shows: a key goes when the last token it may have signed has expired, and clients' caches with it. */
export function publishedKeys(
  keys: readonly SigningKey[],
  now: number,
  rules: Pick<Rules, 'idTokenTtlSeconds'>,
): SigningKey[] {
  const keptMs = rules.idTokenTtlSeconds * 1000 + PUBLISHED_AHEAD_MS;
  return keys.filter((key) => {
    if (key.revokedAt !== undefined) return false;
    const successor = ofAlgorithm(keys, key.algorithm).find((other) => other.number > key.number);
    return successor === undefined || successor.signsFrom + keptMs > now;
  });
}
