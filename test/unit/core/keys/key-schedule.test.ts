// When a key signs, is published and is kept: tables over time, without a database.
import { describe, expect, it } from 'vitest';
import { ID_TOKEN_TTL_SECONDS } from '../../../../src/core/grants/tokens/id-token.ts';
import {
  currentKey,
  earliestSigning,
  firstNeededNumber,
  JWKS_MAX_AGE_SECONDS,
  nextKey,
  PUBLISHED_AHEAD_MS,
  publishedKeys,
  signsFromAfter,
  stateOf,
} from '../../../../src/core/server/keys/key-schedule.ts';
import type { SigningKey } from '../../../../src/core/server/keys/signing-key.ts';
import { NOW } from '../given.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const RULES = { idTokenTtlSeconds: ID_TOKEN_TTL_SECONDS, familyTtlSeconds: 365 * 86_400, signingKeyDays: 90 };

const key = (number: number, signsFrom: number, change: Partial<SigningKey> = {}): SigningKey => ({
  id: `${change.algorithm ?? 'ES256'}-${number}`,
  algorithm: 'ES256',
  number,
  publicJwk: {},
  sealedPrivateKey: Buffer.alloc(0),
  createdAt: signsFrom - DAY,
  signsFrom,
  revokedAt: undefined,
  ...change,
});
const ids = (keys: readonly SigningKey[]) => keys.map(({ id }) => id);

describe('which key signs', () => {
  const keys = [key(1, NOW - 100 * DAY), key(2, NOW - 10 * DAY), key(3, NOW + 80 * DAY)];

  it.each([
    ['before the change', NOW - 10 * DAY - 1, 1, 2],
    ['from its moment on', NOW - 10 * DAY, 2, 3],
    ['in its time', NOW, 2, 3],
    ['after the last change', NOW + 80 * DAY, 3, undefined],
    ['a year later, with nobody there to make a key', NOW + 400 * DAY, 3, undefined],
    ['when the clock was set back before the first', NOW - 200 * DAY, 1, 2],
  ])('%s', (_, now, current, next) => {
    expect(currentKey(keys, 'ES256', now)?.number).toBe(current);
    expect(nextKey(keys, 'ES256', now)?.number).toBe(next);
  });

  it('a given-up key neither signs nor is next, and another algorithm has keys of its own', () => {
    const given = [key(1, NOW - DAY, { revokedAt: NOW }), key(2, NOW), key(1, NOW - DAY, { algorithm: 'RS256' })];
    expect(currentKey(given, 'ES256', NOW)?.number).toBe(2);
    expect(currentKey(given, 'RS256', NOW)?.algorithm).toBe('RS256');
    expect(currentKey(given, 'EdDSA', NOW)).toBeUndefined();
    expect(nextKey(given, 'ES256', NOW)).toBeUndefined();
  });

  it('after a leak the new key signs at once, also where a clock is behind the one that changed it', () => {
    const given = [key(1, NOW - DAY, { revokedAt: NOW }), key(2, NOW)];
    expect(currentKey(given, 'ES256', NOW - 50)?.number).toBe(2);
  });
});

describe('contract 7: what the JWKS shows', () => {
  it('a key is published for the cache time and more before it may sign', () => {
    expect(PUBLISHED_AHEAD_MS).toBeGreaterThan(JWKS_MAX_AGE_SECONDS * SECOND);
    const next = key(2, NOW + DAY, { createdAt: NOW });
    expect(earliestSigning(next, NOW)).toBe(NOW + PUBLISHED_AHEAD_MS);
    expect(earliestSigning(next, NOW + PUBLISHED_AHEAD_MS + 5)).toBe(NOW + PUBLISHED_AHEAD_MS + 5);
  });

  it('a key stays until the last token it may have signed has expired in every cache', () => {
    const keys = [key(1, NOW - 90 * DAY), key(2, NOW), key(3, NOW + 90 * DAY)];
    const last = NOW + RULES.idTokenTtlSeconds * SECOND + PUBLISHED_AHEAD_MS;
    expect(ids(publishedKeys(keys, last - 1, RULES))).toEqual(['ES256-2', 'ES256-3', 'ES256-1']);
    expect(ids(publishedKeys(keys, last, RULES))).toEqual(['ES256-2', 'ES256-3']);
    expect(stateOf(keys[0] as SigningKey, keys, last - 1, RULES)).toBe('previous');
    expect(stateOf(keys[0] as SigningKey, keys, last, RULES)).toBe('kept');
  });

  it('several changes in a short time: every key whose tokens live is shown', () => {
    const keys = [1, 2, 3, 4].map((number) => key(number, NOW + number * 60 * SECOND));
    expect(ids(publishedKeys(keys, NOW + 4 * 60 * SECOND, RULES))).toEqual([
      'ES256-4',
      'ES256-3',
      'ES256-2',
      'ES256-1',
    ]);
  });

  it('of each algorithm the key that signs stands first, RS256 before the others', () => {
    const keys = [
      ...[1, 2, 3].map((number) => key(number, NOW + (number - 2) * DAY)),
      ...[1, 2].map((number) => key(number, NOW + (number - 1) * DAY, { algorithm: 'RS256' as const })),
    ];
    expect(ids(publishedKeys(keys, NOW, { idTokenTtlSeconds: 86_400 }))).toEqual([
      'RS256-1',
      'RS256-2',
      'ES256-2',
      'ES256-3',
      'ES256-1',
    ]);
  });

  it('a given-up key is shown no more', () => {
    const keys = [key(1, NOW - DAY, { revokedAt: NOW }), key(2, NOW)];
    expect(ids(publishedKeys(keys, NOW, RULES))).toEqual(['ES256-2']);
    expect(stateOf(keys[0] as SigningKey, keys, NOW, RULES)).toBe('revoked');
  });
});

describe('when the next key signs', () => {
  it.each([
    ['90 days after the one before it', NOW - 10 * DAY, NOW + 80 * DAY],
    ['never before it was published long enough', NOW - 90 * DAY, NOW + PUBLISHED_AHEAD_MS],
    ['the same after a year in which nobody served', NOW - 400 * DAY, NOW + PUBLISHED_AHEAD_MS],
  ])('%s', (_, signsFrom, expected) => {
    expect(signsFromAfter({ signsFrom }, NOW, RULES)).toBe(expected);
  });
});

describe('how long a key is kept to believe hints', () => {
  const end = NOW + (RULES.familyTtlSeconds + RULES.idTokenTtlSeconds) * SECOND;
  const keys = [key(1, NOW - 90 * DAY), key(2, NOW), key(3, NOW + 90 * DAY)];

  it.each([
    ['while a sign-in of its time can still be refreshed', end - 1, 1],
    ['no longer', end, 2],
    ['the key that signs, however old', end + 4000 * DAY, 3],
  ])('%s', (_, now, from) => {
    expect(firstNeededNumber(keys, 'ES256', now, RULES)).toBe(from);
  });
});
