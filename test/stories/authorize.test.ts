// The authorization request over HTTP (contract 4): each missing, doubled or wrong parameter ends where it must, with
// words a person can act on; a good one leads through sign-in and consent back to the application.
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const enc = encodeURIComponent;

let hosts: Hosts;
let client: Client;
let off: Client;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});

afterAll(() => hosts?.stop());

const get = (query: string, browser = new Browser()) =>
  browser.open(`${hosts.authUrl}/oauth/authorize?${query}`, { follow: false });
const good = () => `client_id=${client.apiKey}&redirect_uri=${enc(CALLBACK)}&response_type=code`;

describe('an error page and never a redirect (checks 1)', () => {
  test.each([
    ['client-id-missing', () => `redirect_uri=${enc(CALLBACK)}&response_type=code`],
    ['client-id-missing', () => `client_id=&redirect_uri=${enc(CALLBACK)}&response_type=code`],
    ['unknown-client', () => good().replace(client.apiKey, '0'.repeat(32))],
    ['unknown-client', () => good().replace(client.apiKey, client.apiKey.toUpperCase())],
    ['redirect-uri-missing', () => `client_id=${client.apiKey}&response_type=code`],
    ['redirect-uri-malformed', () => `client_id=${client.apiKey}&redirect_uri=callback&response_type=code`],
    ['parameter-doubled', () => `${good()}&client_id=${client.apiKey}`],
    ['parameter-doubled', () => `${good()}&redirect_uri=${enc(CALLBACK)}`],
  ])('%s', async (code, query) => {
    const page = await get(query());
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain(code);
    expect(page.text).toContain(page.headers.get('x-request-id'));
  });

  test.each([
    `${CALLBACK}/`,
    `${CALLBACK}?`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}%20`,
    `${CALLBACK}.`,
    `${CALLBACK};a`,
    CALLBACK.replace('callback', 'Callback'),
    CALLBACK.replace('callback', 'callbac%6B'),
    CALLBACK.replace('localhost', 'LOCALHOST'),
    CALLBACK.replace('localhost', 'localhost.'),
    CALLBACK.replace('localhost', '127.0.0.1'),
    CALLBACK.replace('localhost', 'localhost.evil.example'),
    CALLBACK.replace('localhost', 'user@localhost'),
    CALLBACK.replace('localhost:3999', 'localhost:3999@evil.example'),
    CALLBACK.replace('http:', 'https:'),
    CALLBACK.replace('http:', 'HTTP:'),
    CALLBACK.replace(':3999', ':03999'),
    CALLBACK.replace(':3999', ''),
    CALLBACK.replace('/callback', '/a/../callback'),
    CALLBACK.replace('/callback', '//callback'),
    CALLBACK.replace('//localhost', '\\\\localhost'),
    `${CALLBACK}#fragment`,
    ` ${CALLBACK}`,
    `${CALLBACK}\n`,
    `https://evil.example/?u=${CALLBACK}`,
  ])('a confusing variant of the registered redirect URI: %s', async (variant) => {
    const page = await get(`client_id=${client.apiKey}&redirect_uri=${enc(variant)}&response_type=code`);
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
    expect(page.text).toMatch(/redirect-uri-(unregistered|malformed)/);
  });

  test.each(['client_id=%zz', 'client_id=%ff', 'client_id=%00', 'x=%', 'client_id=%c0%af'])(
    'a malformed query is 400 and a page: %s',
    async (query) => {
      const page = await get(query);
      expect(page.status).toBe(400);
      expect(page.text).toContain('bad-request');
    },
  );
});

describe('the error page of a known application', () => {
  const mismatch = () => good().replace(enc(CALLBACK), enc('https://evil.example/cb'));
  const pageFrom = async (query: string, referer: string) =>
    (await fetch(`${hosts.authUrl}/oauth/authorize?${query}`, { headers: { referer } })).text();
  const links = (html: string): string[] => [...html.matchAll(/ href="(https?:[^"]*)"/g)].map(([, href]) => href ?? '');

  test('names it, and leads back to the registered origin that the person came from', async () => {
    const html = await pageFrom(mismatch(), 'http://localhost:3999/cart?order=1');
    expect(html).toContain(APPLICATION.name);
    expect(links(html)).toEqual(['http://localhost:3999/']);
  });

  test.each(['https://evil.example/cart', 'http://localhost:3998/', 'not an address', 'file:///etc/passwd'])(
    'never leads to the unregistered origin %s, nor to the redirect URI that was sent',
    async (referer) => {
      const html = await pageFrom(mismatch(), referer);
      expect(html).toContain(APPLICATION.name);
      expect(links(html)).toEqual([]);
      expect(html).toMatch(/<a class="primary" href="\/">/);
    },
  );

  test('an unknown application is not named', async () => {
    const html = await pageFrom(good().replace(client.apiKey, '0'.repeat(32)), 'http://localhost:3999/');
    expect(html).not.toContain(APPLICATION.name);
    expect(links(html)).toEqual([]);
  });
});

describe('an error told to the redirect URI (checks 2)', () => {
  test.each([
    ['invalid_request', 'state doubled', '&state=a&state=b'],
    ['invalid_request', 'response_mode of a later day', '&response_mode=fragment'],
    ['invalid_request', 'D2: plain', `&code_challenge=${CHALLENGE}&code_challenge_method=plain`],
    ['invalid_request', 'D2: no method', `&code_challenge=${CHALLENGE}`],
    ['invalid_request', 'prompt unknown', '&prompt=surprise'],
    ['invalid_request', 'prompt=none with login', '&prompt=none%20login'],
    ['invalid_request', 'max_age negative', '&max_age=-1'],
    ['invalid_request', 'a query over 6 KiB', `&x=${'y'.repeat(6200)}`],
    ['request_not_supported', 'request', '&request=eyJhbGciOiJub25lIn0'],
    ['request_uri_not_supported', 'request_uri', '&request_uri=http%3A%2F%2F127.0.0.1%3A1%2F'],
    ['registration_not_supported', 'registration', '&registration=%7B%7D'],
    ['login_required', 'prompt=none and nobody signed in', '&prompt=none'],
  ])('%s: %s', async (code, what, more) => {
    const page = await get(`${good()}${more}${what.startsWith('state') ? '' : '&state=s1'}`);
    expect(page.status).toBe(303);
    const location = new URL(page.headers.get('location') ?? '');
    expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
    expect(location.searchParams.get('error')).toBe(code);
    expect(location.searchParams.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]{10,}$/);
    expect([...location.searchParams.keys()]).toEqual(
      what.startsWith('state') ? ['error', 'error_description', 'iss'] : ['error', 'error_description', 'iss', 'state'],
    );
  });

  test('unsupported_response_type: another value than code', async () => {
    const page = await get(good().replace('response_type=code', 'response_type=token'));
    expect(page.headers.get('location')).toContain('error=unsupported_response_type');
  });

  test('unauthorized_client: login activation OFF, whoever asks', async () => {
    off = await givenClient(hosts, {
      name: 'Switched off',
      login_activation: 'ON',
      platforms: [{ platform: 'Web', site_domains: ['http://localhost:3999'] }],
      redirect_uris: [CALLBACK],
    });
    const live = await off.tokens();
    const application = await hosts.ports.applications.find(off.applicationId);
    expect(application?.loginActivation).toBe(true);
    // The switch's own route comes with the registration API's PATCH; the rule is the same whoever turned it.
    await hosts.execute(
      'update applications set version = version + 1, login_activation = false where id = ?',
      off.applicationId,
    );
    const page = await off.browser.open(off.authorizeUrl(), { follow: false });
    expect(page.headers.get('location')).toContain('error=unauthorized_client');
    expect((await off.token(off.refreshForm(live.refresh_token))).body.error).toBe('unauthorized_client');
    expect((await off.userInfo(live.access_token)).status).toBe(401);
  });
});

describe('the answer', () => {
  test('iss, state byte for byte, and code last with nothing after it (contract 4)', async () => {
    const state = 'a b+c%20d/=&?#é~"\\';
    const page = await client.browser.open(client.authorizeUrl({ state }), { stopAt: CALLBACK });
    const query = page.url.href.slice(CALLBACK.length + 1);
    expect(query.split('&').map((pair) => pair.split('=')[0])).toEqual(['iss', 'state', 'code']);
    expect(decodeURIComponent(query.split('&')[1]?.slice('state='.length) ?? '')).toBe(state);
    expect(query.split('code=')[1]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(page.url.searchParams.get('iss')).toBe(hosts.authUrl);
  });

  test('303, no-store, and no Referer to the application', async () => {
    const page = await client.browser.open(client.authorizeUrl(), { follow: false });
    expect(page.status).toBe(303);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });

  describe('HEAD has status and headers of GET, and does nothing (contract 9)', () => {
    const ask = async (method: string, url: string, cookie: string) => {
      const response = await fetch(url, { method, headers: { cookie }, redirect: 'manual' });
      const headers = Object.fromEntries(response.headers);
      // Of the moment, and of the connection: fetch asks to close it with every HEAD.
      for (const name of ['date', 'x-request-id', 'connection', 'keep-alive']) delete headers[name];
      // HEAD may leave it out (RFC 9110 9.3.2), and does where there is nothing.
      if (headers['content-length'] === '0') delete headers['content-length'];
      return { status: response.status, headers };
    };
    const cookieOf = ({ browser }: Client) =>
      [...browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');

    test('never issues a code: where there would be one, it stands not in the address', async () => {
      const issued = vi.spyOn(hosts.ports.codes, 'issue');
      const url = client.authorizeUrl({ state: 'h1' });
      const head = await ask('HEAD', url, cookieOf(client));
      expect(issued).not.toHaveBeenCalled();
      const get = await ask('GET', url, cookieOf(client));
      expect(issued).toHaveBeenCalledOnce();
      issued.mockRestore();
      const withoutCode = (address = '') => address.replace(/&code=[\w-]{43}$/, '');
      expect(get.headers.location).toContain('&code=');
      expect(head).toEqual({ status: 303, headers: { ...get.headers, location: withoutCode(get.headers.location) } });
    });

    test.each([
      ['a request without fault that leads to a page', () => client.authorizeUrl({ prompt: 'consent' }), 303],
      ['an error told to the application', () => client.authorizeUrl({ max_age: 'soon', state: 'h2' }), 303],
      ['prompt=none that is answered', () => client.authorizeUrl({ prompt: 'none', max_age: '0' }), 303],
      ['an unknown client', () => client.authorizeUrl({ client_id: 'unknown' }), 400],
      ['an unregistered redirect URI', () => client.authorizeUrl({ redirect_uri: 'https://evil.example/' }), 400],
      ['no parameter at all', () => `${hosts.authUrl}/oauth/authorize`, 400],
      ['a query that cannot be read', () => `${hosts.authUrl}/oauth/authorize?x=%zz`, 400],
      ['the answer by form_post', () => client.authorizeUrl({ response_mode: 'form_post', state: 'h3' }), 200],
      ['a refusal by form_post', () => client.authorizeUrl({ response_mode: 'form_post', max_age: 'x' }), 200],
    ])('%s', async (_what, url, status) => {
      // After the sign-in, so that it is older than `max_age=0` takes.
      hosts.clock.advance(1);
      const [get, head] = [await ask('GET', url(), cookieOf(client)), await ask('HEAD', url(), cookieOf(client))];
      // The stamp is of the moment.
      const timeless = ({ location, ...headers }: Record<string, string>) => ({
        ...headers,
        location: location?.replace(/&lk_stamp=[\w.~-]+/, '&lk_stamp='),
      });
      expect([head.status, timeless(head.headers)]).toEqual([status, timeless(get.headers)]);
      expect(get.status).toBe(status);
    });

    test('counts nothing', async () => {
      const counted = vi.spyOn(hosts.counters, 'count');
      const urls = [{}, { prompt: 'consent' }, { max_age: 'soon' }, { redirect_uri: 'https://evil.example/' }];
      for (const more of urls) await ask('HEAD', client.authorizeUrl(more), cookieOf(client));
      const { search } = new URL(client.authorizeUrl({ max_age: 'soon' }));
      await ask('HEAD', `${hosts.authUrl}/login${search}`, cookieOf(client));
      expect(counted).not.toHaveBeenCalled();
      counted.mockRestore();
    });
  });

  test('POST leads by 303 to the same request as GET (OpenID Connect Core 3.1.2.1)', async () => {
    const body = `${good()}&state=${enc('ü +')}&scope=nickname+email`;
    const response = await fetch(`${hosts.authUrl}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example.com' },
      body,
    });
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '', hosts.authUrl);
    expect(location.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(location.searchParams)).toEqual(Object.fromEntries(new URLSearchParams(body)));
  });

  test('POST with an unknown client_id ends on the error page, as GET does', async () => {
    const response = await fetch(`${hosts.authUrl}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_id=nobody&redirect_uri=https%3A%2F%2Fevil.example&response_type=code',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('unknown-client');
  });

  test('POST is checked itself: what is too long for an address is told to the application', async () => {
    const response = await fetch(`${hosts.authUrl}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${good()}&state=s&nonce=${'n'.repeat(20_000)}`,
    });
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location.startsWith(`${CALLBACK}?error=invalid_request`)).toBe(true);
    expect(new URL(location).searchParams.get('state')).toBe('s');
  });
});

test('C1: a code has 43 characters for 256 random bits, and of 20 at once none comes twice', {
  tags: 'postgres',
}, async () => {
  const codes = await Promise.all(Array.from({ length: 20 }, () => client.code()));
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test('K5: two requests in two tabs of one browser end each at its own state', async () => {
  const browser = new Browser();
  // One after the other: of two first visits at once the browser keeps one device cookie, whichever came last.
  const first = await browser.open(client.authorizeUrl({ state: 'one' }));
  const second = await browser.open(client.authorizeUrl({ state: 'two' }));
  const person = { email: client.email, password: client.password };
  const two = await browser.submit(second.form({ action: '/login' }), person, { stopAt: CALLBACK });
  expect(two.url.href).toMatch(/^http:\/\/localhost:3999\/callback\?.*state=two/);
  // The first tab's form is of the time before the sign-in, and about the same person: it goes on.
  const one = await browser.submit(first.form({ action: '/login' }), person, { stopAt: CALLBACK });
  expect(one.url.href).toMatch(/^http:\/\/localhost:3999\/callback\?.*state=one/);
});
