// The pages behind one-time links, pages for everybody, and which language they speak (contract 1, 4 and 9).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneTimeLinkUrl } from '../../src/core/people/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../../src/core/people/one-time-links/issue-setup-link.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { account, newEmail, PASSWORD, signIn, signUpPerson } from './account-pages.ts';

let hosts: Hosts;
let closed: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
  closed = await startHosts({ LATCHKEY_OPEN_REGISTRATION: 'false' });
});
afterAll(() => Promise.all([hosts.stop(), closed.stop()]));

const NEW_PASSWORD = 'another long passphrase';

describe('the setup link', () => {
  test('contract 1: makes the first operator, signed in, and is good no more', async () => {
    const link = await issueSetupLink(hosts.ports);
    const url = oneTimeLinkUrl(hosts.authUrl, 'setup', link?.token ?? '');
    const browser = new Browser();
    // Looking at it, twice, does not spend it (contract 9).
    await browser.open(url);
    const setup = await browser.open(url);
    const page = await browser.submit(setup.form({ action: '/setup' }), {
      email: newEmail(),
      password: PASSWORD,
      nickname: 'Op',
    });
    expect(page.url.pathname).toBe('/welcome');
    expect((await new Browser().open(url)).status).toBe(404);
    const stored = await hosts.ports.accounts.operatorExists();
    expect(stored).toBe(true);
  });
});

describe('a password link', () => {
  const givenLink = async () => {
    const person = await givenPerson(hosts);
    const link = await passwordLinkFor(hosts.ports, person.email);
    return { ...person, url: oneTimeLinkUrl(hosts.authUrl, 'password', link.token ?? '') };
  };

  test('contract 2: sets the password, ends every session, and signs in here', async () => {
    const { email, browser: before, url } = await givenLink();
    const browser = new Browser();
    const page = await browser.submit((await browser.open(url)).form({ action: '/password' }), {
      password: NEW_PASSWORD,
    });
    expect(page.url.pathname).toBe('/account');
    expect((await account(hosts, before)).url.pathname).toBe('/login');
    expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
    expect((await signIn(hosts, new Browser(), email)).status).toBe(401);
  });

  test('K19: used once, it is good no more', async () => {
    const { url } = await givenLink();
    const browser = new Browser();
    await browser.submit((await browser.open(url)).form({ action: '/password' }), { password: NEW_PASSWORD });
    expect((await new Browser().open(url)).status).toBe(404);
  });

  test('a password that is refused brings the page back, and the link still works', async () => {
    const { url } = await givenLink();
    const browser = new Browser();
    const refused = await browser.submit((await browser.open(url)).form({ action: '/password' }), {
      password: 'password',
    });
    expect(refused.status).toBe(400);
    const page = await browser.submit(refused.form({ action: '/password' }), { password: NEW_PASSWORD });
    expect(page.url.pathname).toBe('/account');
  });

  test('K19: its secret leaves in no Referer, and stands in no log', async () => {
    const { url } = await givenLink();
    const page = await new Browser().open(url);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(JSON.stringify(hosts.logs)).not.toContain(new URL(url).searchParams.get('token'));
  });

  test.each([
    '',
    '?token=',
    '?token=abc',
    `?token=${'A'.repeat(43)}`,
    `?token=${'A'.repeat(43)}&token=${'B'.repeat(43)}`,
  ])('what is no link is told so: %j', async (query) => {
    for (const path of ['/password', '/setup']) {
      const page = await new Browser().open(`${hosts.authUrl}${path}${query}`);
      expect(page.status).toBe(404);
      expect(page.text).toContain('link-expired');
    }
  });

  test('K10: markup in the token is text or nothing', async () => {
    const page = await new Browser().open(`${hosts.authUrl}/password?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`);
    expect(page.html).not.toContain('<script>alert');
  });
});

describe('closed registration', () => {
  test('contract 2: there is no sign-up page', async () => {
    expect((await new Browser().open(`${closed.authUrl}/sign-up`)).status).toBe(404);
  });

  test('contract 2: no page leads there', async () => {
    for (const path of ['/', '/login'])
      expect((await new Browser().open(`${closed.authUrl}${path}`)).html).not.toContain('/sign-up');
  });

  test('contract 2: a form sent anyway makes no account', async () => {
    const email = newEmail();
    const browser = new Browser();
    const form = (await browser.open(`${hosts.authUrl}/sign-up`)).form({ action: '/sign-up' });
    const moved = { ...form, action: new URL('/sign-up', closed.authUrl), page: new URL(closed.authUrl) };
    expect((await browser.submit(moved, { email, password: PASSWORD, nickname: 'Mina' })).status).toBe(404);
    expect(await closed.ports.accounts.findByEmailKey(email)).toBeUndefined();
  });
});

describe('pages for everybody', () => {
  test.each(['/', '/signed-out', '/catalogue', '/login', '/sign-up'])(
    'K8: %s has the headers of a page',
    async (path) => {
      const { headers, status } = await new Browser().open(`${hosts.authUrl}${path}`);
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*frame-ancestors 'none'.*form-action 'self'/,
      );
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    },
  );

  test('contract 1: the API host’s path of the catalogue is not served here', async () => {
    expect((await new Browser().open(`${hosts.authUrl}/consent-items`)).status).toBe(404);
  });
});

describe('the language of a page', () => {
  const languageOf = async (browser: Browser, path: string) =>
    /<html lang="(\w+)"/.exec((await browser.open(`${hosts.authUrl}${path}`)).html)?.[1];

  test.each([
    ['English where nothing is known', {}, '/', 'en'],
    ['Accept-Language', { 'accept-language': 'fr, ko;q=0.8, en;q=0.5' }, '/', 'ko'],
    ['not what Accept-Language refuses', { 'accept-language': 'ko;q=0, en;q=0.1' }, '/', 'en'],
    ['ui_locales before Accept-Language', { 'accept-language': 'en' }, '/?ui_locales=fr%20ko-KR', 'ko'],
    ['markup in ui_locales is ignored', {}, '/?ui_locales=%3Cscript%3E', 'en'],
  ])('%s', async (_what, headers, path, language) =>
    expect(await languageOf(new Browser(headers as Record<string, string>), path)).toBe(language),
  );

  test('the account’s own comes before Accept-Language', async () => {
    const { browser, page } = await signUpPerson(hosts);
    expect(page.html).toContain('href="/account/language"');
    const language = await browser.open(`${hosts.authUrl}/account/language`);
    const back = await browser.submit(language.form({ action: '/account/language' }), { locale: 'ko' });
    expect(back.url.pathname + back.url.search).toBe('/account?notice=profile-saved');
    expect(await languageOf(browser, '/account')).toBe('ko');
  });

  test('the footer’s choice stays on the pages that follow', async () => {
    const browser = new Browser();
    const home = await browser.open(`${hosts.authUrl}/`);
    await browser.open(home.link('ui_locales=ko'));
    expect(await languageOf(browser, '/login')).toBe('ko');
  });

  test('what an application asks for holds for its request only', async () => {
    const browser = new Browser();
    await browser.open(`${hosts.authUrl}/login?client_id=x&ui_locales=ko`);
    expect(await languageOf(browser, '/')).toBe('en');
  });

  test('the switch keeps the rest of the query as it was sent', async () => {
    const page = await new Browser().open(`${hosts.authUrl}/?a=%20b&ui_locales=en&c=d`);
    expect(page.link('ui_locales=ko').search).toBe('?a=%20b&c=d&ui_locales=ko');
  });
});
