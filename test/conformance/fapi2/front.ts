// Modules about the metadata, the pushed request and what the browser carries.
import { expect } from 'vitest';
import { Browser } from '../../helpers/browser.ts';
import { CALLBACK } from '../../helpers/client.ts';
import { expectError, expectRefusedInBrowser, type FapiModule } from './module.ts';

const LONG = 'n'.repeat(384);

export const FRONT: readonly FapiModule[] = [
  {
    name: 'discovery-end-point-verification',
    verifies:
      'The metadata has https endpoints, pushed requests, private_key_jwt and DPoP with algorithms of the profile, S256 and iss.',
    async run({ hosts }) {
      const response = await fetch(`${hosts.authUrl}/.well-known/openid-configuration`);
      const metadata = (await response.json()) as Record<string, unknown>;
      expect(metadata.issuer).toBe(hosts.authUrl);
      const endpoints = Object.entries(metadata).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
      for (const [name, address] of endpoints) expect(address, name).toMatch(/^https:\/\//);
      expect(endpoints.map(([name]) => name)).toContain('pushed_authorization_request_endpoint');
      expect(metadata).toMatchObject({
        response_types_supported: expect.arrayContaining(['code']),
        grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
        token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
        token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['PS256', 'ES256', 'EdDSA']),
        dpop_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519'],
        code_challenge_methods_supported: ['S256'],
        id_token_signing_alg_values_supported: expect.arrayContaining(['ES256']),
        authorization_response_iss_parameter_supported: true,
      });
    },
  },
  {
    name: 'happy-flow',
    verifies: 'Two clients push, sign somebody in, exchange, read user-info by DPoP and refresh.',
    async run({ party, second }) {
      for (const one of [party, second]) {
        const tokens = await one.tokens();
        const { status, claims } = await one.userInfo(tokens.access_token);
        expect([status, claims.nickname]).toEqual([200, 'Mina']);
        expect((await one.refresh(tokens.refresh_token)).status).toBe(200);
      }
    },
  },
  {
    name: 'user-rejects-authentication',
    verifies: 'Somebody who cancels sends access_denied back, with state and iss.',
    async run({ hosts, party }) {
      const { browser } = party.client;
      const consent = await browser.open(party.hrefOf(await party.pushed({ prompt: 'consent' })));
      const form = consent.form({ action: '/consent' });
      const back = await browser.submit(form, {}, { press: 'cancel', stopAt: CALLBACK });
      expect(Object.fromEntries(back.url.searchParams)).toMatchObject({
        ...{ error: 'access_denied', state: 'a-state', iss: hosts.authUrl },
      });
    },
  },
  {
    name: 'ensure-authorization-request-without-state-success',
    verifies: 'A request without state succeeds, and none comes back.',
    async run({ party }) {
      const page = await party.open(await party.pushed({ state: undefined }));
      expect(page.url.searchParams.has('state')).toBe(false);
      expect((await party.exchange(party.codeIn(page))).status).toBe(200);
    },
  },
  ...nonceModules(),
  {
    name: 'ensure-different-state-inside-and-outside-request-object',
    verifies: 'The state that was pushed comes back, not the one in the query.',
    async run({ party }) {
      const page = await party.open(await party.pushed({ state: 'inside' }), { state: 'outside' });
      expect(page.url.searchParams.get('state')).toBe('inside');
    },
  },
  {
    name: 'ensure-authorization-request-with-long-state',
    verifies: 'A state of 1,000 characters comes back as it was.',
    async run({ party }) {
      const state = 's'.repeat(1000);
      expect((await party.open(await party.pushed({ state }))).url.searchParams.get('state')).toBe(state);
    },
  },
  {
    name: 'state-only-outside-request-object-not-used',
    verifies: 'A state in the query alone does not come back.',
    async run({ party }) {
      const page = await party.open(await party.pushed({ state: undefined }), { state: 'outside' });
      expect([party.codeIn(page) !== '', page.url.searchParams.has('state')]).toEqual([true, false]);
    },
  },
  {
    name: 'ensure-request-object-without-redirect-uri-fails',
    verifies: 'A request without redirect_uri is refused when it is pushed, also where one URI alone is registered.',
    run: async ({ party }) => expectError(await party.push({ redirect_uri: undefined }), 'invalid_request'),
  },
  {
    name: 'plain-fapi-tolerate-unregistered-redirect-uri',
    verifies: 'A redirect URI that is not registered is refused when it is pushed, as the profile allows.',
    run: async ({ party }) => expectError(await party.push({ redirect_uri: `${CALLBACK}/new` }), 'invalid_request'),
  },
  {
    name: 'ensure-unsigned-authorization-request-without-using-par-fails',
    verifies: 'A request with its parameters in the query is refused.',
    async run({ party }) {
      const query = new URLSearchParams({
        client_id: party.client.apiKey,
        ...(party.request() as Record<string, string>),
      });
      const page = await party.client.browser.open(`${party.at('authorize')}?${query}`, { stopAt: CALLBACK });
      expectRefusedInBrowser(page, /^invalid_request$/);
    },
  },
  {
    name: 'ensure-redirect-uri-in-authorization-request',
    verifies: 'A redirect_uri beside the reference neither replaces nor supplies the pushed one.',
    async run({ party }) {
      expectError(await party.push({ redirect_uri: '' }), 'invalid_request');
      const page = await party.open(await party.pushed(), { redirect_uri: 'https://elsewhere.example/' });
      expect(party.codeIn(page)).toMatch(/^[\w-]{43}$/);
    },
  },
  ...['code id_token', 'token'].map(
    (response_type): FapiModule => ({
      name: `ensure-response-type-${response_type.replaceAll(/[ _]/g, (mark) => (mark === ' ' ? '-' : ''))}-fails`,
      verifies: `response_type=${response_type} is refused.`,
      run: async ({ party }) => expectError(await party.push({ response_type }), 'unsupported_response_type'),
    }),
  ),
  {
    name: 'par-ensure-reused-request-uri-prior-to-auth-completion-succeeds',
    verifies: 'A reference that was opened, and not finished, can be opened again.',
    async run({ party }) {
      const uri = await party.pushed();
      expect((await new Browser().open(party.hrefOf(uri))).url.pathname).toBe('/login');
      expect(party.codeIn(await party.open(uri))).toMatch(/^[\w-]{43}$/);
    },
  },
  {
    name: 'par-attempt-reuse-request_uri',
    verifies: 'A reference that gave a code leads to an error page.',
    async run({ party }) {
      const uri = await party.pushed();
      party.codeIn(await party.open(uri));
      expectRefusedInBrowser(await party.open(uri), /invalid_request_uri/);
    },
  },
  {
    name: 'par-attempt-to-use-expired-request_uri',
    verifies: 'A reference leads to an error page once expires_in is over.',
    async run({ hosts, party }) {
      const uri = await party.pushed();
      hosts.clock.advance(90_000);
      expectRefusedInBrowser(await party.open(uri), /invalid_request_uri/);
    },
  },
  {
    name: 'par-attempt-to-use-request_uri-for-different-client',
    verifies: 'A reference with the client_id of another client leads to an error page.',
    async run({ party, second }) {
      expectRefusedInBrowser(await second.open(await party.pushed()), /invalid_request_uri/);
    },
  },
  {
    name: 'par-authorization-request-containing-request_uri-form-param',
    verifies: 'A pushed request that has a request_uri is refused.',
    async run({ party }) {
      expectError(await party.push({ request_uri: await party.pushed() }), 'invalid_request');
    },
  },
  {
    name: 'par-attempt-invalid-http-method',
    verifies: 'GET, PUT and DELETE at the endpoint are refused.',
    async run({ party }) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect((await fetch(party.at('par'), { method })).status).toBe(405);
      }
    },
  },
  {
    name: 'par-ensure-pkce-required',
    verifies: 'A pushed request without code_challenge is refused.',
    run: async ({ party }) =>
      expectError(await party.push({ code_challenge: undefined, code_challenge_method: undefined }), 'invalid_request'),
  },
  {
    name: 'par-plain-pkce-rejected',
    verifies: 'code_challenge_method=plain is refused.',
    run: async ({ party }) => expectError(await party.push({ code_challenge_method: 'plain' }), 'invalid_request'),
  },
  {
    name: 'par-without-duplicate-parameters',
    verifies: 'client_id and request_uri alone are enough in the browser.',
    async run({ party }) {
      const uri = await party.pushed();
      expect([...new URL(party.hrefOf(uri)).searchParams.keys()]).toEqual(['client_id', 'request_uri']);
      expect((await party.exchange(party.codeIn(await party.open(uri)))).status).toBe(200);
    },
  },
];

function nonceModules(): FapiModule[] {
  const only = 'openid_connect' as const;
  const claimsOf = (idToken: unknown) =>
    JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  return [
    {
      ...{ name: 'ensure-authorization-request-without-nonce-success', only },
      verifies: 'A request without nonce succeeds, and its ID token has none.',
      async run({ party }) {
        expect(claimsOf((await party.tokens({ nonce: undefined })).id_token)).not.toHaveProperty('nonce');
      },
    },
    ...[
      ['ensure-authorization-request-with-64-char-nonce-success', 'n'.repeat(64)] as const,
      ['ensure-authorization-request-with-long-nonce', LONG] as const,
    ].map(
      ([name, nonce]): FapiModule => ({
        ...{ name, only },
        verifies: `A nonce of ${nonce.length} characters is in the ID token as it was.`,
        run: async ({ party }) => expect(claimsOf((await party.tokens({ nonce })).id_token).nonce).toBe(nonce),
      }),
    ),
    {
      ...{ name: 'ensure-different-nonce-inside-and-outside-request-object', only },
      verifies: 'The nonce that was pushed is in the ID token, not the one in the query.',
      async run({ party }) {
        const page = await party.open(await party.pushed({ nonce: 'inside' }), { nonce: 'outside' });
        const { body } = await party.exchange(party.codeIn(page));
        expect(claimsOf(body.id_token).nonce).toBe('inside');
      },
    },
    {
      ...{ name: 'ensure-other-scope-order-succeeds', only },
      verifies: 'openid need not be the first value of scope.',
      async run({ party }) {
        expect(claimsOf((await party.tokens({ scope: 'nickname openid' })).id_token).iss).toBe(party.hosts.authUrl);
      },
    },
    {
      ...{ name: 'test-claims-parameter-identity-claims', only },
      verifies: 'Claims that the parameter claims asks for come in the ID token and at user-info.',
      async run({ party }) {
        const asked = { nickname: { essential: true } };
        const claims = JSON.stringify({ userinfo: asked, id_token: asked });
        const tokens = await party.tokens({ scope: 'openid', claims });
        expect(claimsOf(tokens.id_token).nickname).toBe('Mina');
        expect((await party.userInfo(tokens.access_token)).claims.nickname).toBe('Mina');
      },
    },
  ];
}
