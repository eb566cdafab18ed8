// What only the client can have, by which requests of a client without a secret count for it alone (contract 46).
import { expect, it } from 'vitest';
import type { Ports } from '../../../../src/core/grants/ports.ts';
import { possessesCode } from '../../../../src/core/grants/tokens/check-exchange.ts';
import type { Grant, GrantInContext } from '../../../../src/core/grants/tokens/grant.ts';
import { possessesRefreshToken } from '../../../../src/core/grants/tokens/possesses-refresh-token.ts';
import { makeTokenPair, readRefreshToken } from '../../../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { API_KEY, givenGrant, NOW } from '../given.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

it.each<[string, grant: Partial<Grant> | undefined, sent: object, now: number, possesses: boolean]>([
  ['its code', {}, {}, NOW, true],
  ['its code with the verifier', { codeChallenge }, { codeVerifier: VERIFIER }, NOW, true],
  ['its code to the last millisecond', {}, {}, NOW + 59_999, true],
  ['no code', undefined, {}, NOW, false],
  ['a code that has expired', {}, {}, NOW + 60_000, false],
  ['a code that was used', { codeUsedAt: NOW - 1 }, {}, NOW, false],
  ['a code that was ended', { endedAt: NOW - 1 }, {}, NOW, false],
  ['the code of another API key', {}, { apiKey: 'other' }, NOW, false],
  ['a code without its redirect URI', {}, { redirectUri: undefined }, NOW, false],
  ['a code with another redirect URI', {}, { redirectUri: 'https://other.example/' }, NOW, false],
  ['a code without its verifier', { codeChallenge }, {}, NOW, false],
  ['a code with a verifier that is none', {}, { codeVerifier: 'short' }, NOW, false],
])('contract 46: by %s', (_, grant, sent, now, possesses) => {
  const found = grant && ({ grant: givenGrant(grant) } as GrantInContext);
  const whole = { apiKey: API_KEY, redirectUri: 'https://shop.example.com/callback', codeVerifier: undefined, ...sent };
  expect(possessesCode(found, whole, now)).toBe(possesses);
});

const secrets = createServerSecrets(Buffer.alloc(32, 1));
const LIVE = givenGrant({
  ...{ familySeed: Buffer.alloc(32, 3), codeUsedAt: NOW - 5000, refreshGeneration: 2 },
  ...{ refreshExpiresAt: NOW + 1000, familyExpiresAt: NOW + 2000, recentRotations: [[1, NOW]] as [number, number][] },
});
const tokenOf = (generation: number, by = secrets) =>
  makeTokenPair(by, { family: LIVE, generation, accessTokenId: 'e'.repeat(32) }).refreshToken;

it.each<[string, token: string, change: Partial<Grant> | undefined, possesses: boolean]>([
  ['the newest of its family', tokenOf(2), {}, true],
  ['the one before, just now', tokenOf(1), {}, false],
  ['the one before, of a family that keeps its token', tokenOf(1), { keepsRefreshToken: true }, true],
  ['one that has expired', tokenOf(2), { refreshExpiresAt: NOW }, false],
  ['one of a family that was ended', tokenOf(2), { endedAt: NOW - 1 }, false],
  ['one of a family that was ended and keeps its token', tokenOf(2), { endedAt: 1, keepsRefreshToken: true }, false],
  ['one of another API key', tokenOf(2), { apiKey: 'other' }, false],
  ['one that this server did not make', tokenOf(2, createServerSecrets(Buffer.alloc(32, 9))), {}, false],
  ['one of another family', tokenOf(2), { id: 'f'.repeat(32) }, false],
  ['one that is none', 'lk_rt_x', {}, false],
  ['one of no family', tokenOf(2), undefined, false],
])('contract 46: by %s', async (_, token, change, possesses) => {
  const found = change && ({ grant: { ...LIVE, ...change } } as GrantInContext);
  const sent = { names: readRefreshToken(token), found: Promise.resolve(found) };
  const deps = { clock: { now: () => NOW }, secrets } as unknown as Ports;
  expect(await possessesRefreshToken(deps, sent, API_KEY)).toBe(possesses);
});

it('contract 46: by nothing that was sent', async () => {
  const deps = { clock: { now: () => NOW }, secrets } as unknown as Ports;
  expect(await possessesRefreshToken(deps, undefined, API_KEY)).toBe(false);
});
