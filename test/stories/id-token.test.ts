// The ID token over the wire, on both stores (contract 7): verified by jose with nothing but what discovery tells.
import { createLocalJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

type WithIdToken = Tokens & { id_token?: string };

let hosts: Hosts;
let client: Client;
let keys: JWTVerifyGetKey;

const PROFILE = {
  name: 'Mina Kim',
  address: { street_address: '1 Harbour Road', locality: 'Busan', country: 'KR' },
  phone_number: '+82511234567',
};
const ITEMS = [
  { item: 'nickname', consent: 'required' },
  { item: 'name', consent: 'optional' },
  { item: 'email', consent: 'optional' },
  { item: 'phone_number', consent: 'optional' },
  { item: 'address', consent: 'optional' },
] as const;

/** Directly in the database: how an application comes to its algorithm is another story. */
const setApplication = (values: string) =>
  hosts.execute(`update applications set version = version + 1, ${values} where id = '${client.applicationId}'`);

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  const texts = Object.fromEntries(Object.entries(PROFILE.address));
  client = await givenClient(
    hosts,
    { ...APPLICATION, consent_items: ITEMS },
    {
      item: ['name', 'email', 'phone_number', 'address'],
      name: PROFILE.name,
      phone_number: PROFILE.phone_number,
      ...texts,
    },
  );
  await setApplication("id_token_alg = 'ES256'");
  const jwks = await hosts.ports.signingKeys.publicKeys();
  keys = createLocalJWKSet({ keys: jwks.map((key) => ({ ...key, kty: String(key.kty) })) });
});
afterAll(() => hosts?.stop());

/** Verified like a relying party does, at the server's own time. */
async function idTokenOf(tokens: Tokens) {
  const { payload, protectedHeader } = await jwtVerify((tokens as WithIdToken).id_token ?? '', keys, {
    issuer: hosts.authUrl,
    audience: client.apiKey,
    currentDate: new Date(hosts.clock.now()),
  });
  return { payload, header: protectedHeader };
}
const idClaims = async (parameters: Record<string, string>) =>
  (await idTokenOf(await client.tokens({ scope: 'openid', ...parameters }))).payload;

const refresh = async (tokens: Tokens, more = {}): Promise<Tokens> => {
  const { status, body } = await client.token(client.refreshForm(tokens.refresh_token, more));
  expect(status).toBe(200);
  return body;
};

describe('the ID token', () => {
  test('has every claim of contract 7, and nothing of the person that scope did not name', async () => {
    const before = Math.floor(hosts.clock.now() / 1000);
    const tokens = await client.tokens({ scope: 'openid', nonce: 'n-0S6_WzA2Mj' });
    const { payload, header } = await idTokenOf(tokens);
    expect(header).toEqual({ alg: 'ES256', kid: expect.stringMatching(/^[\w-]{43}$/), typ: 'JWT' });
    expect(payload).toEqual({
      iss: hosts.authUrl,
      sub: (await client.userInfo(tokens.access_token)).body.sub,
      aud: client.apiKey,
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 3600,
      auth_time: expect.any(Number),
      nonce: 'n-0S6_WzA2Mj',
      at_hash: expect.stringMatching(/^[\w-]{22}$/),
      acr: '1',
      amr: ['pwd'],
      sid: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(payload.iat).toBeGreaterThanOrEqual(before);
    expect(payload.auth_time as number).toBeLessThanOrEqual(before);
    expect(tokens.scope?.split(' ')[0]).toBe('openid');
  });

  test('is not there without openid', async () => {
    expect(await client.tokens({ scope: 'email' })).not.toHaveProperty('id_token');
    expect(await client.tokens()).not.toHaveProperty('id_token');
  });

  test('holds the claims of agreed items that scope named, address as an object', async () => {
    const claims = await idClaims({ scope: 'openid profile email phone address' });
    expect(claims).toMatchObject({
      nickname: 'Mina',
      name: PROFILE.name,
      email: client.email,
      email_verified: false,
      phone_number: PROFILE.phone_number,
      phone_number_verified: false,
      address: PROFILE.address,
      updated_at: expect.any(Number),
    });
  });

  test('required items that scope did not name are for user-info only', async () => {
    const claims = await idClaims({ scope: 'openid email' });
    expect(claims).toMatchObject({ email: client.email });
    expect(claims).not.toHaveProperty('nickname');
  });

  test('claims.id_token adds what it names among agreed items, claim by claim', async () => {
    const asked = { id_token: { name: { essential: true }, email: null, gender: null, unheard_of: null } };
    const claims = await idClaims({ claims: JSON.stringify(asked) });
    expect(claims).toMatchObject({ name: PROFILE.name, email: client.email });
    for (const name of ['nickname', 'email_verified', 'gender', 'unheard_of']) expect(claims).not.toHaveProperty(name);
  });

  test('id_token_claims off: scope names for user-info only, claims.id_token still counts', async () => {
    await setApplication('id_token_claims = false');
    const claims = await idClaims({ scope: 'openid email phone', claims: '{"id_token":{"phone_number":null}}' });
    await setApplication('id_token_claims = true');
    expect(claims).toMatchObject({ phone_number: PROFILE.phone_number });
    expect(claims).not.toHaveProperty('email');
  });

  test('nothing a person may write takes the place of a claim of the token', async () => {
    const asked = { id_token: { sub: null, iss: null, aud: null, sid: null } };
    const claims = await idClaims({ claims: JSON.stringify(asked) });
    expect(claims.iss).toBe(hosts.authUrl);
    expect(claims.aud).toBe(client.apiKey);
  });

  test.each(['RS256', 'EdDSA'])('is signed with the algorithm of the application: %s', async (algorithm) => {
    await setApplication(`id_token_alg = '${algorithm}'`);
    const { header } = await idTokenOf(await client.tokens({ scope: 'openid' }));
    await setApplication("id_token_alg = 'ES256'");
    expect(header.alg).toBe(algorithm);
  });

  test('sid is one for all codes of a session and an application', async () => {
    const [a, b] = [await idClaims({}), await idClaims({ scope: 'openid email' })];
    expect(a.sid).toBe(b.sid);
  });

  test('no address of a request object is ever looked at: request and request_uri have their own errors', async () => {
    for (const name of ['request', 'request_uri', 'registration']) {
      const page = await client.browser.open(client.authorizeUrl({ [name]: 'http://127.0.0.1:9/object' }), {
        stopAt: 'http://localhost:3999/callback',
      });
      expect(page.url.searchParams.get('error')).toBe(`${name}_not_supported`);
    }
  });
});

describe('a refreshed ID token (OpenID Connect Core 12.2; case G13)', () => {
  test('keeps iss, sub, aud, auth_time, acr, amr and sid, has new times and hash, and no nonce', async () => {
    const tokens = await client.tokens({ scope: 'openid email', nonce: 'once' });
    const first = (await idTokenOf(tokens)).payload;
    hosts.clock.advance(90_000);
    const second = (await idTokenOf(await refresh(tokens))).payload;
    const { iat, exp, at_hash, nonce, ...kept } = first;
    expect(nonce).toBe('once');
    expect(second).toMatchObject(kept);
    expect(second).not.toHaveProperty('nonce');
    expect(second.iat).toBeGreaterThanOrEqual((iat ?? 0) + 90);
    expect(second.exp).toBe((second.iat ?? 0) + 3600);
    expect(second.at_hash).not.toBe(at_hash);
    expect(exp).toBe((iat ?? 0) + 3600);
  });

  test('a repeat within the window has the same claims (contract 5)', async () => {
    const tokens = await client.tokens({ scope: 'openid email' });
    const first = (await idTokenOf(await refresh(tokens))).payload;
    hosts.clock.advance(7_000);
    const again = (await idTokenOf(await refresh(tokens))).payload;
    expect(again).toEqual(first);
  });

  test('scope without openid has none, and the next refresh has one again', async () => {
    const tokens = await client.tokens({ scope: 'openid email' });
    const narrowed = await refresh(tokens, { scope: 'email' });
    expect(narrowed).not.toHaveProperty('id_token');
    expect(narrowed.scope).toBe('email nickname');
    expect(await refresh(narrowed)).toHaveProperty('id_token');
  });

  test('scope that names fewer items opens fewer claims', async () => {
    const tokens = await client.tokens({ scope: 'openid email phone' });
    const { payload } = await idTokenOf(await refresh(tokens, { scope: 'openid phone' }));
    expect(payload).toHaveProperty('phone_number');
    expect(payload).not.toHaveProperty('email');
  });

  test('what was withdrawn meanwhile is gone from it', async () => {
    const tokens = await client.tokens({ scope: 'openid email' });
    const connection = await hosts.ports.connections.find(client.applicationId, await accountId());
    await hosts.ports.connections.answer({
      applicationId: client.applicationId,
      accountId: connection?.accountId ?? '',
      generation: connection?.generation ?? 0,
      answers: { email: { agreed: false, answeredAt: hosts.clock.now() } },
      now: hosts.clock.now(),
    });
    expect((await idTokenOf(await refresh(tokens))).payload).not.toHaveProperty('email');
  });
});

const accountId = async (): Promise<string> =>
  (await hosts.ports.accounts.findByEmailKey(client.email.toLowerCase()))?.id ?? '';
