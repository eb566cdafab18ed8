// Objects that are made at each request share one hidden class. V8 of Node 20 gives each object of its own that begins
// with a spread and has further names (`{ ...found, more }`): a microsecond each, and memory that only a full
// collection gives back (docs/decisions/0038-what-tuning-showed.md, "What a token request costs").
import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { authenticateClient } from '../../../src/core/applications/client-secrets/authenticate-client.ts';
import { checkRequest } from '../../../src/core/grants/authorize/check-request.ts';
import { idTokenMaker } from '../../../src/core/grants/tokens/id-token.ts';
import type { Ports } from '../../../src/core/operating/ports.ts';
import { Parameters } from '../../../src/protocol/parameters.ts';
import { API_KEY, givenApplication, givenGrant, givenItem, givenPlatform, NOW } from './given.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: unknown, b: unknown) => boolean;

const found = { application: givenApplication({ consentItems: [givenItem()] }), platform: givenPlatform() };

/** V8 begins with it once the code has run some times. */
async function expectOneClass(make: () => unknown): Promise<void> {
  for (let run = 0; run < 100; run += 1) await make();
  const [one, next] = [await make(), await make()];
  expect(one).not.toBe(next);
  expect(one).toEqual(next);
  expect(haveSameClass(one, next)).toBe(true);
}

test('the check sees a difference', () => {
  expect(haveSameClass({ application: 1 }, { platform: 1 })).toBe(false);
});

test('an application that has proven itself', () => {
  const deps = { applications: { findClient: async () => ({ ...found, secrets: [] }) } } as unknown as Ports;
  return expectOneClass(() => authenticateClient(deps, { apiKey: API_KEY, secret: undefined }));
});

test('a checked authorization request', () => {
  const redirectUri = encodeURIComponent('https://shop.example.com/callback');
  const parameters = Parameters.parse(`client_id=${API_KEY}&redirect_uri=${redirectUri}&response_type=code`);
  return expectOneClass(() => {
    const checked = checkRequest({
      parameters,
      found,
      queryBytes: 0,
      hint: undefined,
      apiUrl: 'https://api.example.com',
    });
    return checked.kind === 'valid' && checked.request;
  });
});

test('the claims of an ID token', async () => {
  const signed: unknown[] = [];
  const signer = { algorithm: 'ES256', sign: (_type: string, claims: unknown) => signed.push(claims) };
  const deps = {
    signingKeys: { signer: async () => signer },
    issuer: 'https://id.example.com',
    rules: { idTokenTtlSeconds: 3600, withholdUnverifiedEmail: true },
    publish: () => undefined,
  } as unknown as Ports;
  const scope = ['openid', 'nickname'];
  const grant = givenGrant({
    requestedScope: scope,
    items: ['nickname'],
    openid: { sid: 's', amr: ['pwd'], claims: [] },
  });
  const subject = {
    sub: 'a'.repeat(32),
    answers: { nickname: { agreed: true, answeredAt: NOW } },
    email: 'mina@example.com',
    emailVerified: false,
    username: undefined,
    profile: { nickname: 'Mina' },
    updatedAt: NOW,
    groups: undefined,
  };
  const context = {
    grant,
    subject,
    accountActive: true,
    signInStands: true,
    connectionLive: true,
    sessionEnded: false,
    admitted: true,
  };
  await expectOneClass(async () => {
    const make = await idTokenMaker(deps, context, found, scope);
    await make({ accessToken: 'lk_at_x', items: grant.items, issuedAt: NOW, nonce: undefined });
    return signed.at(-1);
  });
  expect(signed.at(-1)).toMatchObject({ sub: subject.sub, nickname: 'Mina', at_hash: expect.any(String) });
});
