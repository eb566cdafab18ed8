import { describe, expect, test } from 'vitest';
import { createServerSecrets, hashSecret, newId } from '../../../src/core/secrets.ts';
import {
  makeTokenPair,
  readAccessToken,
  readRefreshToken,
  remakeTokenPairs,
} from '../../../src/core/tokens/token-format.ts';

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const generation = { grantId: newId(), generation: 7, accessTokenId: newId() };
const pair = makeTokenPair(secrets, generation);

test('a refresh token names its family and generation (contract 5)', () => {
  expect(pair.refreshToken).toMatch(/^lk_rt_[A-Za-z0-9_-]{72}$/);
  expect(readRefreshToken(secrets, pair.refreshToken)).toEqual({ grantId: generation.grantId, generation: 7 });
});

test('an access token names its row, and the row keeps only its hash', () => {
  expect(pair.accessToken).toMatch(/^lk_at_[A-Za-z0-9_-]{64}$/);
  expect(readAccessToken(pair.accessToken)).toEqual({
    id: generation.accessTokenId,
    hash: hashSecret(pair.accessToken),
  });
});

describe('C10: a token that was changed in any way is unknown', () => {
  const variants = (token: string) => [
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    token.toLowerCase(),
    token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    token.replace('lk_', 'LK_'),
    ` ${token}`,
    `${token}\n`,
  ];
  test.each(variants(pair.refreshToken))('%s', (token) => {
    expect(readRefreshToken(secrets, token)).toBeUndefined();
  });
  test.each(variants(pair.accessToken))('%s', (token) => {
    const read = readAccessToken(token);
    expect(read === undefined || !read.hash.equals(pair.accessTokenHash)).toBe(true);
  });
  test('an access token is no refresh token and the other way round', () => {
    expect(readRefreshToken(secrets, pair.accessToken)).toBeUndefined();
    expect(readAccessToken(pair.refreshToken)).toBeUndefined();
  });
});

test('P8: without the server’s secret nobody makes a refresh token for a family they can name', () => {
  const forged = makeTokenPair(createServerSecrets(Buffer.alloc(32, 9)), generation);
  expect(readRefreshToken(secrets, forged.refreshToken)).toBeUndefined();
});

test('while the secret is changed, the pair made under the previous one can be made again', () => {
  const changed = createServerSecrets(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
  expect(remakeTokenPairs(changed, generation)).toContainEqual(pair);
  expect(readRefreshToken(changed, pair.refreshToken)).toBeDefined();
});
