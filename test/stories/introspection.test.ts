// POST /oauth/introspection (RFC 7662, contract 7): what a live token is told to be, who may ask, and that everything
// else is one and the same answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { otherSecret } from '../helpers/other-secret.ts';

const ES256 = { id_token_signed_response_alg: 'ES256' };
const PLATFORMS = [...APPLICATION.platforms, { platform: 'Android', package_name: 'com.example.shop' }];

let hosts: Hosts;
let client: Client;
let secret: string;
let android: string;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts, { ...APPLICATION, ...ES256, platforms: PLATFORMS });
  secret = await createSecret(hosts, client);
  const application = await hosts.ports.applications.find(client.applicationId);
  android = application?.platforms.find(({ platform }) => platform === 'Android')?.apiKey ?? '';
});

afterAll(() => hosts?.stop());

type Form = Readonly<Record<string, string>>;
const introspection = () => `${hosts.authUrl}/oauth/introspection`;
const ask = (token: string, headers: Form = basic(client.apiKey, secret)) =>
  postForm(introspection(), { token }, headers);
const INACTIVE = { status: 200, text: '{"active":false}' };

const tokens = async (parameters?: Record<string, string>): Promise<Tokens> =>
  (await client.token(client.codeForm(await client.code(parameters), { client_secret: secret }))).body;
const refresh = async (refreshToken: string, more = {}): Promise<Tokens> =>
  (await client.token(client.refreshForm(refreshToken, { client_secret: secret, ...more }))).body;
const now = () => Math.floor(hosts.clock.now() / 1000);
const subOf = async ({ access_token }: Tokens) => (await client.userInfo(access_token)).body.sub;

describe('contract 7: a live token', () => {
  test('an access token: exactly these members, no-store', async () => {
    const before = now();
    const pair = await tokens({ scope: 'email profile offline_access' });
    const { status, headers, body } = await ask(pair.access_token);
    expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache']);
    expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/);
    expect(body).toEqual({
      active: true,
      iss: hosts.authUrl,
      sub: await subOf(pair),
      aud: client.apiKey,
      client_id: client.apiKey,
      scope: 'email profile offline_access',
      token_type: 'Bearer',
      iat: expect.any(Number),
      exp: Number(body.iat) + 3600,
    });
    expect(Number(body.iat)).toBeGreaterThanOrEqual(before);
    expect(Number(body.iat)).toBeLessThanOrEqual(now());
  });

  test('a refresh token: its own type and times', async () => {
    const pair = await tokens({ scope: 'nickname offline_access' });
    const { body } = await ask(pair.refresh_token);
    expect(body).toEqual({
      active: true,
      iss: hosts.authUrl,
      sub: await subOf(pair),
      aud: client.apiKey,
      client_id: client.apiKey,
      scope: 'nickname offline_access',
      token_type: 'refresh_token',
      iat: expect.any(Number),
      exp: Number(body.iat) + 60 * 24 * 3600,
    });
    hosts.clock.advance(100_000);
    const next = (await ask((await refresh(pair.refresh_token)).refresh_token)).body;
    expect(Number(next.iat) - Number(body.iat)).toBeGreaterThanOrEqual(100);
    expect(Number(next.exp) - Number(next.iat)).toBe(60 * 24 * 3600);
  });

  test('without anything to name scope is left out', async () => {
    const bare = await givenClient(hosts, { ...APPLICATION, consent_items: [] });
    const pair = await bare.tokens();
    const headers = basic(bare.apiKey, await createSecret(hosts, bare));
    for (const token of [pair.access_token, pair.refresh_token]) {
      const { body } = await ask(token, headers);
      expect(body.active).toBe(true);
      expect(body).not.toHaveProperty('scope');
    }
  });

  test('G7: a narrowed answer’s access token has the narrow scope, its refresh token the whole', async () => {
    const pair = await tokens({ scope: 'openid nickname email offline_access' });
    const narrowed = await refresh(pair.refresh_token, { scope: 'email' });
    expect((await ask(narrowed.access_token)).body.scope).toBe('email nickname');
    expect((await ask(narrowed.refresh_token)).body.scope).toBe('openid nickname email offline_access');
  });

  test('of another key of the application: its own client_id', async () => {
    const consent = await client.browser.open(client.authorizeUrl({ client_id: android }));
    const values = { press: 'agree', stopAt: CALLBACK };
    const { url } = await client.browser.submit(consent.form({ action: '/consent' }), {}, values);
    const form = client.codeForm(url.searchParams.get('code') ?? '', { client_id: android });
    const { body: pair } = await client.token(form);
    expect((await ask(pair.access_token)).body).toMatchObject({ active: true, aud: android, client_id: android });
    expect((await ask(pair.refresh_token)).body).toMatchObject({ active: true, aud: android, client_id: android });
  });

  test.each(['access_token', 'refresh_token', 'nonsense'])('token_type_hint %s decides nothing', async (hint) => {
    const pair = await tokens();
    for (const token of [pair.access_token, pair.refresh_token]) {
      const form = { token, token_type_hint: hint };
      expect((await postForm(introspection(), form, basic(client.apiKey, secret))).body.active).toBe(true);
    }
  });

  test('asking changes nothing: not when the connection was last used, not the window of a refresh', async () => {
    const pair = await tokens();
    const account = await hosts.ports.accounts.findByEmailKey(client.email);
    const find = () => hosts.ports.connections.find(client.applicationId, account?.id ?? '');
    const before = await find();
    hosts.clock.advance(10 * 60_000);
    await ask(pair.access_token);
    await ask(pair.refresh_token);
    expect(await find()).toEqual(before);
    expect((await refresh(pair.refresh_token)).access_token).not.toBe(pair.access_token);
  });
});

describe('contract 7: whatever is not live or not the application’s is exactly {"active":false}', () => {
  test('N3, C10: what is no token of ours: cut, longer, unknown; a code, an ID token, an API token, the secret', async () => {
    const { access_token: access, refresh_token: refreshToken, id_token } = await tokens({ scope: 'openid' });
    const forged = [access, refreshToken].flatMap((token) => [token.slice(0, -1), `${token}A`, token.toLowerCase()]);
    const others = [await client.code(), String(id_token), client.owner.apiToken, secret, 'rubbish', '한국어'];
    for (const token of [...forged, ...others]) expect(await ask(token), token).toMatchObject(INACTIVE);
  });

  test('G1: a token of a living family and row, well-formed, whose secret part is another', async () => {
    const pair = await tokens();
    for (const token of [pair.access_token, pair.refresh_token])
      expect(await ask(otherSecret(token))).toMatchObject(INACTIVE);
    for (const token of [pair.access_token, pair.refresh_token]) expect((await ask(token)).body.active).toBe(true);
  });

  test('G5: another application’s tokens, which stay good', async () => {
    const other = await givenClient(hosts);
    const pair = await other.tokens();
    expect(await ask(pair.access_token)).toMatchObject(INACTIVE);
    expect(await ask(pair.refresh_token)).toMatchObject(INACTIVE);
    expect((await other.userInfo(pair.access_token)).status).toBe(200);
    expect((await other.token(other.refreshForm(pair.refresh_token))).status).toBe(200);
  });

  test('a used refresh token, in its window and after it; its successor is live', async () => {
    const first = await tokens();
    const second = await refresh(first.refresh_token);
    expect(await ask(first.refresh_token)).toMatchObject(INACTIVE);
    expect((await ask(second.refresh_token)).body.active).toBe(true);
    hosts.clock.advance(31_000);
    expect(await ask(first.refresh_token)).toMatchObject(INACTIVE);
    expect((await ask(second.refresh_token)).body.active).toBe(true);
  });

  test('what was revoked: the access token alone, then the family', async () => {
    const pair = await tokens();
    const revoke = (token: string) =>
      postForm(`${hosts.authUrl}/oauth/revocation`, { token }, basic(client.apiKey, secret));
    await revoke(pair.access_token);
    expect(await ask(pair.access_token)).toMatchObject(INACTIVE);
    expect((await ask(pair.refresh_token)).body.active).toBe(true);
    await revoke(pair.refresh_token);
    expect(await ask(pair.refresh_token)).toMatchObject(INACTIVE);
  });

  test('what has expired', async () => {
    const pair = await tokens();
    hosts.clock.advance(3600_000);
    expect(await ask(pair.access_token)).toMatchObject(INACTIVE);
    expect((await ask(pair.refresh_token)).body.active).toBe(true);
    hosts.clock.advance(60 * 24 * 3600_000);
    expect(await ask(pair.refresh_token)).toMatchObject(INACTIVE);
  });

  test('the platform whose key they were issued to is removed; those of another key stay live', async () => {
    const gone = await givenClient(hosts, { ...APPLICATION, platforms: PLATFORMS });
    const proof = basic(gone.apiKey, await createSecret(hosts, gone));
    const phone = (await hosts.ports.applications.find(gone.applicationId))?.platforms.find(
      ({ platform }) => platform === 'Android',
    );
    const key = { client_id: phone?.apiKey ?? '' };
    const consent = await gone.browser.open(gone.authorizeUrl(key), { stopAt: CALLBACK });
    const values = { press: 'agree', stopAt: CALLBACK };
    const done = consent.url.href.startsWith(CALLBACK)
      ? consent
      : await gone.browser.submit(consent.form({ action: '/consent' }), {}, values);
    const { body: pair } = await gone.token(gone.codeForm(done.url.searchParams.get('code') ?? '', key));
    for (const token of [pair.access_token, pair.refresh_token])
      expect((await ask(token, proof)).body.active).toBe(true);
    const removed = await fetch(`${hosts.apiUrl}/applications/${gone.applicationId}/platforms/${phone?.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${gone.owner.apiToken}` },
    });
    expect(removed.status).toBe(204);
    for (const token of [pair.access_token, pair.refresh_token])
      expect(await ask(token, proof)).toMatchObject(INACTIVE);
  });

  test('login activation OFF; once ON again both are live', async () => {
    const pair = await tokens();
    const switchTo = (word: string) =>
      hosts.execute(
        `update applications set version = version + 1, login_activation = ${word} where id = ?`,
        client.applicationId,
      );
    await switchTo('false');
    expect(await ask(pair.access_token)).toMatchObject(INACTIVE);
    expect(await ask(pair.refresh_token)).toMatchObject(INACTIVE);
    await switchTo('true');
    expect((await ask(pair.access_token)).body.active).toBe(true);
    expect((await ask(pair.refresh_token)).body.active).toBe(true);
  });

  test('the session was ended: refresh tokens that end with it, and no access token', async () => {
    const [bound, free] = [await tokens({ scope: 'openid' }), await tokens({ scope: 'openid offline_access' })];
    const account = await hosts.ports.accounts.findByEmailKey(client.email);
    await hosts.ports.sessions.endAll({ accountId: account?.id ?? '', now: hosts.clock.now() });
    expect(await ask(bound.refresh_token)).toMatchObject(INACTIVE);
    expect((await ask(bound.access_token)).body.active).toBe(true);
    expect((await ask(free.refresh_token)).body.active).toBe(true);
  });

  test('scope names only what is still true: an item withdrawn, an item the owner removed', async () => {
    const pair = await tokens();
    expect((await ask(pair.access_token)).body.scope).toBe('nickname email');
    const account = await client.browser.open(`${hosts.authUrl}/account/connections`);
    const page = isSignIn(account.url) ? await signIn(account) : account;
    await client.browser.submit(page.form({ action: '/account/connections' }), { item: [] });
    for (const token of [pair.access_token, pair.refresh_token]) {
      expect((await ask(token)).body.scope).toBe('nickname');
    }
    await hosts.execute('delete from consent_items where application_id = ?', client.applicationId);
    await hosts.execute('update applications set version = version + 1 where id = ?', client.applicationId);
    for (const token of [pair.access_token, pair.refresh_token]) {
      expect((await ask(token)).body).not.toHaveProperty('scope');
    }
  });

  test.each(['disconnected', 'disabled'] as const)('the user has %s', async (what) => {
    const person = await givenClient(hosts);
    const pair = await person.tokens();
    const headers = basic(person.apiKey, await createSecret(hosts, person));
    const account = await hosts.ports.accounts.findByEmailKey(person.email);
    expect((await ask(pair.refresh_token, headers)).body.active).toBe(true);
    if (what === 'disabled') await hosts.ports.accounts.setDisabled(account?.id ?? '', true, hosts.clock.now());
    else await hosts.ports.connections.unlink(person.applicationId, account?.id ?? '', hosts.clock.now(), 'person');
    expect(await ask(pair.access_token, headers)).toMatchObject(INACTIVE);
    expect(await ask(pair.refresh_token, headers)).toMatchObject(INACTIVE);
  });
});

const isSignIn = (url: URL) => url.pathname === '/login';
const signIn = ({ form }: Awaited<ReturnType<Client['browser']['open']>>) =>
  client.browser.submit(form({ action: '/login' }), { email: client.email, password: client.password });

describe('contract 7: who may ask', () => {
  test('client_secret_post as well', async () => {
    const { access_token: token } = await tokens();
    const form = { token, client_id: client.apiKey, client_secret: secret };
    expect((await postForm(introspection(), form)).body.active).toBe(true);
  });

  test('G6: an API key alone is no proof, whether it has a secret or not', async () => {
    const open = await givenClient(hosts);
    const { access_token: token } = await open.tokens();
    for (const client_id of [open.apiKey, client.apiKey, android]) {
      const refused = await postForm(introspection(), { token, client_id });
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
      const tried = await postForm(introspection(), { token }, basic(client_id, ''));
      expect(tried).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(tried.headers.get('www-authenticate')).toBe('Basic realm="latchkey"');
    }
  });

  test.each([
    ['a wrong secret', () => basic(client.apiKey, `${secret}x`)],
    ['the secret with the key of a phone', () => basic(android, secret)],
    ['a bearer token in place of Basic', () => ({ authorization: `Bearer ${client.owner.apiToken}` })],
  ])('%s: 401 invalid_client', async (_what, headers) => {
    expect(await ask('x', headers())).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test.each([
    ['token missing', ''],
    ['token empty', 'token='],
    ['token doubled', 'token=x&token=y'],
    ['token_type_hint doubled', 'token=x&token_type_hint=a&token_type_hint=b'],
  ])('%s: invalid_request', async (_what, form) => {
    const refused = await postForm(introspection(), form, basic(client.apiKey, secret));
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('contract 8: no browser may read it', async () => {
    const { headers } = await ask('x', { ...basic(client.apiKey, secret), origin: 'http://localhost:3999' });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
