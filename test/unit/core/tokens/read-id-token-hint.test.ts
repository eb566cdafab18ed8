// Which of the tokens that we signed is an ID token (OpenID Connect Core 3.1.2.1).
import { expect, test } from 'vitest';
import { readIdTokenHint } from '../../../../src/core/grants/tokens/read-id-token-hint.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';

const CLAIMS = { iss: 'https://id.example.com', sub: 'sub-1', sid: 'sid-1', aud: 'key', exp: 1, auth_time: 1 };

/** @param verified what the signature says; undefined: it is none of ours */
async function read(verified: { type: string; claims: object } | undefined, hint = 'eyJ') {
  const asked: string[] = [];
  const signingKeys = { verify: async (jwt: string) => (asked.push(jwt) > 0 ? verified : undefined) };
  const deps = { signingKeys, issuer: 'https://id.example.com' } as unknown as Ports;
  return { hint: await readIdTokenHint(deps, hint), asked };
}

test('an ID token of ours, of any age, names person, session and API key', async () => {
  const { hint } = await read({ type: 'JWT', claims: CLAIMS });
  expect(hint).toEqual({ sub: 'sub-1', sid: 'sid-1', apiKey: 'key' });
});

test.each([
  ['of another type', 'logout+jwt', {}],
  ['of another issuer', 'JWT', { iss: 'https://other.example.com' }],
  ['without an end', 'JWT', { exp: undefined }],
  ['without the time of the sign-in', 'JWT', { auth_time: undefined }],
  ['without a person', 'JWT', { sub: undefined }],
  ['without a session', 'JWT', { sid: undefined }],
  ['for several audiences', 'JWT', { aud: ['key', 'other'] }],
])('one %s is none', async (_, type, change) => {
  expect((await read({ type, claims: { ...CLAIMS, ...change } })).hint).toBeUndefined();
});

test('nor what we did not sign', async () => {
  expect((await read(undefined)).hint).toBeUndefined();
});

test('what is longer than 8,192 characters is not even looked at', async () => {
  const verified = { type: 'JWT', claims: CLAIMS };
  expect(await read(verified, 'e'.repeat(8192))).toMatchObject({ hint: { sub: 'sub-1' } });
  expect(await read(verified, 'e'.repeat(8193))).toEqual({ hint: undefined, asked: [] });
});
