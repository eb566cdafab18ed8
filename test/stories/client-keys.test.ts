// Applications that prove themselves by a signed JWT (contract 40): registered, used at every endpoint, refused where a
// secret or the bare key is sent, and each assertion used once.
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { assertionParts, type ClientPair, type JwtParts, newClientPair, signJwt } from '../helpers/client-keys.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const PLATFORMS = [...APPLICATION.platforms, { platform: 'Android', package_name: 'com.example.shop' }];

let hosts: Hosts;
let pair: ClientPair;
let client: Client;
let android: string;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  pair = await newClientPair('ES256');
  client = await givenClient(hosts, { ...APPLICATION, platforms: PLATFORMS, jwks: { keys: [pair.publicJwk] } });
  const application = await hosts.ports.applications.find(client.applicationId);
  android = application?.platforms.find(({ platform }) => platform === 'Android')?.apiKey ?? '';
});
afterAll(() => hosts?.stop());

type Change = (parts: JwtParts) => void;
type Form = Readonly<Record<string, string>>;

async function assertion(change: Change = () => undefined, apiKey = client.apiKey): Promise<Form> {
  const parts = assertionParts(pair, { apiKey, audience: hosts.authUrl, now: hosts.clock.now() });
  change(parts);
  return { client_assertion_type: TYPE, client_assertion: await signJwt(pair, parts) };
}

const at = (path: string, form: Form, headers: Form = {}) => postForm(`${hosts.authUrl}${path}`, form, headers);
const codeForm = async (more: Form) => ({
  ...Object.fromEntries(new URLSearchParams(client.codeForm(await client.code()))),
  ...more,
});
const errorOf = ({ status, body }: Awaited<ReturnType<typeof at>>) =>
  `${status} ${body.error} ${String(body.error_uri).split('#')[1]}`;
const api = (method: string, body: object) =>
  fetch(`${hosts.apiUrl}/applications/${client.applicationId}`, {
    method,
    headers: {
      authorization: `Bearer ${client.owner.apiToken}`,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    },
    body: JSON.stringify(body),
  });

describe('contract 40: an assertion is used at every endpoint', () => {
  test('code exchange, refresh, introspection and revocation, with and without client_id', async () => {
    const tokens = (await at('/oauth/token', await codeForm(await assertion()))).body;
    expect(tokens).toMatchObject({ token_type: 'Bearer', access_token: expect.stringMatching(/^lk_at_/) });
    const refreshed = await at('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: String(tokens.refresh_token),
      ...(await assertion()),
    });
    expect(refreshed.status).toBe(200);
    const token = String(refreshed.body.access_token);
    const worth = async () => (await at('/oauth/introspection', { token, ...(await assertion()) })).body;
    expect(await worth()).toMatchObject({ active: true, client_id: client.apiKey });
    const named = { client_id: client.apiKey, token, ...(await assertion()) };
    expect((await at('/oauth/revocation', named)).status).toBe(200);
    expect(await worth()).toEqual({ active: false });
  });

  test.each([
    ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x' }],
    ['/oauth/revocation', { token: 'x' }],
    ['/oauth/introspection', { token: 'x' }],
  ])('its own address as aud at %s, and not that of another endpoint', async (path, form: Form) => {
    const own = await assertion(({ claims }) => {
      claims.aud = `${hosts.authUrl}${path}`;
    });
    expect(errorOf(await at(path, { ...form, ...own }))).not.toContain('invalid_client');
    const other = await assertion(({ claims }) => {
      claims.aud = `${hosts.authUrl}/oauth/par`;
    });
    expect(errorOf(await at(path, { ...form, ...other }))).toBe('400 invalid_client client-assertion-audience');
  });
});

describe('contract 40: one assertion, one use', () => {
  test('the second is refused, at another endpoint too, and the code stays usable', async () => {
    const used = await assertion();
    const form = await codeForm({});
    expect((await at('/oauth/introspection', { token: 'x', ...used })).status).toBe(200);
    expect(errorOf(await at('/oauth/token', { ...form, ...used }))).toBe('400 invalid_client client-assertion-used');
    expect((await at('/oauth/token', { ...form, ...(await assertion()) })).status).toBe(200);
  });

  test('of fifty at once one is taken', { tags: 'postgres' }, async () => {
    const used = await assertion();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => at('/oauth/introspection', { token: 'x', ...used })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(new Set(answers.map(errorOf)).size).toBe(2);
  });

  test('another application may use the same jti', async () => {
    const other = await givenClient(hosts, { ...APPLICATION, jwks: { keys: [pair.publicJwk] } });
    const same: Change = ({ claims }) => {
      claims.jti = 'the same';
    };
    for (const apiKey of [client.apiKey, other.apiKey]) {
      expect((await at('/oauth/introspection', { token: 'x', ...(await assertion(same, apiKey)) })).status).toBe(200);
    }
  });

  test('it is forgotten by the purge once it has expired', { tags: 'postgres' }, async () => {
    const rows = async () => (await hosts.rowsIn('spent_jwts')).length;
    expect(await rows()).toBeGreaterThan(0);
    hosts.clock.advance(601_000);
    await hosts.tick('purge');
    expect(await rows()).toBe(0);
  });
});

describe('contract 40: refused', () => {
  test('the bare key, a secret in the body and in the header, and half an assertion', async () => {
    const secret = await createSecret(hosts, client);
    const [whole, form] = [await assertion(), await codeForm({})];
    const by = async (more: Form, headers?: Form) => errorOf(await at('/oauth/token', { ...form, ...more }, headers));
    expect(await by({})).toBe('400 invalid_client client-assertion-missing');
    expect(await by({ client_secret: secret })).toBe('400 invalid_client client-assertion-missing');
    expect(await by({}, basic(client.apiKey, secret))).toBe('401 invalid_client client-assertion-missing');
    expect(await by({ ...whole, client_secret: secret })).toBe('400 invalid_request client-authentication-twice');
    expect(await by(whole, basic(client.apiKey, secret))).toBe('400 invalid_request client-authentication-twice');
    expect(await by({ client_assertion: whole.client_assertion ?? '' })).toBe(
      '400 invalid_request client-assertion-incomplete',
    );
    expect(await by({ client_assertion_type: TYPE })).toBe('400 invalid_request client-assertion-incomplete');
    const saml = { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' };
    expect(await by({ ...whole, ...saml })).toBe('400 invalid_request client-assertion-incomplete');
    expect(await by(whole)).toBe('200 undefined undefined');
  });

  test('an access token, an ID token and nonsense in its place', async () => {
    const form = await codeForm({ scope: 'openid' });
    const code = await client.code({ scope: 'openid' });
    const tokens = (await at('/oauth/token', { ...form, code, ...(await assertion()) })).body;
    const as = async (token: unknown, more: Form = {}) =>
      errorOf(
        await at('/oauth/token', { ...form, ...more, client_assertion_type: TYPE, client_assertion: String(token) }),
      );
    expect(await as(tokens.access_token)).toBe('400 invalid_client client-assertion-malformed');
    expect(await as(tokens.id_token)).toBe('400 invalid_client client-assertion-key-unknown');
    expect(await as('nonsense')).toBe('400 invalid_client client-assertion-malformed');
  });

  test('for the key of an Android entry, and for another client_id than its sub', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    const forAndroid = { ...form, ...(await assertion(undefined, android)) };
    expect(errorOf(await at('/oauth/token', forAndroid))).toBe('400 invalid_client client-assertion-unexpected');
    const other = { ...form, ...(await assertion(undefined, android)), client_id: client.apiKey };
    expect(errorOf(await at('/oauth/token', other))).toBe('400 invalid_client client-assertion-issuer');
    const unknown = { ...form, ...(await assertion(undefined, 'f'.repeat(32))) };
    expect(errorOf(await at('/oauth/token', unknown))).toBe('400 invalid_client unknown-client');
  });

  test('an application without the method takes none', async () => {
    const plain = await givenClient(hosts);
    const form = { token: 'x', ...(await assertion(undefined, plain.apiKey)) };
    expect(errorOf(await at('/oauth/introspection', form))).toBe('400 invalid_client client-assertion-unexpected');
  });

  test('the log tells the application and the reason, and no assertion', async () => {
    const sent = await assertion(({ claims }) => {
      claims.exp = 1;
    });
    await at('/oauth/introspection', { token: 'x', ...sent });
    const line = hosts.logs.findLast((one) => one.refusal === 'client-assertion-expiry');
    expect(line).toMatchObject({ detail: `application ${client.applicationId}` });
    expect(JSON.stringify(hosts.logs)).not.toContain(String(sent.client_assertion).split('.')[2]);
  });
});

describe('contract 40: the owner’s keys', () => {
  test('another key counts at once, and the old one no more', async () => {
    const next = await newClientPair('EdDSA');
    const old = await assertion();
    const asNext = async () => {
      const parts = assertionParts(next, { apiKey: client.apiKey, audience: hosts.authUrl, now: hosts.clock.now() });
      return { client_assertion_type: TYPE, client_assertion: await signJwt(next, parts) };
    };
    const changed = await api('PATCH', { jwks: { keys: [next.publicJwk] } });
    expect([changed.status, await changed.json()]).toMatchObject([200, { jwks: { keys: [next.publicJwk] } }]);
    expect(errorOf(await at('/oauth/introspection', { token: 'x', ...old }))).toBe(
      '400 invalid_client client-assertion-key-unknown',
    );
    expect((await at('/oauth/introspection', { token: 'x', ...(await asNext()) })).status).toBe(200);
    pair = next;
  });

  test('a PUT without them leaves them; without any key everything is refused; null takes the method away', async () => {
    const shown = (await (await api('PATCH', {})).json()) as Record<string, unknown>;
    const { jwks, token_endpoint_auth_method: method, ...others } = shown;
    expect([method, (await (await api('PUT', others)).json()) as object]).toMatchObject(['private_key_jwt', { jwks }]);
    expect((await api('PATCH', { jwks: null })).status).toBe(200);
    const token = { token: 'x' };
    expect(errorOf(await at('/oauth/introspection', { ...token, ...(await assertion()) }))).toBe(
      '400 invalid_client client-assertion-key-unknown',
    );
    expect(errorOf(await at('/oauth/revocation', { ...token, client_id: client.apiKey }))).toBe(
      '400 invalid_client client-assertion-missing',
    );
    expect((await api('PATCH', { token_endpoint_auth_method: null, client_secret_required: false })).status).toBe(200);
    expect((await at('/oauth/revocation', { ...token, client_id: client.apiKey })).status).toBe(200);
  });

  test('a private key, and keys in two places, are refused where they stand', async () => {
    const faults = async (body: object) => {
      const answer = (await (await api('PATCH', body)).json()) as { errors: { pointer: string; code: string }[] };
      return answer.errors.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    expect(await faults({ jwks: { keys: [pair.publicJwk, pair.privateJwk] } })).toEqual(['/jwks/keys/1 jwk-private']);
    const both = { jwks: { keys: [pair.publicJwk] }, jwks_uri: 'https://shop.example/keys' };
    expect(await faults(both)).toEqual(['/jwks_uri jwks-twice']);
    expect(await faults({ jwks: [] })).toEqual(['/jwks type-wrong']);
  });

  test('the audit tells which members changed', async () => {
    await api('PATCH', { jwks: { keys: [pair.publicJwk] } });
    const entries = [...(await hosts.rowsIn('audit_entries'))];
    expect(JSON.stringify(entries)).toContain('token_endpoint_auth_method');
  });
});

test('contract 7: the metadata lists it', async () => {
  const metadata = (await (await fetch(`${hosts.authUrl}/.well-known/openid-configuration`)).json()) as Record<
    string,
    unknown
  >;
  for (const endpoint of ['token', 'revocation', 'introspection']) {
    expect(metadata[`${endpoint}_endpoint_auth_methods_supported`]).toContain('private_key_jwt');
    expect(metadata[`${endpoint}_endpoint_auth_signing_alg_values_supported`]).toEqual([
      'ES256',
      'PS256',
      'EdDSA',
      'Ed25519',
      'RS256',
    ]);
  }
});
