// When a key signs, how long it is published and how long it is kept (OpenID Connect Core 10.1.1), as functions of time
// alone.
import type { Rules } from '../policy/rules.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.ts';

/** How long clients may cache the JWKS: its `max-age`. */
export const JWKS_MAX_AGE_SECONDS = 900;

/**
 * A key is published this long before it signs, so that every client has fetched it: the cache time, and five minutes
 * for clocks.
 */
export const PUBLISHED_AHEAD_MS = (JWKS_MAX_AGE_SECONDS + 300) * 1000;

const DAY_MS = 86_400_000;

/** How long a signing key is used before it is rotated. `latchkey keys rotate` rotates it earlier. */
export const SIGNING_KEY_DAYS = 90;

/** The algorithm's keys that are not revoked, by number. */
const ofAlgorithm = (keys: readonly SigningKey[], algorithm: SigningAlgorithm): SigningKey[] =>
  keys.filter((key) => key.algorithm === algorithm && key.revokedAt === undefined).sort((a, b) => a.number - b.number);

/**
 * The key that signs: the last one whose time has come. Before the first one's time (the clock was set back), the
 * first.
 */
export function currentKey(
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): SigningKey | undefined {
  const own = ofAlgorithm(keys, algorithm);
  return own.findLast((key) => key.signsFrom <= now) ?? own[0];
}

/** The keys that sign now or later: those whose private half is needed. */
export function currentAndFutureKeys(
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): readonly SigningKey[] {
  const current = currentKey(keys, algorithm, now);
  return current ? ofAlgorithm(keys, algorithm).filter((key) => key.number >= current.number) : [];
}

/** The key that signs next; undefined until it is created. */
export const nextKey = (
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
): SigningKey | undefined => currentAndFutureKeys(keys, algorithm, now)[1];

/** The number of the next key to create. Revoked keys keep theirs. */
export const nextNumber = (keys: readonly SigningKey[], algorithm: SigningAlgorithm): number =>
  Math.max(0, ...keys.filter((key) => key.algorithm === algorithm).map((key) => key.number)) + 1;

/** The earliest time at which a key may sign, so that every client has fetched it. */
export const earliestSigning = (key: Pick<SigningKey, 'createdAt'>, now: number): number =>
  Math.max(now, key.createdAt + PUBLISHED_AHEAD_MS);

/** When the key after `last` signs: in turn, but never before it has been published long enough. */
export const signsFromAfter = (
  last: Pick<SigningKey, 'signsFrom'>,
  now: number,
  rules: Pick<Rules, 'signingKeyDays'>,
): number => Math.max(last.signsFrom + rules.signingKeyDays * DAY_MS, now + PUBLISHED_AHEAD_MS);

/** How long the JWKS shows a key after its last signature: while a token that it signed is valid, and for caches. */
export const publishedMs = ({ idTokenTtlSeconds }: Pick<Rules, 'idTokenTtlSeconds'>): number =>
  idTokenTtlSeconds * 1000 + PUBLISHED_AHEAD_MS;

/** How long a key is kept after its last signature: while a sign-in of its time can be refreshed. */
export const believedMs = (rules: Pick<Rules, 'familyTtlSeconds' | 'idTokenTtlSeconds'>): number =>
  (rules.familyTtlSeconds + rules.idTokenTtlSeconds) * 1000;

/**
 * The keys that the JWKS shows. A key is removed when the last token that it may have signed has expired, and clients'
 * caches with it. The current key of each algorithm comes first, for clients that look no further.
 */
export function publishedKeys(
  keys: readonly SigningKey[],
  now: number,
  rules: Pick<Rules, 'idTokenTtlSeconds'>,
): SigningKey[] {
  const keptMs = publishedMs(rules);
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
 * Keys of the algorithm below this number are no longer needed. An ID token can return as a hint long after it expired,
 * so a key is kept after its last signature for as long as a sign-in from its time can be refreshed.
 */
export function firstNeededNumber(
  keys: readonly SigningKey[],
  algorithm: SigningAlgorithm,
  now: number,
  rules: Pick<Rules, 'familyTtlSeconds' | 'idTokenTtlSeconds'>,
): number {
  const keptMs = believedMs(rules);
  return ofAlgorithm(keys, algorithm).findLast((key) => key.signsFrom + keptMs <= now)?.number ?? 0;
}

/**
 * `next`, `current`, `previous` (still published) · `kept`: no longer published, but still trusted when a token returns
 * as a hint · `revoked`
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
