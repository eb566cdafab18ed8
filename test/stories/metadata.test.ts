// The discovery documents (OpenID Connect Discovery 3 and 4, RFC 8414, contract 7). The document itself says what is
// tried: each value it lists must work at the address it gives, and values it does not list must fail. A member without
// a proof here fails the suite.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONSENT_ITEMS } from '../../src/core/ground/consent-items.ts';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import {
  assertionParts,
  type ClientAlg,
  type ClientPair,
  newClientPair,
  proofParts,
  signJwt,
} from '../helpers/client-keys.ts';
import { DEVICE_APPLICATION } from '../helpers/device.ts';
import { givenGroup } from '../helpers/given-group.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { registerApplication } from '../helpers/server.ts';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const SIGNED_OUT = 'http://localhost:3999/signed-out';
const ADDRESSES = ['openid-configuration', 'oauth-authorization-server'].map((name) => `/.well-known/${name}`);

type Metadata = Readonly<Record<string, unknown>>;
/** An application that the person has agreed to. */
type Party = { id: string; apiKey: string };
type Form = Readonly<Record<string, string>>;

let hosts: Hosts;
let person: Client;
let metadata: Metadata;
let shop: Party;

beforeAll(async () => {
  hosts = await startHosts({
    ...{ LATCHKEY_REQUESTS_PER_SECOND: '100000', LATCHKEY_INTERNAL_DELIVERIES: 'true' },
    LATCHKEY_PUSHED_REQUESTS: 'true',
  });
  metadata = (await (await fetch(hosts.authUrl + ADDRESSES[0])).json()) as Metadata;
  person = await givenClient(hosts, { ...APPLICATION, consent_items: [] });
  await fillInProfile();
  await givenGroup(hosts, 'staff');
  shop = await party();
});
afterAll(() => hosts?.stop());

const text = (name: string) => String(metadata[name]);
const list = (name: string) => metadata[name] as readonly string[];

/** A value for every claim of the catalogue. */
async function fillInProfile() {
  const account = await hosts.ports.accounts.findByEmailKey(person.email);
  const profile = {
    ...{ picture: 'https://example.com/mina.png', name: 'Mina Kim', given_name: 'Mina' },
    ...{ family_name: 'Kim', middle_name: 'J', gender: 'female', birthdate: '1990-01-02', locale: 'ko' },
    ...{ website: 'https://example.com', profile: 'https://example.com/mina', zoneinfo: 'Asia/Seoul' },
    ...{ phone_number: '+82212345678', address: { country: 'KR' } },
  };
  await hosts.ports.accounts.saveProfile(account?.id ?? '', profile, hosts.clock.now());
}

const register = async (members: object) => {
  const application = await registerApplication(hosts, person.owner, {
    ...APPLICATION,
    consent_items: CONSENT_ITEMS.map((item) => ({ item, consent: 'optional' })),
    groups: ['staff'],
    id_token_signed_response_alg: 'ES256',
    ...members,
  });
  return { id: application.id, apiKey: application.platforms[0]?.api_key ?? '' };
};

/** Registers an application, and the person agrees to all it asks for. */
async function party(members: object = {}): Promise<Party> {
  const made = await register(members);
  const consent = await authorize({ client_id: made.apiKey });
  const form = consent.form({ action: '/consent' });
  const name = form.fields.includes('preferred_username') ? { preferred_username: 'mina.kim' } : {};
  await person.browser.submit(form, { item: CONSENT_ITEMS, ...name }, { press: 'agree', stopAt: CALLBACK });
  return made;
}

/** An authorization request at the listed address: where it leads the signed-in person, the callback or a page. */
function authorize(parameters: Form, browser = person.browser) {
  const query = { client_id: shop?.apiKey ?? '', redirect_uri: CALLBACK, response_type: 'code', ...parameters };
  const url = `${text('authorization_endpoint')}?${new URLSearchParams(query)}`;
  return browser.open(url, { stopAt: CALLBACK });
}
const answered = async (parameters: Form) => (await authorize(parameters)).url.searchParams;

const endpoint = (name: string, form: Form, headers: Form = {}) => postForm(text(`${name}_endpoint`), form, headers);

async function tokens(parameters: Form = {}, of = shop, more: Form = {}): Promise<Tokens> {
  const code = (await answered({ client_id: of.apiKey, ...parameters })).get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: of.apiKey, ...more };
  const { status, body } = await endpoint('token', form);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as unknown as Tokens;
}

async function userInfo({ access_token }: Tokens, accept = 'application/json') {
  const headers = { authorization: `Bearer ${access_token}`, accept };
  return (await fetch(text('userinfo_endpoint'), { headers })).text();
}

/** What stands in a JWT that a listed key has signed, now by the server's clock. */
const verified = (jwt: string, audience?: string) =>
  jwtVerify(jwt, createRemoteJWKSet(new URL(text('jwks_uri')), { timeoutDuration: 60_000 }), {
    issuer: text('issuer'),
    currentDate: new Date(hosts.clock.now()),
    ...(audience !== undefined && { audience }),
  });

/** How a client could authenticate, by its registered name (RFC 7591 2), with the parties it would do so for. */
type Proof = { form: Form; headers?: Form };
let authentication: Readonly<Record<string, () => Promise<Proof>>>;
async function givenAuthentication() {
  const secured = await party();
  const secret = await createSecret(hosts, { applicationId: secured.id, owner: person.owner });
  const client_id = secured.apiKey;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ iss: client_id, sub: client_id, aud: text('token_endpoint'), jti: '1', exp: 4_000_000_000 });
  const byKey = await signer('ES256');
  authentication = {
    client_secret_basic: async () => ({ form: {}, headers: basic(client_id, secret) }),
    client_secret_post: async () => ({ form: { client_id, client_secret: secret } }),
    none: async () => ({ form: { client_id: shop.apiKey } }),
    private_key_jwt: async () => ({ form: await byKey() }),
    client_secret_jwt: async () => ({ form: assertionForm(`${part({ alg: 'HS256' })}.${claims}.c2lnbmF0dXJl`) }),
    tls_client_auth: async () => ({ form: { client_id } }),
    'an access token': async () => ({
      form: {},
      headers: { authorization: `Bearer ${(await tokens()).access_token}` },
    }),
  };
}

const assertionForm = (client_assertion: string) => ({
  client_assertion,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
});

/** The key of clients by algorithm: RSA keys take a fifth of a second each. */
const pairs: { [A in ClientAlg]?: Promise<ClientPair> } = {};
const pairOf = (alg: ClientAlg): Promise<ClientPair> => {
  pairs[alg] ??= newClientPair(alg);
  return pairs[alg];
};

/** An application with a key, as it proves itself again and again. @param name of the algorithm in the header */
async function signer(alg: ClientAlg, name: string = alg) {
  const pair = await pairOf(alg);
  const { apiKey } = await party({ jwks: { keys: [pair.publicJwk] } });
  return async () => {
    const parts = assertionParts(pair, { apiKey, audience: text('issuer'), now: hosts.clock.now() });
    return assertionForm(await signJwt(pair, { ...parts, header: { ...parts.header, alg: name } }));
  };
}

const KEY_FOR: Readonly<Record<string, ClientAlg>> = { Ed25519: 'EdDSA' };

/** An application proves itself with each listed algorithm; others do not exist for it. */
async function proveClientAlgorithms(name: string, form: Form) {
  const listed = list(`${name}_endpoint_auth_signing_alg_values_supported`);
  for (const alg of listed) {
    const byKey = await signer(KEY_FOR[alg] ?? (alg as ClientAlg), alg);
    expect([alg, (await endpoint(name, { ...form, ...(await byKey()) })).body.error]).not.toContain('invalid_client');
  }
  const [header = '', claims, signature] = String((await (await signer('ES256'))()).client_assertion).split('.');
  for (const alg of ['none', 'HS256', 'RS512', 'ES384'].filter((one) => !listed.includes(one))) {
    const other = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), alg };
    const sent = `${Buffer.from(JSON.stringify(other)).toString('base64url')}.${claims}.${signature}`;
    expect((await endpoint(name, { ...form, ...assertionForm(sent) })).body.error).toBe('invalid_client');
  }
}

/** Each listed method is let in, each other one is `invalid_client` or names no client at all. */
async function proveMethods(name: string, form: Form, letIn: number) {
  if (!authentication) await givenAuthentication();
  const listed = list(`${name}_endpoint_auth_methods_supported`);
  expect(listed.filter((method) => !(method in authentication))).toEqual([]);
  for (const [method, prove] of Object.entries(authentication)) {
    const proof = await prove();
    const { status, body } = await endpoint(name, { ...form, ...proof.form }, proof.headers);
    if (listed.includes(method)) expect([method, status, body.error]).toEqual([method, letIn, body.error]);
    else expect([400, 401], method).toContain(status);
    const refused = ['invalid_client', 'invalid_request'].includes(String(body.error));
    expect([method, refused]).toEqual([method, !listed.includes(method)]);
  }
}

/** Each listed value gives a code, each other one `error`. */
async function proveValues(name: string, parameter: string, others: readonly string[], error: string) {
  for (const value of list(name))
    expect([value, (await answered({ [parameter]: value })).has('code')]).toEqual([value, true]);
  for (const value of others) {
    expect(list(name)).not.toContain(value);
    expect([value, (await answered({ [parameter]: value })).get('error')]).toEqual([value, error]);
  }
}

/** Each listed algorithm can be registered, and signs; each other one cannot be registered. */
async function proveAlgorithms(name: string, member: string, jwtOf: (of: Party) => Promise<string>) {
  for (const algorithm of list(name)) {
    const jwt = await jwtOf(await party({ [member]: algorithm }));
    expect(decodeProtectedHeader(jwt).alg).toBe(algorithm);
    await verified(jwt);
  }
  for (const algorithm of ['none', 'HS256', 'PS256', 'ES384', 'ES256K', 'es256']) {
    expect(list(name)).not.toContain(algorithm);
    await expect(register({ [member]: algorithm }), algorithm).rejects.toThrow(member);
  }
}

const acrRequest = (value: string) => JSON.stringify({ id_token: { acr: { essential: true, value } } });

const PROOFS: Readonly<Record<string, () => unknown>> = {
  issuer: () => expect(metadata.issuer).toBe(hosts.authUrl),
  authorization_endpoint: async () => expect((await answered({})).has('code')).toBe(true),
  token_endpoint: async () => expect(await tokens()).toHaveProperty('access_token'),
  userinfo_endpoint: async () => expect(JSON.parse(await userInfo(await tokens()))).toHaveProperty('sub'),
  jwks_uri: async () => {
    const { payload } = await verified((await tokens({ scope: 'openid' })).id_token ?? '', shop.apiKey);
    expect(payload).toHaveProperty('sub');
  },
  revocation_endpoint: async () => {
    const pair = await tokens();
    await endpoint('revocation', { token: pair.access_token, client_id: shop.apiKey });
    expect(await userInfo(pair)).toContain('"status":401');
  },
  pushed_authorization_request_endpoint: async () => {
    const request = { client_id: shop.apiKey, redirect_uri: CALLBACK, response_type: 'code' };
    const pushed = await postForm(text('pushed_authorization_request_endpoint'), request);
    expect(pushed.status).toBe(201);
    const query = new URLSearchParams({ client_id: shop.apiKey, request_uri: String(pushed.body.request_uri) });
    const address = `${text('authorization_endpoint')}?${query}`;
    const page = await person.browser.open(address, { stopAt: CALLBACK });
    expect(page.url.searchParams.has('code')).toBe(true);
  },
  // An application demands it of itself.
  require_pushed_authorization_requests: async () => {
    expect(metadata.require_pushed_authorization_requests).toBe(false);
    expect((await answered({})).has('code')).toBe(true);
  },
  introspection_endpoint: async () => {
    const proof = await authentication.client_secret_basic?.();
    const answer = await endpoint('introspection', { token: 'x' }, proof?.headers);
    expect(answer.text).toBe('{"active":false}');
  },

  device_authorization_endpoint: async () => {
    const devices = await givenClient(hosts, DEVICE_APPLICATION);
    const { body } = await endpoint('device_authorization', { client_id: devices.apiKey });
    expect(body.verification_uri).toBe(`${hosts.authUrl}/device`);
  },

  response_types_supported: () => {
    const others = ['token', 'id_token', 'none', 'CODE', 'code id_token', 'code token', 'code id_token token'];
    return proveValues('response_types_supported', 'response_type', others, 'unsupported_response_type');
  },
  response_modes_supported: async () => {
    expect(list('response_modes_supported')).toEqual(['query', 'form_post']);
    expect((await answered({ response_mode: 'query' })).has('code')).toBe(true);
    const posting = (await authorize({ response_mode: 'form_post' })).form();
    expect([posting.action.href, posting.fields]).toEqual([CALLBACK, ['iss', 'code']]);
    for (const response_mode of ['fragment', 'web_message', 'jwt', 'query.jwt', 'form_post.jwt']) {
      expect((await answered({ response_mode })).get('error')).toBe('invalid_request');
    }
  },
  grant_types_supported: async () => {
    const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const others = ['client_credentials', 'password', 'implicit', jwtBearer];
    const [device, exchange] = ['device_code', 'token-exchange'].map(
      (name) => `urn:ietf:params:oauth:grant-type:${name}`,
    );
    const form = { client_id: shop.apiKey, code: 'x', redirect_uri: CALLBACK, refresh_token: 'x' };
    const ask = async (grant_type: string) => (await endpoint('token', { ...form, grant_type })).body.error;
    expect(list('grant_types_supported')).toEqual(['authorization_code', 'refresh_token', device]);
    const { refresh_token } = await tokens();
    const refreshed = await endpoint('token', { ...form, grant_type: 'refresh_token', refresh_token });
    expect(refreshed.body).toHaveProperty('access_token');
    for (const grantType of [...others, exchange ?? '']) expect(await ask(grantType)).toBe('unsupported_grant_type');
    // Off, until the application is given it.
    expect((await endpoint('token', { ...form, grant_type: device ?? '', device_code: 'x' })).body.error).toBe(
      'unauthorized_client',
    );
  },
  code_challenge_methods_supported: async () => {
    const challenge = { code_challenge: CHALLENGE };
    for (const code_challenge_method of list('code_challenge_methods_supported')) {
      expect(await tokens({ ...challenge, code_challenge_method }, shop, { code_verifier: VERIFIER })).toBeTruthy();
    }
    for (const code_challenge_method of ['plain', 's256', 'S512', '']) {
      expect((await answered({ ...challenge, code_challenge_method })).get('error')).toBe('invalid_request');
    }
  },

  token_endpoint_auth_methods_supported: () =>
    proveMethods('token', { grant_type: 'refresh_token', refresh_token: 'x' }, 400),
  revocation_endpoint_auth_methods_supported: () => proveMethods('revocation', { token: 'x' }, 200),
  introspection_endpoint_auth_methods_supported: () => proveMethods('introspection', { token: 'x' }, 200),
  dpop_signing_alg_values_supported: async () => {
    const uri = text('token_endpoint');
    for (const alg of [...list('dpop_signing_alg_values_supported'), 'RS256']) {
      const pair = await pairOf(KEY_FOR[alg] ?? (alg as ClientAlg));
      const parts = proofParts(pair, { uri, now: hosts.clock.now() });
      const dpop = await signJwt(pair, { ...parts, header: { ...parts.header, alg } });
      const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: shop.apiKey };
      const error = alg === 'RS256' ? 'invalid_dpop_proof' : 'invalid_grant';
      expect([alg, (await endpoint('token', form, { dpop })).body.error]).toEqual([alg, error]);
    }
  },
  token_endpoint_auth_signing_alg_values_supported: () =>
    proveClientAlgorithms('token', { grant_type: 'refresh_token', refresh_token: 'x' }),
  revocation_endpoint_auth_signing_alg_values_supported: () => proveClientAlgorithms('revocation', { token: 'x' }),
  introspection_endpoint_auth_signing_alg_values_supported: () =>
    proveClientAlgorithms('introspection', { token: 'x' }),

  scopes_supported: async () => {
    const asked = [...list('scopes_supported'), 'admin', 'OPENID', 'picture', 'user:email'];
    expect((await tokens({ scope: asked.join(' ') })).scope?.split(' ')).toEqual(list('scopes_supported'));
  },
  claims_supported: async () => {
    const scope = 'openid profile email phone address groups';
    const answer = await tokens({ scope, nonce: 'n' });
    const told = { ...decodeJwt(answer.id_token ?? ''), ...JSON.parse(await userInfo(answer)) };
    expect(Object.keys(told).sort()).toEqual(list('claims_supported').toSorted());
  },
  claim_types_supported: async () => {
    expect(metadata.claim_types_supported).toEqual(['normal']);
    expect(await userInfo(await tokens())).not.toMatch(/_claim_(?:names|sources)/);
  },
  claims_parameter_supported: async () => {
    expect(metadata.claims_parameter_supported).toBe(true);
    const claims = JSON.stringify({ userinfo: { email: null }, id_token: { birthdate: null } });
    const answer = await tokens({ scope: 'openid', claims });
    expect(JSON.parse(await userInfo(answer))).toMatchObject({ email: person.email });
    expect(decodeJwt(answer.id_token ?? '')).toMatchObject({ birthdate: '1990-01-02' });
  },
  request_parameter_supported: async () => {
    expect(metadata.request_parameter_supported).toBe(false);
    expect((await answered({ request: 'e30.e30.' })).get('error')).toBe('request_not_supported');
  },
  request_uri_parameter_supported: async () => {
    expect(metadata.request_uri_parameter_supported).toBe(false);
    const request_uri = 'http://localhost:3999/request';
    expect((await answered({ request_uri })).get('error')).toBe('request_uri_not_supported');
  },
  subject_types_supported: async () => {
    expect(metadata.subject_types_supported).toEqual(['pairwise']);
    const subOf = async (of: Party) => decodeJwt((await tokens({ scope: 'openid' }, of)).id_token ?? '').sub;
    expect(await subOf(await party())).not.toBe(await subOf(shop));
  },

  id_token_signing_alg_values_supported: () =>
    proveAlgorithms(
      'id_token_signing_alg_values_supported',
      'id_token_signed_response_alg',
      async (of) => (await tokens({ scope: 'openid' }, of)).id_token ?? '',
    ),
  userinfo_signing_alg_values_supported: () =>
    proveAlgorithms('userinfo_signing_alg_values_supported', 'userinfo_signed_response_alg', async (of) =>
      userInfo(await tokens({}, of), '*/*'),
    ),
  acr_values_supported: async () => {
    // `2` needs a second factor: test/stories/second-factor.test.ts.
    expect(list('acr_values_supported')).toEqual(['1', '2']);
    for (const value of ['1']) {
      const answer = await tokens({ scope: 'openid', claims: acrRequest(value) });
      expect(decodeJwt(answer.id_token ?? '').acr).toBe(value);
    }
    expect((await answered({ scope: 'openid', claims: acrRequest('2') })).get('error')).toBe(
      'unmet_authentication_requirements',
    );
    for (const value of ['0', '3', 'phr', 'urn:mace:incommon:iap:silver']) {
      expect(list('acr_values_supported')).not.toContain(value);
      expect((await answered({ scope: 'openid', claims: acrRequest(value) })).get('error')).toBe(
        'unmet_authentication_requirements',
      );
    }
  },
  prompt_values_supported: async () => {
    const leadsTo: Form = {
      ...{ none: '/callback', login: '/login', consent: '/consent' },
      ...{ select_account: '/select-account', create: '/sign-up' },
    };
    expect(list('prompt_values_supported').toSorted()).toEqual(Object.keys(leadsTo).toSorted());
    for (const prompt of list('prompt_values_supported')) {
      hosts.clock.advance(1);
      const page = await authorize({ prompt });
      expect([prompt, page.url.pathname, page.url.searchParams.get('error')]).toEqual([prompt, leadsTo[prompt], null]);
    }
    for (const prompt of ['LOGIN', 'popup', 'login none', 'reauthenticate']) {
      expect((await answered({ prompt })).get('error')).toBe('invalid_request');
    }
  },
  display_values_supported: async () => {
    for (const display of list('display_values_supported')) {
      expect((await authorize({ display, prompt: 'consent' })).status).toBe(200);
    }
  },
  ui_locales_supported: async () => {
    const languageOf = async (ui_locales: string) =>
      /<html lang="([^"]+)"/.exec((await authorize({ ui_locales }, new Browser())).html)?.[1];
    for (const language of list('ui_locales_supported')) expect(await languageOf(language)).toBe(language);
    for (const language of ['de', 'xx']) expect(list('ui_locales_supported')).toContain(await languageOf(language));
  },
  authorization_response_iss_parameter_supported: async () => {
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
    expect((await answered({})).get('iss')).toBe(metadata.issuer);
    expect((await answered({ prompt: 'x' })).get('iss')).toBe(metadata.issuer);
  },
};

/** What ends the person's session, and is therefore tried last. */
const LAST_PROOFS: Readonly<Record<string, () => unknown>> = {
  backchannel_logout_supported: () => expect(metadata.backchannel_logout_supported).toBe(true),
  backchannel_logout_session_supported: async () => {
    expect(metadata.backchannel_logout_session_supported).toBe(true);
    const application = await startBackchannel();
    const told = await party({ backchannel_logout_uri: application.uri });
    const idToken = (await tokens({ scope: 'openid' }, told)).id_token ?? '';
    await signOut(idToken, told);
    await hosts.tick('outbox');
    const { payload, protectedHeader } = await verified(await application.logoutToken, told.apiKey);
    expect(protectedHeader.typ).toBe('logout+jwt');
    expect(payload).toMatchObject({ sub: decodeJwt(idToken).sub, sid: decodeJwt(idToken).sid });
    application.close();
  },
  end_session_endpoint: async () => {
    await signIn();
    const leaving = await party({ post_logout_redirect_uris: [SIGNED_OUT] });
    const idToken = (await tokens({ scope: 'openid' }, leaving)).id_token ?? '';
    const page = await signOut(idToken, leaving, { post_logout_redirect_uri: SIGNED_OUT, state: 's' });
    expect(page.url.href).toBe(`${SIGNED_OUT}?state=s`);
    expect((await answered({ prompt: 'none' })).get('error')).toBe('login_required');
  },
};

const signOut = (idToken: string, of: Party, more: Form = {}) => {
  const query = new URLSearchParams({ id_token_hint: idToken, client_id: of.apiKey, ...more });
  return person.browser.open(`${text('end_session_endpoint')}?${query}`, { stopAt: SIGNED_OUT });
};

async function signIn() {
  const page = await authorize({ prompt: 'login' });
  const { email, password } = person;
  await person.browser.submit(page.form({ action: '/login' }), { email, password }, { stopAt: CALLBACK });
}

/** An application's server that waits for the one logout token it is told. */
async function startBackchannel() {
  let received: (token: string) => void = () => {};
  const logoutToken = new Promise<string>((resolve) => {
    received = resolve;
  });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received(new URLSearchParams(body).get('logout_token') ?? '');
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { uri: `http://localhost:${port}/backchannel`, logoutToken, close: () => server.close() };
}

describe('contract 7: the document', () => {
  test('both addresses give the same, so that nothing differs where they overlap', async () => {
    const [first, second] = await Promise.all(
      ADDRESSES.map(async (path) => (await fetch(hosts.authUrl + path)).text()),
    );
    expect(first).toBe(second);
  });

  test.each(ADDRESSES)('%s is cacheable, with an ETag, and open to all', async (path) => {
    const ask = (headers: Form = {}, method = 'GET') => fetch(hosts.authUrl + path, { headers, method });
    const { status, headers } = await ask({ origin: 'https://anyone.example' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await ask({ 'if-none-match': known });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await ask({ 'if-none-match': '"x"' })).status).toBe(200);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
    expect((await ask({}, 'POST')).status).toBe(405);
  });

  test('what Discovery 3 and RFC 8414 2 require is there, and nothing is empty', () => {
    const required = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'response_types_supported'];
    const byOpenId = ['subject_types_supported', 'id_token_signing_alg_values_supported', 'userinfo_endpoint'];
    expect(Object.keys(metadata)).toEqual(expect.arrayContaining([...required, ...byOpenId]));
    expect(list('id_token_signing_alg_values_supported')).toContain('RS256');
    expect(list('scopes_supported')).toEqual(expect.arrayContaining(['openid', 'offline_access']));
    expect(Object.values(metadata).filter((value) => value === null || value === '')).toEqual([]);
    for (const value of Object.values(metadata).filter(Array.isArray)) {
      expect(value.length).toBeGreaterThan(0);
      expect(new Set(value).size).toBe(value.length);
    }
  });

  test('each of its addresses is one of the two public origins', () => {
    const addresses = Object.values(metadata).filter((value) => String(value).startsWith('http'));
    for (const address of addresses) expect([hosts.authUrl, hosts.apiUrl]).toContain(new URL(String(address)).origin);
  });

  test('each of its members has a proof, and nothing is proven that it does not list', () => {
    expect(Object.keys(metadata).toSorted()).toEqual(Object.keys({ ...PROOFS, ...LAST_PROOFS }).toSorted());
  });
});

describe('contract 7: what is listed works, and what is not listed fails', () => {
  beforeAll(givenAuthentication);
  test.each(Object.keys(PROOFS))('%s', async (name) => {
    await PROOFS[name]?.();
  });
  test.each(Object.keys(LAST_PROOFS))('%s', async (name) => {
    await LAST_PROOFS[name]?.();
  });
});

test('contract 4: registration is refused with its own error, and no address for it is listed', async () => {
  expect(metadata).not.toHaveProperty('registration_endpoint');
  const { url } = await authorize({ registration: '{}' }, new Browser());
  expect(url.searchParams.get('error')).toBe('registration_not_supported');
});
