// What an owner changes acts at the next request (contract 3 "Changes act at once"; cases N6, N8): on sign-ins under
// way, on codes and on tokens that were issued before. The change is made on one host, seen on the others.
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { refusalIn } from '../helpers/refusals.ts';

const OTHER = 'http://localhost:3999/other';

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts, {
    ...APPLICATION,
    platforms: [...APPLICATION.platforms, { platform: 'Android' }],
    redirect_uris: [CALLBACK, OTHER],
    id_token_signed_response_alg: 'ES256',
  });
});
afterAll(() => hosts?.stop());

async function call(method: string, path: string, body?: unknown, of = client) {
  const response = await fetch(`${hosts.apiUrl}/applications/${of.applicationId}${path}`, {
    method,
    headers: { authorization: `Bearer ${of.owner.apiToken}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
const list = async (path: string, of = client) =>
  (await (await call('GET', path, undefined, of)).json()) as Record<string, string>[];
const idOf = async (path: string, member: string, value: string, of = client) =>
  (await list(path, of)).find((entry) => entry[member] === value)?.id;
/** Where the answer to an authorization request leads, or undefined with the page's status. */
async function authorize(parameters: Record<string, string> = {}) {
  const response = await client.browser.open(client.authorizeUrl(parameters), { stopAt: 'http://localhost:3999/' });
  return {
    status: response.status,
    answer: response.url.searchParams,
    url: response.url,
    refusal: refusalIn(response.html),
  };
}
const refresh = (tokens: Tokens) => client.token(client.refreshForm(tokens.refresh_token));

describe('N6: a redirect URI that is removed', () => {
  it('refuses the next authorization with a page; one that is added works at once', async () => {
    expect((await authorize({ redirect_uri: OTHER })).answer.has('code')).toBe(true);
    await call('DELETE', `/redirect-uris/${await idOf('/redirect-uris', 'redirect_uri', OTHER)}`);
    const refused = await authorize({ redirect_uri: OTHER });
    expect([refused.status, refused.refusal]).toEqual([400, 'redirect-uri-unregistered']);
    expect(refused.answer.has('code')).toBe(false);
    expect(refused.url.origin).toBe(hosts.authUrl);
    await call('POST', '/redirect-uris', { redirect_uri: OTHER });
    expect((await authorize({ redirect_uri: OTHER })).answer.has('code')).toBe(true);
  });

  it('leaves a code that was sent there before: redemption compares with what was sent at authorization', async () => {
    const code = (await authorize({ redirect_uri: OTHER })).answer.get('code') ?? '';
    await call('PUT', `/redirect-uris/${await idOf('/redirect-uris', 'redirect_uri', OTHER)}`, {
      redirect_uri: `${OTHER}-new`,
    });
    expect((await authorize({ redirect_uri: OTHER })).refusal).toBe('redirect-uri-unregistered');
    expect((await client.token(client.codeForm(code, { redirect_uri: OTHER }))).status).toBe(200);
    await call('PATCH', '', { redirect_uris: [CALLBACK, OTHER] });
  });
});

describe('login activation', () => {
  it('OFF refuses authorization, code, refresh and user-info at once and spends nothing; ON brings all back', async () => {
    const [tokens, code] = [await client.tokens(), await client.code()];
    await call('PATCH', '', { login_activation: 'OFF' });
    expect((await authorize()).answer.get('error')).toBe('unauthorized_client');
    expect((await client.token(client.codeForm(code))).body.error).toBe('unauthorized_client');
    expect((await refresh(tokens)).body.error).toBe('unauthorized_client');
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    await call('PATCH', '', { login_activation: 'ON' });
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    expect((await client.token(client.codeForm(code))).status).toBe(200);
    expect((await refresh(tokens)).status).toBe(200);
  });
});

describe('consent items', () => {
  it('a removed item leaves user-info at once, and adding it again does not bring it back', async () => {
    const tokens = await client.tokens();
    const claims = async () => (await client.userInfo(tokens.access_token)).body;
    expect(await claims()).toMatchObject({ nickname: 'Mina', email: client.email });
    await call('DELETE', '/consent-items/email');
    expect(await claims()).not.toHaveProperty('email');
    expect(await claims()).toMatchObject({ nickname: 'Mina' });
    hosts.clock.advance(1000);
    await call('POST', '/consent-items', { item: 'email', consent: 'optional' });
    expect(await claims()).not.toHaveProperty('email');
    expect((await client.userInfo((await refresh(tokens)).body.access_token)).body).not.toHaveProperty('email');
    const page = await client.browser.open(client.authorizeUrl());
    const form = page.form({ action: '/consent' });
    const agreed = await client.browser.submit(form, { item: 'email' }, { press: 'agree', stopAt: CALLBACK });
    const again = await client.token(client.codeForm(agreed.url.searchParams.get('code') ?? ''));
    expect((await client.userInfo(again.body.access_token)).body).toMatchObject({ email: client.email });
  });

  it('a changed purpose and an added item stand on the next consent page', async () => {
    await call('PATCH', '/consent-items/nickname', { purpose: 'To print it on your mug' });
    await call('POST', '/consent-items', { item: 'website', consent: 'optional' });
    const page = await client.browser.open(client.authorizeUrl({ prompt: 'consent' }));
    expect(page.text).toContain('To print it on your mug');
    expect(page.form({ action: '/consent' }).fields).toContain('website');
    await call('DELETE', '/consent-items/website');
  });
});

describe('switches', () => {
  it('require_pkce: the next request without a challenge is refused, the one after it is off again is not', async () => {
    await call('PATCH', '', { require_pkce: true });
    expect((await authorize()).answer.get('error')).toBe('invalid_request');
    await call('PATCH', '', { require_pkce: null });
    expect((await authorize()).answer.has('code')).toBe(true);
  });

  it('the algorithms of ID token and user-info change with the next answer', async () => {
    const algorithm = (tokens: Tokens) => decodeProtectedHeader((tokens as { id_token?: string }).id_token ?? '').alg;
    const first = await client.tokens({ scope: 'openid nickname' });
    expect(algorithm(first)).toBe('ES256');
    await call('PATCH', '', { id_token_signed_response_alg: 'EdDSA', userinfo_signed_response_alg: 'ES256' });
    const refreshed = (await refresh(first)).body;
    expect(algorithm(refreshed)).toBe('EdDSA');
    const headers = { authorization: `Bearer ${refreshed.access_token}` };
    const signed = await fetch(`${hosts.apiUrl}/user-info`, { headers });
    expect(decodeProtectedHeader(await signed.text()).alg).toBe('ES256');
    await call('PATCH', '', { userinfo_signed_response_alg: null });
    expect((await client.userInfo(refreshed.access_token)).body).toHaveProperty('sub');
  });

  it('the name on the consent page is the one of now', async () => {
    await call('PATCH', '', { name: 'Acme Mugs' });
    expect((await client.browser.open(client.authorizeUrl({ prompt: 'consent' }))).text).toContain('Acme Mugs');
  });
});

describe('N8: what is deleted', () => {
  it('a platform entry takes the codes and tokens under its key along; those of another key live', async () => {
    const android = (await list('/platforms')).find(({ platform }) => platform === 'Android');
    const key = { client_id: android?.api_key ?? '' };
    const page = await client.browser.open(client.authorizeUrl(key));
    const done = await client.browser.submit(
      page.form({ action: '/consent' }),
      {},
      { press: 'agree', stopAt: CALLBACK },
    );
    const code = done.url.searchParams.get('code') ?? '';
    const tokens = (await client.token(client.codeForm(code, key))).body;
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    const web = await client.tokens();
    await call('DELETE', `/platforms/${android?.id}`);
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    expect((await client.token(client.refreshForm(tokens.refresh_token, key))).body.error).toBe('invalid_client');
    expect((await client.token(client.codeForm(code, key))).body.error).toBe('invalid_client');
    expect((await authorize(key)).refusal).toBe('unknown-client');
    // The key that comes with a new entry is another one: nothing comes back to life.
    await call('POST', '/platforms', { platform: 'Android' });
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    expect((await client.token(client.refreshForm(tokens.refresh_token, key))).body.error).toBe('invalid_client');
    expect((await client.userInfo(web.access_token)).status).toBe(200);
    expect((await refresh(web)).status).toBe(200);
  });

  it('an application takes everything along, its connections included', async () => {
    const gone = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
    const [tokens, code] = [await gone.tokens(), await gone.code()];
    await call('DELETE', '', undefined, gone);
    expect((await gone.userInfo(tokens.access_token)).status).toBe(401);
    expect((await gone.token(gone.refreshForm(tokens.refresh_token))).body.error).toBe('invalid_client');
    expect((await gone.token(gone.codeForm(code))).body.error).toBe('invalid_client');
    expect(refusalIn((await gone.browser.open(gone.authorizeUrl())).html)).toBe('unknown-client');
    expect((await gone.browser.open(`${hosts.authUrl}/account/connections`)).text).not.toContain('Acme Shop');
  });
});
