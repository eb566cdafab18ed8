// The conditions of the modules can fail: each is shown a sound answer of a made-up provider, then the same with one
// thing wrong.
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Page, toPage } from '../helpers/html-page.ts';
import { type AuthorizationRequest, buildRequest, type Visit } from './authorize.ts';
import { checkCodeAnswer, checkErrorAnswer, checkErrorPage } from './check-authorization.ts';
import { checkStandardClaims } from './check-claims.ts';
import { checkTokenAnswer, checkTokenError, type TokenAnswer } from './check-tokens.ts';
import type { Context, Provider } from './module.ts';
import type { Received } from './relying-party-server.ts';

const ISSUER = 'https://op.example';
const client = { id: 'client', secret: 'secret', redirectUri: 'https://rp.example/callback?own=query' };
const NOW = Date.UTC(2026, 0, 2);
const CODE = 'Vb3kTzq8Xw1-Rm5uYd7Le0HsJc2PfGa9NiKo4tQyEvA';

const made = await generateKeyPair('RS256', { extractable: true });
const other = await generateKeyPair('RS256');
let context: Context;
beforeAll(async () => {
  const provider = {
    metadata: {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth/authorize`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    keys: { keys: [{ ...(await exportJWK(made.publicKey)), kid: 'one', alg: 'RS256' }] },
    client,
    relyingParty: { url: 'https://rp.example' },
    now: () => NOW,
  } as unknown as Provider;
  context = { provider, client, secondClient: client, browser: new Browser(), responseMode: 'query' };
});

describe('token answers', () => {
  const accessToken = `lk_at_${CODE}`;
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16);
  const CLAIMS = {
    iss: ISSUER,
    sub: 'subject',
    aud: client.id,
    exp: NOW / 1000 + 3600,
    iat: NOW / 1000,
    auth_time: NOW / 1000 - 60,
    nonce: 'nonce',
    at_hash: half.toString('base64url'),
    acr: '1',
  };
  const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' };

  type Wrong = { claims?: object; header?: object; key?: CryptoKey; body?: object; headers?: object; status?: number };

  async function answerWith({ claims, header, key, body, headers, status = 200 }: Wrong): Promise<TokenAnswer> {
    const payload = JSON.parse(JSON.stringify({ ...CLAIMS, ...claims }));
    const signed = new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header });
    const tokens = { access_token: accessToken, refresh_token: `lk_rt_${CODE}` };
    const idToken = await signed.sign(key ?? made.privateKey);
    const whole = { ...tokens, token_type: 'Bearer', expires_in: 3600, id_token: idToken, ...body };
    return { status, headers: new Headers({ ...HEADERS, ...headers }), body: whole };
  }
  const check = (answer: TokenAnswer) => checkTokenAnswer(context, client, answer, { nonce: 'nonce' });

  test('a sound one passes', async () => {
    await expect(check(await answerWith({}))).resolves.toMatchObject({ accessToken });
  });

  const unsigned = [{ alg: 'none' }, CLAIMS].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const WRONG: Record<string, Wrong> = {
    'another status': { status: 201 },
    'another type': { headers: { 'content-type': 'text/html' } },
    'may be stored': { headers: { 'cache-control': 'private' } },
    'no pragma': { headers: { pragma: '' } },
    'an error beside it': { body: { error: 'server_error' } },
    'no token type': { body: { token_type: undefined } },
    'expires_in as text': { body: { expires_in: '3600' } },
    'expires_in in milliseconds': { body: { expires_in: 3_600_000_000 } },
    'a short access token': { body: { access_token: 'abc' } },
    'a dull refresh token': { body: { refresh_token: 'a'.repeat(60) } },
    'no ID token': { body: { id_token: undefined } },
    'an unsigned ID token': { body: { id_token: `${unsigned.join('.')}.` } },
    'another key': { key: other.privateKey },
    'no kid': { header: { kid: undefined } },
    'an unknown kid': { header: { kid: 'two' } },
    'another issuer': { claims: { iss: 'https://op.example/' } },
    'no subject': { claims: { sub: undefined } },
    'a subject beyond ASCII': { claims: { sub: 'é' } },
    'another audience': { claims: { aud: 'another' } },
    'an audience beside it': { claims: { aud: [client.id, 'another'] } },
    'another authorized party': { claims: { azp: 'another' } },
    expired: { claims: { exp: NOW / 1000 - 1 } },
    'exp in milliseconds': { claims: { exp: NOW + 3600 } },
    'no exp': { claims: { exp: undefined } },
    'no iat': { claims: { iat: undefined } },
    'issued long ago': { claims: { iat: NOW / 1000 - 301 } },
    'issued later': { claims: { iat: NOW / 1000 + 301 } },
    'no nonce': { claims: { nonce: undefined } },
    'another nonce': { claims: { nonce: 'another' } },
    'no auth_time': { claims: { auth_time: undefined } },
    'auth_time to come': { claims: { auth_time: NOW / 1000 + 1 } },
    'an empty acr': { claims: { acr: '' } },
    'the hash of another token': { claims: { at_hash: CLAIMS.at_hash.toUpperCase() } },
    'an empty name': { claims: { name: ' ' } },
  };
  test.each(Object.entries(WRONG))('%s fails', async (_, wrong) => {
    await expect(check(await answerWith(wrong))).rejects.toThrow();
  });

  test('a refusal passes as invalid_grant, and with another error, status or type fails', async () => {
    const refusal = (error: string, status = 400, type = 'application/json'): TokenAnswer => ({
      status,
      headers: new Headers({ ...HEADERS, 'content-type': type }),
      body: { error },
    });
    checkTokenError(refusal('invalid_grant'), 'invalid_grant');
    expect(() => checkTokenError(refusal('invalid_request'), 'invalid_grant')).toThrow();
    expect(() => checkTokenError(refusal('invalid_grant', 401), 'invalid_grant')).toThrow();
    expect(() => checkTokenError(refusal('invalid_grant', 400, 'text/plain'), 'invalid_grant')).toThrow();
  });
});

describe('answers of the authorization endpoint', () => {
  type Way = 'query' | 'form_post';
  const noStore = (html: string, status = 200): Page => {
    const headers = { 'cache-control': 'no-store', 'content-type': 'text/html' };
    const address = `${ISSUER}/consent`;
    return toPage(new URL(address), new Response(html, { status, headers }), html, [address]);
  };

  function answered(way: Way, parameters: Record<string, string>, wrong: Partial<Received> = {}): Visit {
    const sent = new URLSearchParams(parameters);
    const own = new URLSearchParams({ own: 'query' });
    const answer: Received = {
      method: way === 'query' ? 'GET' : 'POST',
      path: '/callback',
      query: way === 'query' ? new URLSearchParams([...own, ...sent]) : own,
      form: way === 'query' ? new URLSearchParams() : sent,
      headers: way === 'query' ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
      ...wrong,
    };
    return { pages: [noStore('')], answer };
  }
  const request = (way: Way): AuthorizationRequest =>
    buildRequest({ ...context, responseMode: way }, { state: 'state' });
  const GOOD = { iss: ISSUER, state: 'state', code: CODE };
  const BAD = { error: 'login_required', error_description: 'Sign in first.', iss: ISSUER, state: 'state' };

  describe.each(['query', 'form_post'] as const)('by %s', (way) => {
    const code = (visited: Visit) => checkCodeAnswer(context, request(way), visited);
    const error = (visited: Visit) => checkErrorAnswer(context, request(way), visited, ['login_required']);

    test('a code passes, and so does an error', () => {
      expect(code(answered(way, GOOD))).toBe(CODE);
      error(answered(way, BAD));
    });

    const otherWay = way === 'query' ? 'form_post' : 'query';
    const WRONG: Record<string, () => Visit> = {
      'no call': () => ({ pages: [noStore('A page.')], answer: undefined }),
      'by the other way': () => answered(otherWay, GOOD),
      'another issuer': () => answered(way, { ...GOOD, iss: 'https://other.example' }),
      'another state': () => answered(way, { ...GOOD, state: 'State' }),
      'a short code': () => answered(way, { ...GOOD, code: 'abc' }),
      'an error': () => answered(way, BAD),
      'the URI’s own query gone': () =>
        answered(way, GOOD, { query: new URLSearchParams(way === 'query' ? GOOD : {}) }),
    };
    test.each(Object.entries(WRONG))('%s is no code', (_, wrong) => {
      expect(() => code(wrong())).toThrow();
    });

    const NO_ERROR: Record<string, Record<string, string>> = {
      'a code': GOOD,
      'another error': { ...BAD, error: 'consent_required' },
      'a line break in the description': { ...BAD, error_description: 'Sign\nin' },
      'a parameter nobody knows': { ...BAD, hint: 'x' },
      'a code beside it': { ...BAD, code: CODE },
    };
    test.each(Object.entries(NO_ERROR))('%s is not the error', (_, parameters) => {
      expect(() => error(answered(way, parameters))).toThrow();
    });
  });

  test('form_post: a code in the address, or a body of another type, fails', () => {
    const check = (wrong: Partial<Received>) =>
      checkCodeAnswer(context, request('form_post'), answered('form_post', GOOD, wrong));
    const leaked = new URLSearchParams({ own: 'query', code: CODE });
    expect(() => check({ query: leaked })).toThrow();
    expect(() => check({ headers: { 'content-type': 'text/plain' } })).toThrow();
  });

  test('an error page passes; another status, an empty page or a way to the relying party fails', () => {
    const words = '<p>This address is not registered for the application.</p>';
    checkErrorPage(context, { pages: [noStore(words, 400)], answer: undefined });
    expect(() => checkErrorPage(context, { pages: [noStore(words, 200)], answer: undefined })).toThrow();
    expect(() => checkErrorPage(context, { pages: [noStore('', 400)], answer: undefined })).toThrow();
    expect(() => checkErrorPage(context, { ...answered('query', BAD), pages: [noStore(words, 400)] })).toThrow();
    const led = { ...noStore(words, 400), trail: ['https://rp.example/callback/x', `${ISSUER}/consent`] };
    expect(() => checkErrorPage(context, { pages: [led], answer: undefined })).toThrow();
  });
});

test('standard claims: a value of the wrong type fails', () => {
  const sound = {
    sub: 'x',
    name: 'Mina',
    email_verified: false,
    birthdate: '1990-04-17',
    updated_at: 1_767_312_000,
    address: { locality: 'Bristol' },
  };
  checkStandardClaims(sound);
  for (const wrong of [
    { name: 7 },
    { name: 'null' },
    { email_verified: 'false' },
    { birthdate: '17.04.1990' },
    { updated_at: 1.5 },
    { address: 'Bristol' },
    { address: {} },
    { address: { street: 'Quay Street' } },
    { address: { locality: '' } },
  ]) {
    expect(() => checkStandardClaims({ ...sound, ...wrong }), JSON.stringify(wrong)).toThrow();
  }
});
