import { describe, expect, test } from 'vitest';
import {
  type Family,
  isRefreshTokenOf,
  makeTokenPair,
  readAccessToken,
  readRefreshToken,
  remakeTokenPairs,
  seededFamily,
} from '../../../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets, hashSecret, newFamilySeed } from '../../../../src/core/ground/secrets.ts';
import { newId } from '../../../helpers/new-id.ts';
import { givenGrant } from '../given.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const family: Family = { id: newId(), familySeed: newFamilySeed(), familySeedFrom: 0 };
const generation = { family, generation: 7, accessTokenId: newId() };
const pair = makeTokenPair(secrets, generation);

/** Whether a server with these secrets believes that it made the token for the family. */
function isMade(token: string, { by = secrets, of = family } = {}): boolean {
  const named = readRefreshToken(token);
  return named !== undefined && isRefreshTokenOf(by, of, named);
}

test('a refresh token names its family and generation (contract 5)', () => {
  expect(pair.refreshToken).toMatch(/^lk_rt_[A-Za-z0-9_-]{72}$/);
  expect(readRefreshToken(pair.refreshToken)).toMatchObject({ grantId: family.id, generation: 7 });
  expect(isMade(pair.refreshToken)).toBe(true);
});

test('an access token names its row, and the row keeps only its hash', () => {
  expect(pair.accessToken).toMatch(/^lk_at_[A-Za-z0-9_-]{64}$/);
  expect(readAccessToken(pair.accessToken)).toEqual({
    id: generation.accessTokenId,
    hash: hashSecret(pair.accessToken),
  });
});

describe('C10: a token that was changed in any way is unknown', () => {
  const CHANGES: Record<string, (token: string) => string> = {
    'cut short': (token) => token.slice(0, -1),
    'with a character more': (token) => `${token}A`,
    'with four characters more': (token) => `${token}AAAA`,
    'with padding': (token) => `${token}=`,
    'in lower case': (token) => token.toLowerCase(),
    'with another last character': (token) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    'with another prefix': (token) => token.replace('lk_', 'LK_'),
    'with a space in front': (token) => ` ${token}`,
    'with a line feed behind': (token) => `${token}\n`,
    'with a space in it': (token) => `${token.slice(0, 40)} ${token.slice(40)}`,
  };
  test.each(Object.entries(CHANGES))('a refresh token %s', (_, change) => {
    expect(isMade(change(pair.refreshToken))).toBe(false);
  });
  test.each(Object.entries(CHANGES))('an access token %s', (_, change) => {
    const read = readAccessToken(change(pair.accessToken));
    expect(read === undefined || !read.hash.equals(pair.accessTokenHash)).toBe(true);
  });
  test('of other bytes than a token has, or in another spelling, nothing is read', () => {
    for (const change of ['cut short', 'with four characters more', 'with padding', 'with a space in it']) {
      expect(readAccessToken(CHANGES[change]?.(pair.accessToken) ?? '')).toBeUndefined();
      expect(readRefreshToken(CHANGES[change]?.(pair.refreshToken) ?? '')).toBeUndefined();
    }
  });
  test('a token names the family that it is compared with', () => {
    const named = readRefreshToken(pair.refreshToken);
    expect(named && isRefreshTokenOf(secrets, family, { ...named, grantId: newId() })).toBe(false);
  });
  test('an access token is no refresh token and the other way round', () => {
    expect(readRefreshToken(pair.accessToken)).toBeUndefined();
    expect(readAccessToken(pair.refreshToken)).toBeUndefined();
  });
  test('nor does a token of one family pass for one of another with the same seed', () => {
    expect(isMade(pair.refreshToken, { of: { ...family, id: newId() } })).toBe(false);
  });
});

describe('P8: it takes the server’s secret and the seed in the family’s row', () => {
  test('with the whole row, but not the secret, nobody makes a refresh token', () => {
    const thief = createServerSecrets(Buffer.alloc(32, 9));
    expect(isMade(makeTokenPair(thief, generation).refreshToken)).toBe(false);
  });

  test('with the secret and every older token, but not the row, nobody makes the one that is current', () => {
    const current = makeTokenPair(secrets, { ...generation, generation: 8 });
    const seeds = [undefined, Buffer.alloc(0), Buffer.alloc(32), newFamilySeed()];
    const olderMacs = Array.from({ length: 7 }, (_, i) => makeTokenPair(secrets, { ...generation, generation: i + 1 }))
      .map(({ refreshToken }) => readRefreshToken(refreshToken)?.mac)
      .filter((mac) => mac !== undefined);
    for (const familySeed of [...seeds, ...olderMacs]) {
      const forged = makeTokenPair(secrets, { ...generation, family: { ...family, familySeed }, generation: 8 });
      expect(isMade(forged.refreshToken)).toBe(false);
      expect(forged.accessToken).not.toBe(current.accessToken);
    }
    expect(isMade(current.refreshToken)).toBe(true);
  });
});

test('while the secret is changed, the pair made under the previous one can be made again', () => {
  const changed = createServerSecrets(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
  expect(remakeTokenPairs(changed, generation)).toContainEqual(pair);
  expect(isMade(pair.refreshToken, { by: changed })).toBe(true);
});

describe('a family that is older than seeds', () => {
  const old = givenGrant({ id: newId(), refreshGeneration: 4 });
  const tokenOf = (of: Family, number: number) =>
    makeTokenPair(secrets, { family: of, generation: number, accessTokenId: newId() }).refreshToken;
  const seeded = seededFamily(old);

  test('its tokens are known until and after its first rotation, which gives it a seed', () => {
    expect(seeded).toEqual({ id: old.id, familySeed: expect.any(Buffer), familySeedFrom: 5 });
    expect(seeded.familySeed.byteLength).toBe(32);
    for (const number of [3, 4]) {
      expect(isMade(tokenOf(old, number), { of: old })).toBe(true);
      expect(isMade(tokenOf(old, number), { of: seeded })).toBe(true);
    }
  });

  test('from that rotation on the secret alone makes none of its tokens', () => {
    for (const number of [5, 6]) {
      expect(isMade(tokenOf(seeded, number), { of: seeded })).toBe(true);
      expect(isMade(tokenOf(old, number), { of: seeded })).toBe(false);
    }
  });

  test('it keeps its seed at the rotations after', () => {
    expect(seededFamily({ ...old, ...seeded, refreshGeneration: 5 })).toEqual(seeded);
    expect(seededFamily({ ...old, ...family, refreshGeneration: 5 })).toEqual(family);
  });
});

describe('a token that an earlier release made stays good: these are what it made', () => {
  const of = (familySeed: Buffer | undefined) => ({
    family: { id: `${'0'.repeat(31)}1`, familySeed, familySeedFrom: 3 },
    generation: 7,
    accessTokenId: 'f'.repeat(32),
  });
  test.each<[what: string, seed: Buffer | undefined, made: { accessToken: string; refreshToken: string }]>([
    [
      'without a seed',
      undefined,
      {
        accessToken: 'lk_at______________________xe1hWJE4JI6kRVr0VdvuwKhVOoa-Msm_PkgPXrBThUX',
        refreshToken: 'lk_rt_AAAAAAAAAAAAAAAAAAAAAQAAAAAAB6ZeaiYmrvRboy7e-2Ca9rZJC0WqWKwCrEfXR-lQwKXv',
      },
    ],
    [
      'with a seed',
      Buffer.alloc(32, 5),
      {
        accessToken: 'lk_at______________________zFFH2zexqZTGGgO7mJcgaxTGgoGqTspqaxfyyGqBDJM',
        refreshToken: 'lk_rt_AAAAAAAAAAAAAAAAAAAAAQAAAAAAB_FI_LPF6Lgg7sDIA34pcre5XxVbeWlc7fPTfWoxlNZs',
      },
    ],
  ])('%s', (_, seed, made) => {
    expect(makeTokenPair(secrets, of(seed))).toMatchObject(made);
  });
});
