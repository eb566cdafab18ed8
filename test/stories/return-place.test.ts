// A page that needs a signed-in person is reached after signing in, whichever way that went (decision 19); and the
// place that a sign-in leads to is never anything but a page of ours: every text that is none is in return-path.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { confirmHref } from '../../src/http/confirmation/confirm.ts';
import { sectionPath } from '../../src/views/console/parts/sections.ts';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { declaredRoutes } from '../helpers/told-acts.ts';
import { newEmail, PASSWORD, signUpPerson } from './account-pages.ts';
import { givenApplication, ownerInBrowser, type Someone } from './console-pages.ts';

let hosts: Hosts;
let owner: Someone;
let id: string;
let apiKey: string;

beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
  const application = await givenApplication(hosts, owner);
  id = application.id;
  apiKey = application.platforms[0]?.apiKey ?? '';
});
afterAll(() => hosts?.stop());

/** An origin that the application has registered. */
const SITE = 'https://shop.example.com';

const somebody = () => ({ email: newEmail(), password: PASSWORD, nickname: 'Mina' });
const at = (path: string) => `${hosts.authUrl}${path}`;
const withPassword = (page: Page, browser: Browser, password = PASSWORD, email = owner.email) =>
  browser.submit(page.form({ action: '/login' }), { email, password });

describe('the page that was wanted', () => {
  test.each([
    ['/console/applications/new', '/console/applications/new'],
    ['/console?after=00000000000000000000000000000000', '/console'],
  ])('sign-in from %s leads to %s', async (wanted, reached) => {
    const browser = new Browser();
    const page = await withPassword(await browser.open(at(wanted)), browser);
    expect([page.status, page.url.href]).toEqual([200, at(reached)]);
  });

  test('contract 25, 29: sign-in and confirmation lead back to every page of the console, also those of operators', async () => {
    const email = newEmail();
    const made = await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
    if (made.kind !== 'created') throw new Error('No account');
    const paths = declaredRoutes(hosts).auth.flatMap(({ path, methods }) =>
      methods.GET?.access === 'session' && path.startsWith('/console') && !/\.(?:jsonl|css)$/.test(path) ? [path] : [],
    );
    const pages = [...paths.filter((path) => !path.includes(':')), `/console/accounts/${made.account.id}`];
    expect(pages.length).toBeGreaterThan(8);
    for (const path of pages) {
      const browser = new Browser();
      const page = await withPassword(await browser.open(at(path)), browser, PASSWORD, email);
      expect([page.status, page.url.href]).toEqual([200, at(path)]);
      expect([path, confirmHref(path)]).toEqual([path, `/confirm?to=${path}`]);
    }
  });

  test('sign-in from a section leads there', async () => {
    const browser = new Browser();
    const page = await withPassword(await browser.open(at(sectionPath(id, 'settings'))), browser);
    expect([page.status, page.url.href]).toEqual([200, at(sectionPath(id, 'settings'))]);
  });

  test('sign-in from the page of a connection leads there, and from there back to the application', async () => {
    const browser = new Browser();
    const headers = { referer: `${SITE}/members?of=1` };
    const login = await browser.open(at(`/account/connections?client_id=${apiKey}`), { headers });
    const korean = await browser.open(login.link('ui_locales=ko'));
    const page = await withPassword(korean, browser);
    expect(page.url.href).toBe(at(`/account/connections?client_id=${apiKey}&from=${encodeURIComponent(SITE)}`));
    expect(page.link('돌아가기').href).toBe(`${SITE}/`);
  });

  test('sign-in from the page of a connection never leads back to a site that the application has not registered', async () => {
    const browser = new Browser();
    const wanted = at(`/account/connections?client_id=${apiKey}`);
    const page = await withPassword(
      await browser.open(wanted, { headers: { referer: 'https://evil.example/' } }),
      browser,
    );
    expect(page.url.href.startsWith(wanted)).toBe(true);
    expect(page.html).not.toContain('<p class="back">');
  });

  test('a malformed API key of a connection leads to the list of applications', async () => {
    const browser = new Browser();
    const page = await withPassword(await browser.open(at('/account/connections?client_id=x%0d%0aX: y')), browser);
    expect(page.url.href).toBe(at('/account/connections'));
  });

  test('what cannot be opened again leads to the page it belongs to', async () => {
    const browser = new Browser();
    const login = await browser.open(at(`${sectionPath(id, 'try-it')}/callback?code=lk_ac_x&state=y`));
    expect(login.html).not.toContain('lk_ac_x');
    expect((await withPassword(login, browser)).url.href).toBe(at(sectionPath(id, 'try-it')));
  });

  test('it survives a wrong password, another language and the way to sign-up and back', async () => {
    const browser = new Browser();
    const login = await browser.open(at('/console'));
    const korean = await browser.open(login.link('ui_locales=ko'));
    const again = await withPassword(korean, browser, 'wrong password');
    expect([again.status, again.html.includes('lang="ko"')]).toEqual([401, true]);
    const signUp = await browser.open(again.link('/sign-up'));
    const back = await browser.open(signUp.link('/login'));
    expect((await withPassword(back, browser)).url.href).toBe(at('/console'));
  });

  test('signing up leads there too, after a fault as well', async () => {
    const browser = new Browser();
    const login = await browser.open(at('/console'));
    const signUp = await browser.open(login.link('/sign-up'));
    const person = somebody();
    const again = await browser.submit(signUp.form({ action: '/sign-up' }), { ...person, password: 'short' });
    expect(again.status).toBe(400);
    const page = await browser.submit(again.form({ action: '/sign-up' }), person);
    expect(page.url.href).toBe(at('/console'));
  });

  test('who is signed in already goes on there, and so does who says which account they are', async () => {
    const { browser, email } = await signUpPerson(hosts);
    const login = await browser.open(at('/login?to=/console'));
    expect(login.link('/console').href).toBe(at('/console'));
    await withPassword(login, browser);
    const choice = await browser.open(at('/select-account?to=/console'));
    const page = await browser.submit(choice.form({ action: '/select-account' }), {}, { press: email });
    expect(page.url.href).toBe(at('/console'));
    // A third account; then the current one is signed out from elsewhere, and one of the two others is to be chosen.
    await browser.submit((await browser.open(at('/sign-up'))).form({ action: '/sign-up' }), somebody());
    const back = await browser.open(at('/select-account'));
    await browser.submit(back.form({ action: '/select-account' }), {}, { press: email });
    const { id: accountId } = (await hosts.ports.accounts.findByEmailKey(email)) ?? { id: '' };
    const [session] = await hosts.ports.sessions.listByAccount(accountId, hosts.clock.now(), 50);
    await hosts.ports.sessions.end({ accountId, sessionId: session?.id ?? '', now: hosts.clock.now() });
    const asked = await browser.open(at('/console/api-tokens'));
    expect(asked.url.pathname).toBe('/select-account');
    const chosen = await browser.submit(asked.form({ action: '/select-account' }), {}, { press: owner.email });
    expect([chosen.status, chosen.url.href]).toEqual([200, at('/console/api-tokens')]);
  });

  test('inside an application’s request it is not looked at', async () => {
    const { platforms } = await givenApplication(hosts, owner, 'Other');
    const browser = new Browser();
    const query = new URLSearchParams({
      client_id: platforms[0]?.apiKey ?? '',
      redirect_uri: 'https://shop.example.com/callback',
      response_type: 'code',
      to: '/console',
    });
    const login = await browser.open(at(`/oauth/authorize?${query}`));
    expect((await withPassword(login, browser)).url.pathname).toBe('/consent');
  });
});

describe('no open redirect (RFC 9700 4.11)', () => {
  const APPLICATION = 'a'.repeat(32);

  test.each([
    '//evil.example/console',
    '/console\r\nSet-Cookie: a=b',
    `/console/applications/${APPLICATION}/try-it/callback`,
  ])('%j is no place: neither sign-in nor sign-up nor the choice of an account leads there', async (place) => {
    const query = `?to=${encodeURIComponent(place)}`;
    const { browser, email } = await signUpPerson(hosts);
    const pages = [
      await withPassword(await browser.open(at(`/login${query}`)), browser, PASSWORD, email),
      await browser.submit(
        (await browser.open(at(`/select-account${query}`))).form({ action: '/select-account' }),
        {},
        { press: email },
      ),
    ];
    const login = await browser.open(at(`/login${query}`));
    expect(login.link('Continue').href).toBe(at('/account'));
    expect(login.form({ action: '/login' }).action.href).toBe(at('/login'));
    expect(login.link('/sign-up').href).toBe(at('/sign-up'));
    for (const page of pages) expect(page.trail.slice(1)).toEqual([at('/account')]);
    const stranger = new Browser();
    const signUp = await stranger.open(at(`/sign-up${query}`));
    const made = await stranger.submit(signUp.form({ action: '/sign-up' }), somebody());
    expect(made.trail.slice(1)).toEqual([at('/account')]);
  });

  test('of two places neither is taken', async () => {
    const browser = new Browser();
    const login = await browser.open(at('/login?to=/console&to=//evil.example'));
    expect((await withPassword(login, browser)).url.href).toBe(at('/account'));
  });

  test('a place planted in the form’s body is none', async () => {
    const browser = new Browser();
    const login = await browser.open(at('/login'));
    const form = login.form({ action: '/login' });
    const page = await browser.submit(
      { ...form, fields: [...form.fields, 'to'] },
      { email: owner.email, password: PASSWORD, to: '/console' },
    );
    expect(page.url.href).toBe(at('/account'));
  });
});
