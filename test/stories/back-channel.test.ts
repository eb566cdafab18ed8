// Applications are told of the end of a sign-in (OpenID Connect Back-Channel Logout; contract 7): what they get, when,
// and what happens when they do not answer. Against real servers of applications.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listGivenUp } from '../../src/core/operating/given-up/list-given-up.ts';
import { deleteAccount, setAccountDisabled } from '../helpers/administer-accounts.ts';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account } from './account-pages.ts';

type Told = { path: string; type: string | undefined; form: URLSearchParams };
type Answer = (response: ServerResponse) => void;

const SECOND = 1000;
const HOUR = 3_600_000;
let hosts: Hosts;
let application: Server;
let told: Told[] = [];
/** By path: what the application at that address does; 200 where nothing is said. */
let answers: Record<string, Answer> = {};
const answering =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end();

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  application = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    told.push({ path, type: request.headers['content-type'], form: new URLSearchParams(body) });
    (answers[path] ?? answering(200))(response);
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  application.closeAllConnections();
  application.close();
  await hosts.stop();
});
beforeEach(() => {
  told = [];
  answers = {};
});

const addressOf = (path: string) => `http://127.0.0.1:${(application.address() as AddressInfo).port}${path}`;
const registration = (path: string, more: object = {}) => ({
  ...APPLICATION,
  id_token_signed_response_alg: 'ES256',
  backchannel_logout_uri: addressOf(path),
  ...more,
});
const given = (path: string, more?: object, on = hosts): Promise<Client> => givenClient(on, registration(path, more));

type OpenIdTokens = Tokens & { id_token: string };
const signInTo = async (client: Client, scope = 'openid') => (await client.tokens({ scope })) as OpenIdTokens;

/** As the button in the header of every page does. */
async function signOut(client: Client, on = hosts): Promise<void> {
  const page = await account(on, client.browser);
  const out = await client.browser.submit(page.form({ action: '/logout' }));
  expect(out.url.pathname).toBe('/signed-out');
}
const toldAt = (path: string) => told.filter((one) => one.path === path);
const tokenAt = (path: string): string => toldAt(path)[0]?.form.get('logout_token') ?? '';
const deliveriesOf = (client: Client, on = hosts) =>
  on.logs.filter((line) => line.event === 'session-end-delivery' && line.application === client.applicationId);
const resultsOf = (client: Client, on = hosts) => deliveriesOf(client, on).map(({ result }) => result);
/** Delivers what is due. Resolves when every application has answered. */
const deliver = (on = hosts) => on.tick('outbox');

describe('Back-Channel Logout 2.4: the logout token', () => {
  test('is what the specification says, and can be checked like an ID token', async () => {
    const client = await given('/token');
    const { id_token } = await signInTo(client);
    await signOut(client);
    await deliver();
    expect(toldAt('/token')).toHaveLength(1);
    expect(toldAt('/token')[0]?.type).toBe('application/x-www-form-urlencoded');
    expect([...(toldAt('/token')[0]?.form.keys() ?? [])]).toEqual(['logout_token']);
    const keys = createLocalJWKSet({ keys: [...(await hosts.ports.signingKeys.publicKeys())] });
    const currentDate = new Date(hosts.clock.now());
    const options = { issuer: hosts.authUrl, audience: client.apiKey, typ: 'logout+jwt', currentDate };
    const { payload, protectedHeader } = await jwtVerify(tokenAt('/token'), keys, options);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'logout+jwt' });
    const { sub, sid } = decodeJwt(id_token);
    expect(payload).toEqual({
      ...{ iss: hosts.authUrl, aud: client.apiKey, sub, sid },
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 120,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(resultsOf(client)).toEqual(['delivered']);
  });

  test('is no ID token: nothing that takes a hint takes it', async () => {
    const client = await given('/hint', { post_logout_redirect_uris: ['http://localhost:3999/bye'] });
    await signInTo(client);
    await signOut(client);
    await deliver();
    expect(toldAt('/hint')).toHaveLength(1);
    await client.code();
    const query = new URLSearchParams({ id_token_hint: tokenAt('/hint') });
    expect((await client.browser.open(`${hosts.authUrl}/oauth/logout?${query}`)).status).toBe(400);
  });

  test('is signed with the algorithm of the application’s ID tokens', async () => {
    const client = await given('/eddsa', { id_token_signed_response_alg: 'EdDSA' });
    await signInTo(client);
    await signOut(client);
    await deliver();
    expect(toldAt('/eddsa')).toHaveLength(1);
    expect(decodeProtectedHeader(tokenAt('/eddsa')).alg).toBe('EdDSA');
  });
});

describe('who is told', () => {
  test('each API key that got an ID token in the session, once, however many sign-ins it was', async () => {
    const platforms = [...APPLICATION.platforms, { platform: 'Android', package_name: 'com.example.shop' }];
    const client = await given('/keys', { platforms });
    const [web = '', android = ''] =
      (await hosts.ports.applications.find(client.applicationId))?.platforms.map(({ apiKey }) => apiKey) ?? [];
    await signInTo(client);
    await signInTo(client);
    // A phone's key with a loopback address is asked every time (contract 4, "Native rule").
    const consent = await client.browser.open(client.authorizeUrl({ scope: 'openid', client_id: android }));
    const agreed = await client.browser.submit(consent.form({ action: '/consent' }), {}, { stopAt: CALLBACK });
    const code = agreed.url.searchParams.get('code') ?? '';
    expect((await client.token(client.codeForm(code, { client_id: android }))).status).toBe(200);
    await signOut(client);
    await deliver();
    expect(toldAt('/keys')).toHaveLength(2);
    const tokens = toldAt('/keys').map(({ form }) => decodeJwt(form.get('logout_token') ?? ''));
    expect(tokens.map(({ aud }) => aud).sort()).toEqual([web, android].sort());
    expect(new Set(tokens.map(({ sid }) => sid)).size).toBe(1);
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(2);
  });

  test('nobody who got no ID token, and no session that goes on', async () => {
    const [plain, going] = [await given('/plain'), await given('/going')];
    await signInTo(plain, 'nickname');
    await signInTo(going);
    await signOut(plain);
    await deliver();
    expect(told).toEqual([]);
  });

  test('contract 2: a code is worth nothing after the sign-out, so nobody is told of it', async () => {
    const client = await given('/late');
    const code = await client.code({ scope: 'openid offline_access' });
    await signOut(client);
    expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
  });

  test('the address as it stands now; without one, or without the application, nobody', async () => {
    const [moved, gone, removed] = [await given('/before'), await given('/no-address'), await given('/removed')];
    for (const client of [moved, gone, removed]) await signInTo(client);
    const change = async (client: Client, method: string, body?: object) => {
      const headers = { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' };
      const url = `${hosts.apiUrl}/applications/${client.applicationId}`;
      const init = { method, headers: body ? headers : { authorization: headers.authorization } };
      const answer = await fetch(url, { ...init, ...(body && { body: JSON.stringify(body) }) });
      if (answer.status > 204) throw new Error(`${answer.status}: ${await answer.text()}`);
    };
    await hosts.execute(
      'update applications set version = version + 1, backchannel_logout_uri = ? where id = ?',
      addressOf('/after'),
      moved.applicationId,
    );
    await hosts.execute(
      'update applications set version = version + 1, backchannel_logout_uri = null where id = ?',
      gone.applicationId,
    );
    await change(removed, 'DELETE');
    for (const client of [moved, gone, removed]) await signOut(client);
    await deliver();
    expect(toldAt('/after')).toHaveLength(1);
    expect(resultsOf(gone)).toEqual(['dropped']);
    expect(told.map(({ path }) => path)).toEqual(['/after']);
  });
});

describe('K21: every way to end a session is told', () => {
  test('from an application (oidcc-backchannel-rp-initiated-logout)', async () => {
    const client = await given('/rp', { post_logout_redirect_uris: ['http://localhost:3999/bye'] });
    const { id_token } = await signInTo(client);
    const post_logout_redirect_uri = 'http://localhost:3999/bye';
    const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri });
    const stopAt = post_logout_redirect_uri;
    const page = await client.browser.open(`${hosts.authUrl}/oauth/logout?${query}`, { stopAt });
    expect(page.url.href).toBe(post_logout_redirect_uri);
    await deliver();
    expect(toldAt('/rp')).toHaveLength(1);
  });

  test.each<[string, (client: Client) => Promise<unknown>]>([
    [
      'sign out everywhere',
      async ({ browser }) => {
        const page = await account(hosts, browser, 'devices');
        await browser.submit(page.form({ action: '/account/sessions' }), {}, { press: 'end-all' });
      },
    ],
    [
      'a new password, chosen on another device',
      async (client) => {
        const { browser, password } = client;
        browser.clearCookies();
        await signInTo(client, 'nickname');
        const page = await account(hosts, browser, 'security');
        const values = { current_password: password, new_password: `${password}-new` };
        await browser.submit(page.form({ action: '/account/password' }), values);
      },
    ],
    ['disabling the account', ({ email }) => setAccountDisabled(hosts.ports, email, true)],
    ['deleting the account', ({ email }) => deleteAccount(hosts.ports, email)],
  ])('%s', async (way, end) => {
    const path = `/${way.replaceAll(/\W+/g, '-')}`;
    const client = await given(path);
    await signInTo(client);
    await end(client);
    await deliver();
    expect(toldAt(path)).toHaveLength(1);
  });
});

describe('an application that does not take it', () => {
  test('down, then up: told again after growing pauses, each time with a fresh token', async () => {
    const client = await given('/down');
    await signInTo(client);
    answers['/down'] = answering(503);
    await signOut(client);
    await deliver();
    await deliver();
    expect(resultsOf(client)).toEqual(['put-back']);
    answers['/down'] = (response) => response.socket?.destroy();
    hosts.clock.advance(5 * SECOND);
    await deliver();
    expect(resultsOf(client)).toEqual(['put-back', 'put-back']);
    hosts.clock.advance(29 * SECOND);
    await deliver();
    expect(toldAt('/down')).toHaveLength(2);
    delete answers['/down'];
    hosts.clock.advance(SECOND);
    await deliver();
    expect(resultsOf(client)).toEqual(['put-back', 'put-back', 'delivered']);
    const ids = toldAt('/down').map(({ form }) => decodeJwt(form.get('logout_token') ?? '').jti);
    expect(new Set(ids).size).toBe(3);
    hosts.clock.advance(24 * HOUR);
    await deliver();
    expect(toldAt('/down')).toHaveLength(3);
  });

  test('one that says 400 is not asked again, and the operator reads it', async () => {
    const client = await given('/refuses');
    await signInTo(client);
    answers['/refuses'] = answering(400);
    await signOut(client);
    await deliver();
    expect(resultsOf(client)).toEqual(['gave-up']);
    expect(deliveriesOf(client)[0]).toMatchObject({ level: 40, reason: 'answered 400', tries: 1 });
    const { messages } = await listGivenUp(hosts.ports, { kind: 'logout', after: undefined, limit: 9 });
    const told = { applicationId: client.applicationId, host: new URL(addressOf('/')).host };
    expect(messages).toMatchObject([{ ...told, failure: 'answered 400', tries: 1 }]);
    hosts.clock.advance(24 * HOUR);
    await deliver();
    expect(toldAt('/refuses')).toHaveLength(1);
    expect(JSON.stringify(deliveriesOf(client))).not.toContain(tokenAt('/refuses'));
  });

  test('one that never answers keeps nobody waiting: neither the person nor other applications', async () => {
    const [slow, quick] = [await given('/slow'), await given('/quick')];
    await signInTo(slow);
    await signInTo(quick);
    const held = new Promise<ServerResponse>((resolve) => {
      answers['/slow'] = resolve;
    });
    await signOut(slow);
    const delivering = deliver();
    const unanswered = await held;
    const answered = new Promise<ServerResponse>((resolve) => {
      answers['/quick'] = (response) => resolve(response.writeHead(200).end());
    });
    await signOut(quick);
    const deliveringMore = deliver();
    await answered;
    expect(deliveriesOf(slow)).toEqual([]);
    answering(200)(unanswered);
    await Promise.all([delivering, deliveringMore]);
    expect([resultsOf(quick), resultsOf(slow)]).toEqual([['delivered'], ['delivered']]);
  });

  test('a process that died with the message in its hands: another one delivers it', async () => {
    const client = await given('/orphan');
    await signInTo(client);
    // As the dead process had it: ended and claimed, in one breath, before anybody else looks.
    await hosts.execute('update session_clients set next_try_at = ?', hosts.clock.now() + 30 * SECOND);
    await signOut(client);
    await deliver();
    expect(toldAt('/orphan')).toEqual([]);
    hosts.clock.advance(30 * SECOND);
    await deliver();
    expect(toldAt('/orphan')).toHaveLength(1);
  });
});

test('N7: without internal_deliveries an internal address is refused, and the log names the setting', async () => {
  const guarded = await startHosts();
  try {
    const client = await given('/guarded', {}, guarded);
    await signInTo(client);
    await signOut(client, guarded);
    await deliver(guarded);
    expect(resultsOf(client, guarded)).toEqual(['gave-up']);
    expect(deliveriesOf(client, guarded)[0]?.reason).toContain('internal_deliveries');
    expect(toldAt('/guarded')).toEqual([]);
  } finally {
    await guarded.stop();
  }
});
