// response_mode=form_post (OAuth 2.0 Form Post Response Mode; contract 4, 7): a page that posts the answer's fields,
// for codes and errors alike, wherever in the flow the answer is given. What a browser makes of it: test/browser.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';

const OWN_QUERY = 'http://localhost:3999/cb?tenant=a%20b&x=';
const NATIVE = 'com.example.app:/cb';
const FORM_POST = { response_mode: 'form_post' };

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts, {
    ...APPLICATION,
    platforms: [...APPLICATION.platforms, { platform: 'Android', package_name: 'com.example.app' }],
    redirect_uris: [CALLBACK, OWN_QUERY, NATIVE],
  });
});
afterAll(() => hosts?.stop());

const open = (more: Record<string, string> = {}, browser = client.browser) =>
  browser.open(client.authorizeUrl({ ...FORM_POST, state: 's1', ...more }));

/** The one form of the page; its fields as they would be posted. */
function answerOf(page: Page) {
  expect(page.forms, page.html).toHaveLength(1);
  const form = page.form();
  expect(form.method).toBe('POST');
  return { action: form.action.href, values: form.values, names: form.values.map(([name]) => name) };
}

describe('contract 7: form_post', () => {
  test('posts the fields of a redirect in the same order, and the code works', async () => {
    const page = await open();
    const { action, values, names } = answerOf(page);
    expect([page.status, action, names]).toEqual([200, CALLBACK, ['iss', 'state', 'code']]);
    expect(Object.fromEntries(values)).toMatchObject({ iss: hosts.authUrl, state: 's1' });
    const { status, body } = await client.token(client.codeForm(values.at(-1)?.[1] ?? ''));
    expect([status, typeof body.access_token]).toEqual([200, 'string']);
  });

  test('errors have the fields and the order of a redirect', async () => {
    const { action, values, names } = answerOf(await open({ prompt: 'none' }, new Browser()));
    expect([action, names]).toEqual([CALLBACK, ['error', 'error_description', 'iss', 'state']]);
    expect(values[0]).toEqual(['error', 'login_required']);
    const faulty = answerOf(await open({ max_age: 'soon' }));
    expect(faulty.values[0]).toEqual(['error', 'invalid_request']);
  });

  test('without state none is posted', async () => {
    const page = await client.browser.open(client.authorizeUrl(FORM_POST));
    expect(answerOf(page).names).toEqual(['iss', 'code']);
  });

  test('the redirect URI’s own query stays in the address, unchanged', async () => {
    const page = await open({ redirect_uri: OWN_QUERY });
    expect(page.html).toContain(`action="${OWN_QUERY.replace('&', '&amp;')}"`);
    expect(answerOf(page).names).toEqual(['iss', 'state', 'code']);
  });

  test('K9: the page has the policy of pages that lead back, is kept nowhere and cannot be framed', async () => {
    const { headers } = await open();
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/form-action|unsafe/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
  });

  test.each([
    '"><script>alert(1)</script>',
    "' onfocus='alert(1)",
    '&quot;><img src=x>',
    '</form><form action=https://evil.example>',
    'a b+c%20&d=é한',
  ])('K10: the state %s is posted as it was sent, and is no markup', async (state) => {
    const page = await open({ state });
    expect(Object.fromEntries(answerOf(page).values).state).toBe(state);
    expect(page.html).not.toMatch(/<script>|<img|<form action=https/);
  });

  test('K24: it says where it leads, in both languages, and has a button', async () => {
    for (const [language, words] of [
      ['en', 'If nothing happens, press Continue.'],
      ['ko', '자동으로 이동하지 않으면 계속하기를 눌러 주세요.'],
    ] as const) {
      const page = await open({ ui_locales: language });
      expect(page.text).toContain(words);
      expect(page.text).toContain('localhost:3999');
      expect(page.form().buttons).toHaveLength(1);
      // Another language of this page would be another answer.
      expect(page.html).not.toContain('ui_locales');
    }
  });
});

describe('contract 7: form_post holds to the end of the flow', () => {
  test('sign-up and consent', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await open({}, browser), newPerson());
    const page = await agree(browser, consent);
    expect(page.url.pathname).toBe('/consent');
    expect(answerOf(page)).toMatchObject({ action: CALLBACK, names: ['iss', 'state', 'code'] });
  });

  test.each(['/login', '/sign-up'])('cancelled at %s', async (path) => {
    const browser = new Browser();
    const signIn = await open({}, browser);
    const page = path === '/login' ? signIn : await browser.open(signIn.link('/sign-up'));
    const answer = answerOf(await browser.submit(page.form({ action: path }), {}, { press: 'cancel' }));
    expect([answer.action, answer.values[0]]).toEqual([CALLBACK, ['error', 'access_denied']]);
  });

  test('cancelled at /consent', async () => {
    const consent = await open({ prompt: 'consent' });
    const cancelled = await client.browser.submit(consent.form({ action: '/consent' }), {}, { press: 'cancel' });
    expect(answerOf(cancelled).values[0]).toEqual(['error', 'access_denied']);
  });

  test('HEAD gives no code, and no fields', async () => {
    const cookies = [...client.browser.cookies(hosts.authUrl)].map((pair) => pair.join('=')).join('; ');
    const head = await fetch(client.authorizeUrl(FORM_POST), { method: 'HEAD', headers: { cookie: cookies } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

test('contract 4: a private-use scheme, to which no browser posts, is told by query', async () => {
  const answer = await client.browser.open(client.authorizeUrl({ ...FORM_POST, redirect_uri: NATIVE, state: 'n1' }), {
    stopAt: NATIVE,
  });
  const { searchParams } = answer.url;
  expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['invalid_request', 'n1']);
});

describe('contract 4: a request object is refused where the client waits', () => {
  const requestObject = (claims: object) =>
    [{ alg: 'none' }, claims].map((part) => `${Buffer.from(JSON.stringify(part)).toString('base64url')}.`).join('');
  const refused = (claims: object, more: Record<string, string> = {}) =>
    client.browser.open(client.authorizeUrl({ request: requestObject(claims), ...more }), { stopAt: CALLBACK });

  test.each(['s2', '"><script>alert(1)</script>', '</form><form action=https://evil.example>', 'a b+c%20&d=é한'])(
    'K10: response_mode and the state %s stand only in it: posted, as it was sent, and no markup',
    async (state) => {
      const page = await refused({ ...FORM_POST, state, nonce: 'n' });
      const { action, values, names } = answerOf(page);
      expect([page.status, action, names]).toEqual([200, CALLBACK, ['error', 'error_description', 'iss', 'state']]);
      expect(Object.fromEntries(values)).toMatchObject({ error: 'request_not_supported', state });
      expect(page.html).not.toMatch(/<script>|<form action=https/);
    },
  );

  test('by POST alike', async () => {
    const url = new URL(client.authorizeUrl({ request: requestObject({ ...FORM_POST, state: 's3' }) }));
    const response = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: url.searchParams });
    const html = await response.text();
    expect([response.status, html]).toEqual([200, expect.stringContaining('value="request_not_supported"')]);
    expect(html).toContain('value="s3"');
  });

  test('told by query, the state that stands only in it comes back', async () => {
    const { url } = await refused({ state: 'ü&code=x' });
    expect([...url.searchParams.keys()]).toEqual(['error', 'error_description', 'iss', 'state']);
    expect(url.searchParams.get('state')).toBe('ü&code=x');
  });

  test('half of a surrogate pair in it is no trouble of ours', async () => {
    const { url } = await refused({ state: '\ud800' });
    expect([url.searchParams.get('error'), url.searchParams.get('state')]).toEqual(['request_not_supported', null]);
  });
});
