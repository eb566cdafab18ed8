// The operator's own APIs (contract 45): /apis, and programs that get tokens for them.
import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../src/core/applications/apis/api.ts';
import { createApiSecret } from '../../src/core/applications/apis/api-secrets.ts';
import { removeApi, withAccess } from '../../src/core/applications/apis/manage-apis.ts';
import { readIdTokenHint } from '../../src/core/grants/tokens/read-id-token-hint.ts';
import type { Scope } from '../../src/core/ground/acts/scope.ts';
import { DEVICE_GRANT, USUAL_GRANTS } from '../../src/protocol/grant-types.ts';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { newClientPair, proofParts, signJwt } from '../helpers/client-keys.ts';
import { editApi, givenApi } from '../helpers/given-api.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newId } from '../helpers/new-id.ts';
import { callApi, faultsIn, givenMachineToken, pathOf } from './api-calls.ts';

let hosts: Hosts;
let client: Client;
let operator: string;
let secret: string;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
  operator = await machineWith('apis');
});
afterAll(() => hosts.stop());

const machineWith = (...scopes: Scope[]) => givenMachineToken(hosts, ...scopes);
const call = (method: string, path: string, token: string, body?: object, headers: object = {}) =>
  callApi(hosts, { method, path, token, body, headers });
const as = (method: string, path: string, body?: object, headers: object = {}) =>
  call(method, path, operator, body, headers);
const own = (method: string, path: string, body?: object) =>
  call(method, `/applications/${client.applicationId}${path}`, client.owner.apiToken, body);
const ofCode = (code: string) => expect.stringMatching(new RegExp(`#${code}$`));

async function post(path: string, form: Record<string, string> | [string, string][], headers: object = {}) {
  const answer = await fetch(hosts.authUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
const basic = (id: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
});
const byClient = () => basic(client.apiKey, secret);
const ask = (form: Record<string, string> | [string, string][] = {}, headers: object = byClient()) =>
  post('/oauth/token', [['grant_type', 'client_credentials'], ...Object.entries(form).map(entryOf)], headers);
const entryOf = ([name, value]: [string, string | [string, string]]): [string, string] =>
  typeof value === 'string' ? [name, value] : value;
const metadata = async () =>
  (await (await fetch(`${hosts.authUrl}/.well-known/openid-configuration`)).json()) as Record<string, string[]>;
const userInfo = (token: string) =>
  fetch(`${hosts.apiUrl}/user-info`, { headers: { authorization: `Bearer ${token}` } });

describe('where no application has a scope for itself', () => {
  test('nothing is other than before: metadata and grant type', async () => {
    expect((await metadata()).grant_types_supported).toEqual([...USUAL_GRANTS, DEVICE_GRANT]);
    const form = { grant_type: 'client_credentials', client_id: client.apiKey };
    const { status, body } = await post('/oauth/token', form);
    expect([status, body.error, body.error_description]).toEqual([
      400,
      'unsupported_grant_type',
      `grant_type must be one of ${[...USUAL_GRANTS, DEVICE_GRANT].join(', ')}.`,
    ]);
  });

  test('resource is ignored, as many times as it is sent', async () => {
    const form = `${client.codeForm(await client.code())}&resource=a&resource=b%23`;
    expect((await client.token(form)).status).toBe(200);
  });
});

describe('contract 45: /apis', () => {
  const SENT = { resource: 'https://billing.example', name: 'Billing' };

  test('an API is made, shown, changed and deleted; its tag changes with it', async () => {
    const scopes = [{ name: 'billing.read', description: 'Read invoices', machine: true }];
    const made = await as('POST', '/apis', { ...SENT, scopes });
    expect([made.status, made.body]).toEqual([201, undefined]);
    const path = pathOf(made.headers.get('location'));
    const shown = await as('GET', path);
    const { id, created_at, updated_at, ...rest } = shown.body;
    const tokens = { access_token_format: 'jwt', access_token_signing_alg: 'ES256', access_token_ttl_seconds: 300 };
    const people = { applications: [], documents: false, audience: 'everyone', allowed_groups: [], groups: [] };
    const told = scopes.map((scope) => ({ ...scope, default: false }));
    expect(rest).toEqual({ ...SENT, scopes: told, machine_access: [], ...people, ...tokens });
    const tag = shown.headers.get('etag') ?? '';
    expect((await as('PATCH', path, { name: 'Bills' }, { 'if-match': '"other"' })).status).toBe(412);
    const access = [{ application: client.applicationId, scopes: ['billing.read'] }];
    const changed = await as('PATCH', path, { machine_access: access }, { 'if-match': tag });
    expect(changed).toMatchObject({ status: 200, body: { id, name: 'Billing', machine_access: access } });
    expect((await as('GET', '/apis')).body.at(-1)).toEqual(changed.body);
    expect((await as('PUT', path, SENT)).body).toMatchObject({ scopes: [], machine_access: [] });
    expect((await as('DELETE', path)).status).toBe(204);
    expect((await as('GET', path)).status).toBe(404);
  });

  test('input errors are told at once, and conflicts by their own code', async () => {
    const refused = await as('POST', '/apis', { resource: 'x', scopes: [{ name: 'openid' }, 'text'], other: 1 });
    expect([refused.status, faultsIn(refused)]).toEqual([
      400,
      [
        ...['/scopes/1 type-wrong', '/other member-unknown', '/scopes/0/name api-scope-reserved'],
        ...['/resource api-resource-malformed', '/name api-text'],
      ],
    ]);
    const unknown = [{ application: newId(), scopes: ['x.read'] }];
    const scopes = [{ name: 'x.read', machine: true }];
    const sent = { resource: 'https://x.example', name: 'X', scopes };
    expect(faultsIn(await as('POST', '/apis', { ...sent, machine_access: unknown }))).toEqual([
      '/machine_access api-application-unknown',
    ]);
    expect((await as('POST', '/apis', sent)).status).toBe(201);
    const again = await as('POST', '/apis', { ...sent, resource: 'https://X.example/' });
    expect(again).toMatchObject({ status: 409, body: { type: ofCode('api-resource-taken') } });
    const other = await as('POST', '/apis', { ...sent, resource: 'https://y.example' });
    const detail = 'Other APIs have these scopes: x.read.';
    expect(other).toMatchObject({ status: 409, body: { type: ofCode('api-scope-taken'), detail } });
  });

  test('no other token and no owner gets in', async () => {
    const groups = await machineWith('groups', 'applications', 'policy');
    for (const [token, status] of [
      [groups, 403],
      [client.owner.apiToken, 403],
    ] as const) {
      expect((await call('GET', '/apis', token)).status).toBe(status);
      expect((await call('POST', '/apis', token, SENT)).status).toBe(status);
    }
  });

  test('a secret is shown once; there are two at most, and each is deleted by itself', async () => {
    const { id } = await givenApi(hosts);
    const path = `/apis/${id}/secrets`;
    const made = await as('POST', path);
    expect([made.status, made.body.secret]).toEqual([200, expect.stringMatching(/^lk_as_[\w-]{43}$/)]);
    expect((await as('POST', path)).status).toBe(200);
    const third = await as('POST', path);
    expect(third).toMatchObject({ status: 409, body: { type: ofCode('api-secrets-too-many') } });
    const listed = (await as('GET', path)).body;
    expect(listed).toHaveLength(2);
    expect(listed[0]).toEqual({ id: made.body.id, created_at: made.body.created_at, last_used_at: null });
    expect((await as('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    expect((await as('GET', `${path}/${made.body.id}`)).status).toBe(404);
  });
});

describe('contract 45: client_credentials', () => {
  let api: Api;
  let apiSecret: string;
  let read: string;
  let write: string;
  beforeAll(async () => {
    api = await givenApi(hosts, {});
    [read = '', write = ''] = api.scopes.map(({ name }) => name);
    api = await editApi(hosts, api.id, (current) => withAccess(current, client.applicationId, [read, write]));
    const made = await createApiSecret(hosts.ports, { apiId: api.id });
    if (made.kind !== 'made') throw new Error(made.kind);
    apiSecret = made.secret;
  });
  const introspect = async (token: string, headers: object = basic(api.id, apiSecret)) =>
    (await post('/oauth/introspection', { token }, headers)).body;
  const change = async (draft: Parameters<typeof editApi>[2]) => {
    api = await editApi(hosts, api.id, draft);
  };

  test('an API key alone is refused: it is public', async () => {
    const { status, body } = await post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: client.apiKey,
    });
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
    secret = (await own('POST', '/client-secrets', {})).body.client_secret;
  });

  test('the metadata lists the grant', async () => {
    expect((await metadata()).grant_types_supported).toEqual([...USUAL_GRANTS, DEVICE_GRANT, 'client_credentials']);
  });

  test('a JWT by RFC 9068, which jose verifies from the metadata alone; no refresh token', async () => {
    const { status, body, headers } = await ask({ scope: read });
    expect([status, Object.keys(body), headers.get('cache-control')]).toEqual([
      200,
      ['token_type', 'access_token', 'expires_in', 'scope'],
      'no-store',
    ]);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: read });
    const { issuer, jwks_uri } = (await metadata()) as unknown as { issuer: string; jwks_uri: string };
    const keys = createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: fetch });
    const { payload, protectedHeader } = await jwtVerify(body.access_token, keys, {
      issuer,
      audience: api.resource,
      typ: 'at+jwt',
      currentDate: new Date(hosts.clock.now()),
    });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const iat = Math.floor(hosts.clock.now() / 1000);
    expect(payload).toEqual({
      iss: hosts.authUrl,
      sub: `client.${client.apiKey}`,
      aud: api.resource,
      client_id: client.apiKey,
      scope: read,
      exp: iat + 300,
      iat,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test('without scope it has all that the application may have; resource names the API', async () => {
    expect((await ask()).body.scope).toBe(`${read} ${write}`);
    expect((await ask({ resource: `${api.resource.toUpperCase().replace('HTTPS', 'https')}/` })).body.scope).toBe(
      `${read} ${write}`,
    );
    const refused = async (form: Record<string, string>) => {
      const { status, body } = await ask(form);
      return `${status} ${body.error}`;
    };
    expect(await refused({ scope: 'openid' })).toBe('400 invalid_scope');
    expect(await refused({ scope: 'x.read' })).toBe('400 invalid_scope');
    expect(await refused({ resource: 'https://x.example' })).toBe('400 invalid_target');
    expect(await refused({ resource: `${api.resource}#a` })).toBe('400 invalid_target');
    const twice = await post(
      '/oauth/token',
      [
        ['grant_type', 'client_credentials'],
        ['resource', api.resource],
        ['resource', api.resource],
      ],
      byClient(),
    );
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_target']);
  });

  test('only the API and the application that got it learn of it by introspection', async () => {
    const token = (await ask({ scope: read })).body.access_token;
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(await introspect(token)).toEqual({ active: true, ...claims, token_type: 'Bearer' });
    expect(await introspect(token, byClient())).toEqual({ active: true, ...claims, token_type: 'Bearer' });
    const other = await givenApi(hosts);
    const made = await createApiSecret(hosts.ports, { apiId: other.id });
    const otherSecret = made.kind === 'made' ? made.secret : '';
    expect(await introspect(token, basic(other.id, otherSecret))).toEqual({ active: false });
    expect(await introspect(`${token}x`)).toEqual({ active: false });
    const ofPerson = (await client.token(client.codeForm(await client.code(), { client_secret: secret }))).body;
    expect(await introspect(ofPerson.access_token)).toEqual({ active: false });
    expect(await introspect(ofPerson.refresh_token)).toEqual({ active: false });
    for (const [id, password] of [
      [api.id, otherSecret],
      [other.id, apiSecret],
      [newId(), apiSecret],
    ] as const) {
      const answer = await post('/oauth/introspection', { token }, basic(id, password));
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
    // The API's id and secret open nothing else.
    const asClient = basic(api.id, apiSecret);
    expect((await ask({}, asClient)).body.error).toBe('invalid_client');
    expect((await post('/oauth/revocation', { token }, asClient)).body.error).toBe('invalid_client');
    expect((await introspect(token)).active).toBe(true);
  });

  test('user-info takes neither kind, nor is one an id_token_hint', async () => {
    const jwt = (await ask()).body.access_token;
    expect((await userInfo(jwt)).status).toBe(401);
    expect(await readIdTokenHint(hosts.ports, jwt)).toBeUndefined();
    await change((current) => ({ ...current, accessTokenFormat: 'opaque', accessTokenTtlSeconds: 60 }));
    const { body } = await ask({ scope: write });
    expect(body).toMatchObject({ access_token: expect.stringMatching(/^lk_aa_/), expires_in: 60, scope: write });
    expect((await userInfo(body.access_token)).status).toBe(401);
    expect(await introspect(body.access_token)).toMatchObject({ active: true, aud: api.resource, scope: write });
    hosts.clock.advance(60_000);
    expect(await introspect(body.access_token)).toEqual({ active: false });
  });

  test('a proof binds it to a key, which the JWT and introspection name', async () => {
    const pair = await newClientPair();
    const parts = proofParts(pair, { uri: `${hosts.authUrl}/oauth/token`, now: hosts.clock.now() });
    const dpop = await signJwt(pair, parts);
    await change((current) => ({ ...current, accessTokenFormat: 'jwt', accessTokenAlg: 'RS256' }));
    const { body } = await ask({}, { ...byClient(), dpop });
    const cnf = { jkt: pair.publicJwk.kid };
    expect([body.token_type, decodeProtectedHeader(body.access_token).alg]).toEqual(['DPoP', 'RS256']);
    expect(decodeJwt(body.access_token)).toMatchObject({ cnf });
    expect(await introspect(body.access_token)).toMatchObject({ active: true, token_type: 'DPoP', cnf });
    expect((await ask({}, { ...byClient(), dpop })).body.error).toBe('invalid_dpop_proof');
  });

  test('it is no client assertion, and an ID token is none of it', async () => {
    const assertion = (await ask()).body.access_token;
    const form = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      client_id: client.apiKey,
    };
    expect((await ask(form, {})).body.error).toBe('invalid_client');
    const code = await client.code({ scope: 'openid nickname email' });
    const { id_token: idToken = '' } = (await client.token(client.codeForm(code, { client_secret: secret }))).body;
    expect(idToken).not.toBe('');
    expect(await introspect(idToken)).toEqual({ active: false });
  });

  test('the application revokes it; a stranger does not', async () => {
    const token = (await ask()).body.access_token;
    const stranger = await givenClient(hosts, APPLICATION);
    await post('/oauth/revocation', { token, client_id: stranger.apiKey });
    expect((await introspect(token)).active).toBe(true);
    expect((await post('/oauth/revocation', { token }, byClient())).status).toBe(200);
    expect(await introspect(token)).toEqual({ active: false });
  });

  test('what an operator takes away counts at once: one scope, then all', async () => {
    const token = (await ask()).body.access_token;
    await change((current) => withAccess(current, client.applicationId, [read]));
    expect(await introspect(token)).toMatchObject({ active: true, scope: read });
    expect((await ask({ scope: write })).body.error).toBe('invalid_scope');
    await change((current) => withAccess(current, client.applicationId, []));
    expect(await introspect(token)).toEqual({ active: false });
    expect((await ask()).body.error).toBe('unsupported_grant_type');
    await change((current) => withAccess(current, client.applicationId, [read, write]));
    expect(await introspect(token)).toMatchObject({ active: true });
  });

  test('login activation OFF and the end of the secret stop new ones; OFF stops those that there are', async () => {
    const token = (await ask()).body.access_token;
    await own('PATCH', '', { login_activation: 'OFF' });
    expect((await ask()).body.error).toBe('unauthorized_client');
    expect(await introspect(token)).toEqual({ active: false });
    await own('PATCH', '', { login_activation: 'ON' });
    expect((await introspect(token)).active).toBe(true);
    await own('DELETE', '/client-secrets');
    expect((await ask()).body.error).toBe('invalid_client');
  });

  test('with the API its tokens and secrets end', async () => {
    secret = (await own('POST', '/client-secrets', {})).body.client_secret;
    const token = (await ask()).body.access_token;
    expect(await removeApi(hosts.ports, { id: api.id })).toBe(true);
    expect((await introspect(token)).error).toBe('invalid_client');
    expect(await introspect(token, byClient())).toEqual({ active: false });
    expect((await ask()).body.error).toBe('unsupported_grant_type');
  });
});
