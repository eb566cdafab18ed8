// User information as a signed JWT (contract 6; OpenID Connect Core 5.3.2): who gets it, what stands in it, and that it
// is no ID token.
import { compactVerify, createLocalJWKSet, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const ES256 = { id_token_signed_response_alg: 'ES256' };

let hosts: Hosts;
/** Registered no algorithm for user information. */
let plain: Client;
/** Registered one. */
let signed: Client;
let jwks: ReturnType<typeof createLocalJWKSet>;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  plain = await givenClient(hosts, { ...APPLICATION, ...ES256 });
  signed = await givenClient(hosts, { ...APPLICATION, ...ES256, userinfo_signed_response_alg: 'EdDSA' });
  jwks = createLocalJWKSet({ keys: [...(await hosts.ports.signingKeys.publicKeys())] as JWK[] });
});

afterAll(() => hosts?.stop());

async function ask(accessToken: string, accept?: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${accessToken}`, ...(accept !== undefined && { accept }), ...init.headers };
  const response = await fetch(`${hosts.apiUrl}/user-info`, { ...init, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const typeOf = ({ headers }: { headers: Headers }) => headers.get('content-type')?.split(';')[0];
const verify = async (jwt: string): Promise<JWTPayload> => (await jwtVerify(jwt, jwks)).payload;

describe('contract 6: Accept: application/jwt', () => {
  test('the same claims with iss and aud, signed with the algorithm of the ID token, not stored', async () => {
    const { access_token: token } = await plain.tokens();
    const answer = await ask(token, 'application/jwt');
    expect([answer.status, typeOf(answer)]).toEqual([200, 'application/jwt']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { payload, protectedHeader } = await compactVerify(answer.text, jwks);
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: expect.any(String), typ: 'JWT' });
    const claims = JSON.parse((await ask(token, 'application/json')).text);
    expect(claims).toMatchObject({ sub: expect.any(String), nickname: 'Mina', email: plain.email });
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      ...claims,
      iss: hosts.authUrl,
      aud: plain.apiKey,
    });
  });

  test('with the algorithm registered for it, where there is one', async () => {
    const { text } = await ask((await signed.tokens()).access_token, 'application/jwt');
    const { payload, protectedHeader } = await jwtVerify(text, jwks, {
      issuer: hosts.authUrl,
      audience: signed.apiKey,
    });
    expect(protectedHeader.alg).toBe('EdDSA');
    expect(payload).toMatchObject({ nickname: 'Mina' });
  });

  test('POST with the token in the body, and HEAD without a body of its own', async () => {
    const { access_token: token } = await plain.tokens();
    const posted = await fetch(`${hosts.apiUrl}/user-info`, {
      method: 'POST',
      headers: { accept: 'application/jwt', 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${token}`,
    });
    expect(await verify(await posted.text())).toMatchObject({ nickname: 'Mina' });
    const head = await ask(token, 'application/jwt', { method: 'HEAD' });
    expect([head.status, typeOf(head), head.text]).toEqual([200, 'application/jwt', '']);
  });

  test('a withdrawn item is in it no more', async () => {
    const person = await givenClient(hosts, { ...APPLICATION, ...ES256 });
    const { access_token: token } = await person.tokens();
    expect(await verify((await ask(token, 'application/jwt')).text)).toHaveProperty('email');
    const account = await person.browser.open(`${hosts.authUrl}/account/connections`);
    await person.browser.submit(account.form({ action: '/account/connections' }), { item: [] });
    expect(await verify((await ask(token, 'application/jwt')).text)).not.toHaveProperty('email');
  });

  test('it is no ID token: as id_token_hint it is refused', async () => {
    const { text } = await ask((await plain.tokens()).access_token, 'application/jwt');
    const url = plain.authorizeUrl({ id_token_hint: text, prompt: 'none' });
    const page = await plain.browser.open(url, { stopAt: 'http://localhost:3999' });
    expect(page.url.searchParams.get('error')).toBe('invalid_request');
  });

  test('contract 8: a registered origin may read it, another may not', async () => {
    const { access_token: token } = await plain.tokens();
    const allowed = async (origin: string) =>
      (await ask(token, 'application/jwt', { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await allowed('http://localhost:3999')).toBe('http://localhost:3999');
    expect(await allowed('https://evil.example')).toBeNull();
  });
});

const JSON_TYPE = 'application/json';
const JWT_TYPE = 'application/jwt';

describe('contract 9: which of the two, by Accept', () => {
  test.each([
    ['*/*', JSON_TYPE, JWT_TYPE],
    ['', JSON_TYPE, JWT_TYPE],
    ['application/*', JSON_TYPE, JWT_TYPE],
    ['application/json', JSON_TYPE, JSON_TYPE],
    ['application/jwt', JWT_TYPE, JWT_TYPE],
    ['APPLICATION/JWT; charset=utf-8', JWT_TYPE, JWT_TYPE],
    // A tie, whatever the order or the weights: parameters are ignored.
    ['application/json, application/jwt', JSON_TYPE, JWT_TYPE],
    ['application/jwt, application/json;q=0.1', JSON_TYPE, JWT_TYPE],
    // Naming one and allowing all is naming one: what HTTP libraries for JSON send.
    ['application/json, text/plain, */*', JSON_TYPE, JSON_TYPE],
    ['application/jwt, */*;q=0.1', JWT_TYPE, JWT_TYPE],
    ['application/json;q=0, */*', JWT_TYPE, JWT_TYPE],
    ['application/*, application/jwt;q=0', JSON_TYPE, JSON_TYPE],
    ['application/*;q=0, */*', 406, 406],
    ['application/jwt;q=0', 406, 406],
    ['text/html', 406, 406],
    ['application/jose', 406, 406],
  ])('%o: %s; with an algorithm registered: %s', async (accept, forPlain, forSigned) => {
    for (const [client, wanted] of [
      [plain, forPlain],
      [signed, forSigned],
    ] as const) {
      const answer = await ask((await client.tokens()).access_token, accept);
      expect(answer.status === 200 ? typeOf(answer) : answer.status).toBe(wanted);
    }
  });

  test('401 comes before 406, and an error is never a JWT', async () => {
    const answer = await ask('lk_at_x', 'application/jwt');
    expect([answer.status, typeOf(answer)]).toEqual([401, 'application/problem+json']);
    expect((await ask('lk_at_x', 'text/html')).status).toBe(401);
  });
});
