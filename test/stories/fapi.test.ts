// An application turns the FAPI 2.0 Security Profile on and off (contract 44): what is out there keeps its kind, and what
// is bound to no key ends. The profile itself is told by test/conformance/fapi2.
// @module-tag postgres-in-part
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { postForm } from '../helpers/client-endpoints.ts';
import { assertionParts, type ClientPair, newClientPair, proofParts, signJwt } from '../helpers/client-keys.ts';
import { givenApi } from '../helpers/given-api.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { callApi, faultsIn, givenMachineToken } from './api-calls.ts';

type Form = Readonly<Record<string, string>>;
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const PKCE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

let hosts: Hosts;
let pair: ClientPair;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts({
    ...{ LATCHKEY_PUSHED_REQUESTS: 'true', LATCHKEY_REQUESTS_PER_SECOND: '100000', LATCHKEY_CODE_TTL_SECONDS: '600' },
  });
  pair = await newClientPair();
  const keys = { jwks: { keys: [pair.publicJwk] }, id_token_signed_response_alg: 'ES256' };
  client = await givenClient(hosts, { ...APPLICATION, ...keys });
});
afterAll(() => hosts?.stop());

const follow = async (security_profile: string | null) => {
  const patched = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ security_profile }),
  });
  const { security_profile: now } = (await patched.json()) as { security_profile?: string };
  expect([patched.status, now]).toEqual([200, security_profile ?? undefined]);
};
async function post(path: string, form: Form, proof = true) {
  const uri = `${hosts.authUrl}/oauth/${path}`;
  const now = hosts.clock.now();
  const assertion = await signJwt(pair, assertionParts(pair, { apiKey: client.apiKey, audience: hosts.authUrl, now }));
  const by = {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
  const headers: Form = proof ? { dpop: await signJwt(pair, proofParts(pair, { uri, now })) } : {};
  return postForm(uri, { ...form, ...by }, headers);
}
async function pushedCode() {
  const request = { redirect_uri: CALLBACK, response_type: 'code', scope: 'nickname', ...PKCE };
  const { body } = await post('par', request, false);
  const query = new URLSearchParams({ client_id: client.apiKey, request_uri: String(body.request_uri) });
  const page = await client.browser.open(`${hosts.authUrl}/oauth/authorize?${query}`, { stopAt: CALLBACK });
  return page.url.searchParams.get('code') ?? `${page.url}`;
}
const exchange = (code: string, proof = true) =>
  post('token', { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }, proof);
const refresh = (token: unknown, proof = true) =>
  post('token', { grant_type: 'refresh_token', refresh_token: String(token) }, proof);
const told = ({ status, body }: Awaited<ReturnType<typeof post>>) =>
  status === 200 ? '200' : `${status} ${body.error} ${String(body.error_uri).split('#')[1]}`;

test('contract 44: a family with a key rotates on when the profile is turned on, and one without ends', async () => {
  const bound = (await exchange(await client.code(PKCE))).body.refresh_token;
  const bare = (await exchange(await client.code(PKCE), false)).body.refresh_token;
  await follow('FAPI 2.0');
  expect(told(await refresh(bare, false))).toBe('400 invalid_request dpop-proof-missing');
  expect(told(await refresh(bare))).toBe('400 invalid_grant refresh-token-invalid');
  const rotated = await refresh(bound);
  expect([told(rotated), rotated.body.refresh_token === bound]).toEqual(['200', false]);
  await follow(null);
  // It has ended for good.
  expect(told(await refresh(bare))).toBe('400 invalid_grant refresh-token-invalid');
});

test('contract 44: a family of the profile keeps its token and its key when the profile is turned off', {
  tags: 'postgres',
}, async () => {
  await follow('FAPI 2.0');
  const first = (await exchange(await pushedCode())).body.refresh_token;
  await follow(null);
  expect(told(await refresh(first, false))).toBe('400 invalid_grant dpop-proof-needed');
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
  expect(new Set(answers.map(({ body }) => body.refresh_token))).toEqual(new Set([first]));
  expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(20);
});

test('contract 44: a code lives 60 seconds, whatever the setting says', async () => {
  await follow('FAPI 2.0');
  const code = await pushedCode();
  hosts.clock.advance(60_000);
  expect(told(await exchange(code))).toBe('400 invalid_grant code-expired');
});

test('contract 44: its refresh token lives 60 days from its last use, and ends with the family', async () => {
  await follow('FAPI 2.0');
  const token = (await exchange(await pushedCode())).body.refresh_token;
  hosts.clock.advance(59 * 86_400_000);
  expect((await refresh(token)).body.refresh_token_expires_in).toBe(60 * 86_400);
  hosts.clock.advance(59 * 86_400_000);
  expect(told(await refresh(token))).toBe('200');
  hosts.clock.advance(60 * 86_400_000);
  expect(told(await refresh(token))).toBe('400 invalid_grant refresh-token-invalid');
});

test('contract 44: its APIs do not sign with RS256, whoever is first', async () => {
  await follow('FAPI 2.0');
  const token = await givenMachineToken(hosts, 'apis');
  const api = await givenApi(hosts, { scopes: [{ name: 'ledger', machine: true }] });
  const change = (body: object) => callApi(hosts, { method: 'PATCH', path: `/apis/${api.id}`, token, body });
  const machine_access = [{ application: client.applicationId, scopes: ['ledger'] }];
  const RS256 = { access_token_signing_alg: 'RS256' };

  expect((await change({ machine_access })).status).toBe(200);
  expect(faultsIn(await change(RS256))).toEqual(['/access_token_signing_alg api-fapi-algorithm']);
  expect((await change({ ...RS256, machine_access: [] })).status).toBe(200);
  expect(faultsIn(await change({ machine_access }))).toEqual(['/machine_access/0/application api-fapi-algorithm']);

  await follow(null);
  expect((await change({ machine_access })).status).toBe(200);
  const profile = { security_profile: 'FAPI 2.0' };
  const path = `/applications/${client.applicationId}`;
  const refused = await callApi(hosts, { method: 'PATCH', path, token: client.owner.apiToken, body: profile });
  expect(faultsIn(refused)).toEqual(['/security_profile fapi-api-algorithm']);
  expect((await change({ machine_access: [] })).status).toBe(200);
});

test('contract 44: nor do APIs whose scopes it asks people for, whoever is first', async () => {
  await follow('FAPI 2.0');
  const token = await givenMachineToken(hosts, 'apis');
  const api = await givenApi(hosts, { scopes: [{ name: 'statements' }], applications: [client.applicationId] });
  const change = (body: object) => callApi(hosts, { method: 'PATCH', path: `/apis/${api.id}`, token, body });
  const own = (body: object) =>
    callApi(hosts, {
      ...{ method: 'PATCH', path: `/applications/${client.applicationId}`, token: client.owner.apiToken, body },
    });
  const api_scopes = [{ scope: 'statements', consent: 'optional' }];
  const RS256 = { access_token_signing_alg: 'RS256' };

  expect((await own({ api_scopes })).status).toBe(200);
  expect(faultsIn(await change(RS256))).toEqual(['/access_token_signing_alg api-fapi-algorithm']);
  expect((await own({ api_scopes: [] })).status).toBe(200);
  expect((await change(RS256)).status).toBe(200);
  expect(faultsIn(await own({ api_scopes }))).toEqual(['/api_scopes/0/scope fapi-api-algorithm']);

  await follow(null);
  expect((await own({ api_scopes })).status).toBe(200);
  const conflict = await own({ security_profile: 'FAPI 2.0' });
  expect([conflict.status, JSON.stringify(conflict.body)]).toEqual([409, expect.stringContaining('statements')]);
  expect((await own({ security_profile: 'FAPI 2.0', api_scopes: [] })).status).toBe(200);
});
