// When a key signs, how long it is shown and how long it is kept (OpenID Connect Core 10.1.1), as functions of time
// alone.
import type { Rules } from '../ports.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.ts';

/** How long a client may keep the JWKS: its `max-age`. */
export const JWKS_MAX_AGE_SECONDS = 900;

/**
 * A key is published so long before it signs that every client has met it: the cache time, and five minutes for clocks.
 */
export const PUBLISHED_AHEAD_MS = (JWKS_MAX_AGE_SECONDS + 300) * 1000;

const DAY_MS = 86_400_000;

/** Keys in use, by number; given-up ones count for nothing. */
const ofAlgorithm = (keys: readonly SigningKey[], algorithm: SigningAlgorithm): SigningKey[] =>
  keys.filter((key) => key.algorithm === algorithm && key.revokedAt === undefined).sort((a, b) => a.number - b.number);

/** The key that signs: the last whose time has come. Before that (a clock that was set back) it is the first. */
export function currentKey(
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): SigningKey | undefined {
  const own = ofAlgorithm(keys, algorithm);
  return own.findLast((key) => key.signsFrom <= now) ?? own[0];
}

/** The keys that sign now and later: those whose private half is of use. */
export function signingFromNowOn(
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): readonly SigningKey[] {
  const current = currentKey(keys, algorithm, now);
  return current ? ofAlgorithm(keys, algorithm).filter((key) => key.number >= current.number) : [];
}

/** The key that signs next; undefined while it has not been made yet. */
export const nextKey = (
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): SigningKey | undefined => signingFromNowOn(keys, algorithm, now)[1];

/** The number of the next key to be made; given-up ones keep theirs. */
export const freeNumber = (keys: readonly SigningKey[], algorithm: SigningAlgorithm): number =>
  Math.max(0, ...keys.filter((key) => key.algorithm === algorithm).map((key) => key.number)) + 1;

/** When a key may sign at the earliest, without a client that has not met it. */
export const earliestChange = (key: Pick<SigningKey, 'createdAt'>, now: number): number =>
  Math.max(now, key.createdAt + PUBLISHED_AHEAD_MS);

/** When the key after `last` signs: in its turn, but never before it has been published long enough. */
export const turnAfter = (
  last: Pick<SigningKey, 'signsFrom'>,
  now: number,
  rules: Pick<Rules, 'signingKeyDays'>,
): number => Math.max(last.signsFrom + rules.signingKeyDays * DAY_MS, now + PUBLISHED_AHEAD_MS);

/**
 * What the JWKS shows: a key goes when the last token it may have signed has expired, and clients' caches with it. Of
 * each algorithm the current one comes first, for clients that look no further.
 */
export function publishedKeys(
  keys: readonly SigningKey[],
  now: number,
  rules: Pick<Rules, 'idTokenTtlSeconds'>,
): SigningKey[] {
  const keptMs = rules.idTokenTtlSeconds * 1000 + PUBLISHED_AHEAD_MS;
  return SIGNING_ALGORITHMS.flatMap((algorithm) => {
    const own = ofAlgorithm(keys, algorithm);
    const firstToSign = currentKey(keys, algorithm, now)?.number ?? 0;
    const previous = own.filter(
      (key, index) => key.number < firstToSign && (own[index + 1]?.signsFrom ?? now) + keptMs > now,
    );
    return [...own.filter((key) => key.number >= firstToSign), ...previous.reverse()];
  });
}

/**
 * Below this number an algorithm's keys are of no use. An ID token comes back as a hint long after it expired, so its
 * key is kept after its last signature for as long as what was signed in with it can go on being refreshed.
 */
export function usefulFrom(
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
  rules: Pick<Rules, 'familyTtlSeconds' | 'idTokenTtlSeconds'>,
): number {
  const keptMs = (rules.familyTtlSeconds + rules.idTokenTtlSeconds) * 1000;
  return ofAlgorithm(keys, algorithm).findLast((key) => key.signsFrom + keptMs <= now)?.number ?? 0;
}

/**
 * `next`, `current`, `previous` (still published) · `kept`: not published, still believed when a token comes back as a
 * hint · `revoked`: given up.
 */
export type KeyState = 'next' | 'current' | 'previous' | 'kept' | 'revoked';

export function stateOf(
  key: SigningKey,
  keys: readonly SigningKey[],
  now: number,
  rules: Pick<Rules, 'idTokenTtlSeconds'>,
): KeyState {
  if (key.revokedAt !== undefined) return 'revoked';
  const current = currentKey(keys, key.algorithm, now);
  if (current?.id === key.id) return 'current';
  if (current && key.number > current.number) return 'next';
  return publishedKeys(keys, now, rules).some(({ id }) => id === key.id) ? 'previous' : 'kept';
}
