// Sign-out that an application asks for (OpenID Connect RP-Initiated Logout; contract 7 "Logout"; cases K1, K21, G13).
// The names in brackets are those of the OpenID Foundation's conformance tests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { refusalIn } from '../helpers/refusals.ts';
import { account } from './account-pages.ts';

const BYE = 'http://localhost:3999/bye?from=latchkey';
const LOGOUT_APPLICATION = {
  ...APPLICATION,
  id_token_signed_response_alg: 'ES256',
  post_logout_redirect_uris: [BYE, 'http://localhost:3999/plain'],
};

let hosts: Hosts;
let client: Client;
let other: Client;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts, LOGOUT_APPLICATION);
  other = await givenClient(hosts, { ...LOGOUT_APPLICATION, name: 'Other Shop' });
});
afterAll(() => hosts.stop());

type OpenIdTokens = Tokens & { id_token: string };
const tokensOf = async (of: Client, more: Record<string, string> = {}) =>
  (await of.tokens({ scope: 'openid', ...more })) as OpenIdTokens;
const hintOf = async (of: Client) => (await tokensOf(of)).id_token;

const logoutUrl = (parameters: Record<string, string>): string =>
  `${hosts.authUrl}/oauth/logout?${new URLSearchParams(parameters)}`;
const logout = (of: Client, parameters: Record<string, string>): Promise<Page> =>
  of.browser.open(logoutUrl(parameters), { stopAt: 'http://localhost:3999/' });
const isSignedIn = async (of: Client): Promise<boolean> =>
  (await account(hosts, of.browser)).url.pathname === '/account';
/** As on every error page: a code that /errors explains, and the id under which the log knows the request. */
const expectCodes = (page: Page) => {
  const code = page.link('/errors#').hash.slice(1);
  expect(page.text).toMatch(new RegExp(`${code} *\\(400\\)`));
  expect(page.text).toContain(page.headers.get('x-request-id') ?? 'no id');
};
const confirm = (of: Client, page: Page): Promise<Page> =>
  of.browser.submit(page.form({ action: '/logout' }), {}, { press: 'Sign out', stopAt: 'http://localhost:3999/' });

describe('RP-Initiated Logout 2, 3: a valid hint for who is signed in', () => {
  test('signs out at once and leads back with state (oidcc-rp-initiated-logout)', async () => {
    const id_token_hint = await hintOf(client);
    const page = await logout(client, { id_token_hint, post_logout_redirect_uri: BYE, state: 'a b&c=d' });
    expect(page.status).toBe(303);
    expect(page.url.href).toBe(`${BYE}&state=a%20b%26c%3Dd`);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await isSignedIn(client)).toBe(false);
  });

  test('leads back without state where none was sent (…-no-state)', async () => {
    const id_token_hint = await hintOf(client);
    const page = await logout(client, { id_token_hint, post_logout_redirect_uri: 'http://localhost:3999/plain' });
    expect(page.url.href).toBe('http://localhost:3999/plain');
    expect(await isSignedIn(client)).toBe(false);
  });

  test('rests on the signed-out page where no address was sent (…-no-post-logout-redirect-uri)', async () => {
    const page = await logout(client, { id_token_hint: await hintOf(client), state: 'x' });
    expect([page.status, page.url.href]).toEqual([200, `${hosts.authUrl}/signed-out`]);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('an expired hint is fine', async () => {
    const id_token_hint = await hintOf(client);
    hosts.clock.advance(2 * 3_600_000);
    const page = await logout(client, { id_token_hint, client_id: client.apiKey, post_logout_redirect_uri: BYE });
    expect(page.url.href).toBe(BYE);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('POST, from another site too, is led to the same request as GET, and signs out there', async () => {
    const id_token_hint = await hintOf(client);
    const body = new URLSearchParams({ id_token_hint, post_logout_redirect_uri: BYE, state: 'p' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://rp.example' };
    // A cross-site POST: the browser leaves the cookie out.
    const answer = await fetch(`${hosts.authUrl}/oauth/logout`, { method: 'POST', headers, body, redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(await isSignedIn(client)).toBe(true);
    const next = new URL(answer.headers.get('location') ?? '', hosts.authUrl);
    const page = await client.browser.open(next, { stopAt: 'http://localhost:3999/' });
    expect(page.url.href).toBe(`${BYE}&state=p`);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('contract 9: HEAD never signs out', async () => {
    const url = logoutUrl({ id_token_hint: await hintOf(client), post_logout_redirect_uri: BYE });
    const cookie = [...client.browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { method: 'HEAD', headers: { cookie }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, BYE]);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await isSignedIn(client)).toBe(true);
  });

  test.each([
    ['a page that asks', {}, 200],
    ['a fault in the request', { id_token_hint: 'bad', post_logout_redirect_uri: 'https://evil.example/' }, 400],
    ['a parameter sent twice', { state: ['a', 'b'] }, 400],
  ])('contract 9: HEAD has status and headers of GET: %s', async (_what, parameters, status) => {
    const url = new URL(logoutUrl({}));
    for (const [name, value] of Object.entries(parameters)) {
      for (const one of [value].flat()) url.searchParams.append(name, one);
    }
    const cookie = [...client.browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = async (method: string) => {
      const response = await fetch(url, { method, headers: { cookie }, redirect: 'manual' });
      const headers = Object.fromEntries(response.headers);
      // Of the moment, and of the connection: fetch asks to close it with every HEAD.
      for (const name of ['date', 'x-request-id', 'connection', 'keep-alive']) delete headers[name];
      return { status: response.status, headers };
    };
    const head = await ask('HEAD');
    expect(head.status).toBe(status);
    expect(head).toEqual(await ask('GET'));
  });

  test('K21: the old cookie is anonymous afterwards', async () => {
    const before = [...client.browser.cookies(hosts.authUrl)];
    await logout(client, { id_token_hint: await hintOf(client) });
    const thief = new Browser();
    for (const [name, value] of before) thief.setCookie(hosts.authUrl, name, value);
    expect((await account(hosts, thief)).url.pathname).toBe('/login');
  });
});

describe('anything else asks first', () => {
  const asks = (page: Page) => {
    expect([page.status, page.url.pathname]).toEqual([200, '/oauth/logout']);
    expect(page.text).toContain('Sign out of Latchkey');
    expect(page.text).toContain(client.email);
  };

  test('no parameters (…-no-params), state only (…-only-state): then the signed-out page', async () => {
    for (const parameters of [{}, { state: 'x' }] as Record<string, string>[]) {
      await client.code();
      const page = await logout(client, parameters);
      asks(page);
      expect(await isSignedIn(client)).toBe(true);
      expect((await confirm(client, page)).url.pathname).toBe('/signed-out');
      expect(await isSignedIn(client)).toBe(false);
    }
  });

  test('client_id and a registered address: leads back once the person has confirmed', async () => {
    await client.code();
    const page = await logout(client, { client_id: client.apiKey, post_logout_redirect_uri: BYE, state: 's' });
    asks(page);
    expect(page.text).toContain('Acme Shop wants to sign you out.');
    expect(page.text).toContain('localhost:3999');
    // The browser would cancel the redirect that answers the form.
    expect(page.headers.get('content-security-policy')).not.toContain('form-action');
    const back = await confirm(client, page);
    expect([back.status, back.url.href]).toEqual([303, `${BYE}&state=s`]);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('contract 4: a typed /logout asks too, whatever is in its query, and the button signs out', async () => {
    const id_token_hint = await hintOf(client);
    const page = await client.browser.open(`${hosts.authUrl}/logout?id_token_hint=${id_token_hint}`);
    asks(page);
    expect(await isSignedIn(client)).toBe(true);
    expect((await confirm(client, page)).url.pathname).toBe('/signed-out');
    expect(await isSignedIn(client)).toBe(false);
    expect((await client.browser.open(`${hosts.authUrl}/logout`)).url.pathname).toBe('/signed-out');
  });

  test('contract 7: an address with neither hint nor key is asked about without a word of mistakes, and leads nowhere (…-no-id-token-hint)', async () => {
    await client.code();
    const page = await logout(client, { post_logout_redirect_uri: BYE, state: 'x' });
    asks(page);
    expect(page.html).not.toContain('/errors#');
    expect(page.text).not.toContain('invalid request');
    expect(page.text).not.toContain('localhost:3999');
    expect((await confirm(client, page)).url.href).toBe(`${hosts.authUrl}/signed-out`);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('the person may stay signed in', async () => {
    await client.code();
    const page = await logout(client, { client_id: client.apiKey, post_logout_redirect_uri: BYE });
    await client.browser.open(page.link('Stay signed in'));
    expect(await isSignedIn(client)).toBe(true);
  });

  test('a valid hint of somebody else', async () => {
    await client.code();
    const id_token_hint = await hintOf(other);
    const page = await logout(client, { id_token_hint, post_logout_redirect_uri: BYE });
    asks(page);
    expect(page.text).toContain('Other Shop');
    expect(await isSignedIn(client)).toBe(true);
    expect(await isSignedIn(other)).toBe(true);
    expect((await confirm(client, page)).url.href).toBe(BYE);
    expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
  });

  test.each<[string, (form: Record<string, string>) => Record<string, string>, Record<string, string>]>([
    ['no token', () => ({}), {}],
    ['the token of another form', (form) => ({ csrf: form.header ?? '' }), {}],
    ['a foreign Origin', (form) => ({ csrf: form.csrf ?? '' }), { origin: 'https://evil.example' }],
    ['a null Origin', (form) => ({ csrf: form.csrf ?? '' }), { origin: 'null' }],
    ['a cross-site fetch', (form) => ({ csrf: form.csrf ?? '' }), { 'sec-fetch-site': 'cross-site' }],
  ])('K1: the form with %s is refused, and nobody is signed out', async (_, body, headers) => {
    await client.code();
    const page = await logout(client, { client_id: client.apiKey });
    const csrf = Object.fromEntries(page.form({ action: '/logout' }).values).csrf ?? '';
    const home = await client.browser.open(`${hosts.authUrl}/account`);
    const header = Object.fromEntries(home.form({ action: '/logout' }).values).csrf ?? '';
    expect(header).not.toBe(csrf);
    const cookie = [...client.browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(page.form({ action: '/logout' }).action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
      body: new URLSearchParams(body({ csrf, header })).toString(),
      redirect: 'manual',
    });
    expect([answer.status, refusalIn(await answer.text())]).toEqual([403, 'form-refused']);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('K3: the form of one request does not answer another', async () => {
    await client.code();
    const page = await logout(client, { client_id: client.apiKey, post_logout_redirect_uri: BYE });
    const form = page.form({ action: '/logout' });
    const changed = new URL(form.action);
    changed.searchParams.set('post_logout_redirect_uri', 'http://localhost:3999/plain');
    const refused = await client.browser.submit({ ...form, action: changed }, {}, { follow: false });
    expect([refused.status, refusalIn(refused.html)]).toEqual([403, 'form-refused']);
    expect(await isSignedIn(client)).toBe(true);
  });
});

describe('faults are told on the page, and nothing leads back', () => {
  const cases: readonly [string, string, (hint: string) => Record<string, string>][] = [
    [
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
      'not registered',
      (id_token_hint) => ({
        id_token_hint,
        post_logout_redirect_uri: 'http://localhost:3999/unknown',
      }),
    ],
    [
      '…-query-added-to-post-logout-redirect-uri',
      'not registered',
      (id_token_hint) => ({
        id_token_hint,
        post_logout_redirect_uri: `${BYE}&foo=bar`,
      }),
    ],
    [
      'a redirect URI of sign-ins is none of sign-outs',
      'not registered',
      (id_token_hint) => ({
        id_token_hint,
        post_logout_redirect_uri: 'http://localhost:3999/callback',
      }),
    ],
    [
      '…-modified-id-token-hint',
      'no ID token',
      (id_token_hint) => ({
        id_token_hint: modified(id_token_hint),
        post_logout_redirect_uri: BYE,
      }),
    ],
    ['…-bad-id-token-hint', 'no ID token', () => ({ id_token_hint: 'bad.hint', post_logout_redirect_uri: BYE })],
    ['a hint without signature', 'no ID token', (id_token_hint) => ({ id_token_hint: unsigned(id_token_hint) })],
    [
      'an unknown client_id',
      'No application has this client_id',
      () => ({
        client_id: '0'.repeat(32),
        post_logout_redirect_uri: BYE,
      }),
    ],
    [
      'client_id of another application than the hint’s',
      'another application',
      (id_token_hint) => ({
        id_token_hint,
        client_id: other.apiKey,
        post_logout_redirect_uri: BYE,
      }),
    ],
  ];

  test.each(cases)('%s', async (_, detail, parametersOf) => {
    const page = await logout(client, parametersOf(await hintOf(client)));
    expect([page.status, page.url.pathname]).toEqual([400, '/oauth/logout']);
    expect(page.text).toContain(detail);
    expectCodes(page);
    expect(await isSignedIn(client)).toBe(true);
    // The person can still sign out, and is led nowhere else.
    expect((await confirm(client, page)).url.href).toBe(`${hosts.authUrl}/signed-out`);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('with nobody signed in the signed-out page tells it', async () => {
    const stranger = new Browser();
    const page = await stranger.open(logoutUrl({ client_id: client.apiKey, post_logout_redirect_uri: 'https://evil' }));
    expect([page.status, page.url.pathname]).toEqual([400, '/oauth/logout']);
    expect(page.text).toContain('You are signed out');
    expect(page.text).toContain('not registered');
    expectCodes(page);
  });

  test.each(['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'logout_hint', 'ui_locales'])(
    'contract 7: %s sent twice is an error page, and nobody is signed out',
    async (name) => {
      const hint = await hintOf(client);
      const known = { id_token_hint: hint, client_id: client.apiKey, post_logout_redirect_uri: BYE, state: 'x' };
      const twice = encodeURIComponent({ ...known, logout_hint: 'm', ui_locales: 'en' }[name] ?? '');
      const page = await client.browser.open(`${logoutUrl(known)}&${name}=${twice}&${name}=${twice}`);
      expect(page.status).toBe(400);
      expect(page.text).toContain(`${name} was sent more than once`);
      expect(await isSignedIn(client)).toBe(true);
    },
  );
});

describe('nobody is signed in', () => {
  test('a valid hint leads back: there is nothing to end', async () => {
    const id_token_hint = await hintOf(client);
    const page = await new Browser().open(logoutUrl({ id_token_hint, post_logout_redirect_uri: BYE, state: 'n' }), {
      stopAt: BYE,
    });
    expect(page.url.href).toBe(`${BYE}&state=n`);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('without a hint nobody can confirm: the signed-out page', async () => {
    const page = await new Browser().open(logoutUrl({ client_id: client.apiKey, post_logout_redirect_uri: BYE }));
    expect([page.status, page.url.pathname]).toEqual([200, '/signed-out']);
  });

  test('contract 7: an address with neither hint nor key: the signed-out page, without a word of mistakes', async () => {
    const page = await new Browser().open(logoutUrl({ post_logout_redirect_uri: BYE }));
    expect([page.status, page.url.pathname]).toEqual([200, '/signed-out']);
    expect(page.html).not.toContain('/errors#');
  });
});

describe('G13: refresh tokens end with the session they were made in, unless offline access was asked for', () => {
  test('contract 7: of the grants of one session only those with openid and without offline_access end', async () => {
    const bound = await tokensOf(client, { scope: 'openid nickname' });
    const offline = await tokensOf(client, { scope: 'openid offline_access' });
    const plain = (await client.tokens({ scope: 'nickname' })) as Tokens;
    const codes = [await client.code({ scope: 'openid' }), await client.code({ scope: 'openid offline_access' })];
    await logout(client, { id_token_hint: bound.id_token });
    const refreshed = await Promise.all(
      [bound, offline, plain].map(async (tokens) => {
        const { status, body } = await client.token(client.refreshForm(tokens.refresh_token));
        return status === 200 ? 'lives' : body.error;
      }),
    );
    expect(refreshed).toEqual(['invalid_grant', 'lives', 'lives']);
    const redeemed = await Promise.all(codes.map(async (code) => (await client.token(client.codeForm(code))).status));
    // Contract 2: whatever their scope.
    expect(redeemed).toEqual([400, 400]);
  });

  test('signing in again revives none of them', async () => {
    const bound = await tokensOf(client);
    await logout(client, { id_token_hint: bound.id_token });
    const again = await tokensOf(client);
    expect((await client.token(client.refreshForm(bound.refresh_token))).body.error).toBe('invalid_grant');
    expect((await client.token(client.refreshForm(again.refresh_token))).status).toBe(200);
  });

  test('a session that ran out by itself ends no refresh token', async () => {
    const bound = await tokensOf(client);
    hosts.clock.advance(25 * 3_600_000);
    expect(await isSignedIn(client)).toBe(false);
    expect((await client.token(client.refreshForm(bound.refresh_token))).status).toBe(200);
  });
});

describe('several accounts on one device', () => {
  /** Beside the application's user, who signed in first, somebody else who is the current one. */
  const givenSecond = async () => {
    const hint = await hintOf(client);
    const { email } = await givenPerson(hosts);
    await givenSession(hosts, client.browser, email);
    return { hint, email };
  };

  test('a hint signs out the one it names, current or not, and nobody else', async () => {
    const { hint, email } = await givenSecond();
    const page = await logout(client, { id_token_hint: hint, post_logout_redirect_uri: BYE });
    expect(page.url.href).toBe(BYE);
    const after = await account(hosts, client.browser);
    expect(after.text).toContain(email);
    const ended = await client.browser.open(
      client.authorizeUrl({ scope: 'openid', prompt: 'none', id_token_hint: hint }),
      {
        stopAt: CALLBACK,
      },
    );
    expect(ended.url.searchParams.get('error')).toBe('login_required');
    client.browser.clearCookies();
  });

  test('the question names everybody, and its answer signs out everybody', async () => {
    const { email } = await givenSecond();
    const page = await logout(client, { client_id: client.apiKey });
    expect(page.text).toContain(email);
    expect(page.text).toContain(client.email);
    await confirm(client, page);
    expect(await isSignedIn(client)).toBe(false);
  });
});

test('pages: the question speaks the language that was asked for, and that choice holds for the request only', async () => {
  const { browser } = await givenPerson(hosts);
  const page = await browser.open(logoutUrl({ ui_locales: 'ko', state: 'x' }));
  expect(page.text).toContain('로그아웃할까요?');
  expect((await account(hosts, browser)).text).toContain('Save profile');
});

/** The same token with a changed payload under the old signature. */
function modified(jwt: string): string {
  const [header, payload = '', signature] = jwt.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, encode({ ...claims, sub: 'somebody' }), signature].join('.');
}

const unsigned = (jwt: string): string => `${encode({ alg: 'none', typ: 'JWT' })}.${jwt.split('.')[1]}.`;
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
