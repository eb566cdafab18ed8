// The language switch is on every page (contract 4, "Pages"). On a page that answers a form it keeps what was typed and
// what was wrong, does nothing else, and never repeats a password.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { newPerson, signUp as signUpInRequest } from '../helpers/people.ts';
import { account, newEmail, PASSWORD, post, signIn, signUpPerson } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_SIGN_UPS_PER_ADDRESS: '10000' });
});
afterAll(() => hosts.stop());

const SECRET = 'a secret nobody may read';
const PHONE = '+82 10 1234 5678';
const languageOf = (page: Page) => /<html lang="(\w+)"/.exec(page.html)?.[1];

/** The switch of a page that answers a form, as the button of a language sends it. */
function switchOf(page: Page, language: 'en' | 'ko'): Form {
  const form = page.forms.at(-1);
  if (form === undefined || !form.buttons.some(({ name }) => name === 'ui_locales')) throw new Error(page.text);
  const formaction = new RegExp(`value="${language}" formaction="([^"]*)"`).exec(form.html)?.[1];
  return { ...form, action: new URL((formaction ?? '').replaceAll('&amp;', '&'), page.url) };
}

const switchTo = (browser: Browser, page: Page, language: 'en' | 'ko') =>
  browser.submit(switchOf(page, language), {}, { press: language });

describe('contract 4: the language switch of a page that answers a form', () => {
  test('a sign-in that failed comes back with the address and the fault, and without the password', async () => {
    const browser = new Browser();
    const wrong = await signIn(hosts, browser, 'mina@example.com', SECRET);
    expect([wrong.status, languageOf(wrong)]).toEqual([401, 'en']);
    const korean = await switchTo(browser, wrong, 'ko');
    expect([korean.status, languageOf(korean)]).toEqual([200, 'ko']);
    expect(korean.text).toContain('이메일 주소나 비밀번호가 맞지 않아요');
    expect(korean.form({ action: '/login' }).values).toContainEqual(['email', 'mina@example.com']);
    expect(wrong.html + korean.html + korean.url.href).not.toContain(SECRET);
    // There and back, and the form still works.
    const english = await switchTo(browser, korean, 'en');
    expect(languageOf(english)).toBe('en');
    expect(english.form({ action: '/login' }).values).toContainEqual(['email', 'mina@example.com']);
  });

  test('it signs nobody in and counts no try, also with the right password', async () => {
    const { email } = await givenPerson(hosts);
    const browser = new Browser();
    const wrong = await signIn(hosts, browser, email, SECRET);
    const shown = await post(browser, switchOf(wrong, 'ko'), { ui_locales: 'ko', email, password: PASSWORD });
    expect(shown.status).toBe(200);
    expect((await account(hosts, browser)).url.pathname).toBe('/login');
  });

  test('a sign-up with faults keeps what was typed, and the form that comes back makes the account', async () => {
    const browser = new Browser();
    const signUp = await browser.open(`${hosts.authUrl}/sign-up`);
    const email = newEmail();
    const faulty = await browser.submit(signUp.form({ action: '/sign-up' }), {
      email,
      password: 'x',
      nickname: '미나',
    });
    const korean = await switchTo(browser, faulty, 'ko');
    const form = korean.form({ action: '/sign-up' });
    expect(form.values).toEqual(
      expect.arrayContaining([
        ['email', email],
        ['nickname', '미나'],
      ]),
    );
    expect(korean.html).toMatch(/id="password-fault"/);
    const done = await browser.submit(form, { password: PASSWORD });
    expect([done.url.pathname, languageOf(done)]).toEqual(['/account', 'ko']);
  });

  test('a form of the account page keeps what was typed and the fault beside it', async () => {
    const { browser, page } = await signUpPerson(hosts);
    const faulty = await browser.submit(page.form({ action: '/account/profile' }), {
      nickname: 'Mina Kim',
      birthdate: 'yesterday',
    });
    const korean = await switchTo(browser, faulty, 'ko');
    expect(korean.status).toBe(200);
    expect(korean.form({ action: '/account/profile' }).values).toEqual(
      expect.arrayContaining([
        ['nickname', 'Mina Kim'],
        ['birthdate', 'yesterday'],
      ]),
    );
    expect(korean.html).toMatch(/id="birthdate-fault"/);
    const stored = await account(hosts, browser);
    expect(stored.form({ action: '/account/profile' }).values).toContainEqual(['nickname', 'Mina']);
  });

  test('the page of an application in test mode keeps what was wrong', async () => {
    const client = await givenClient(hosts);
    const changed = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ audience: 'team' }),
    });
    expect(changed.status).toBe(200);
    const browser = new Browser();
    const page = await signUpInRequest(browser, await browser.open(client.authorizeUrl()), {
      ...newPerson(),
      email: newEmail(),
    });
    const form = page.form({ action: '/team-only' });
    const refused = await post(browser, form, { csrf: 'A'.repeat(43) });
    expect([refused.status, refused.url.pathname]).toEqual([403, '/team-only']);
    const korean = await switchTo(browser, refused, 'ko');
    expect([korean.status, korean.text]).toEqual([200, expect.stringContaining('처리하지 않았어요')]);
  });

  test('K1: without its own token, or with that of another session, it is refused and keeps no faults', async () => {
    const browser = new Browser();
    const wrong = await signIn(hosts, browser, 'mina@example.com', SECRET);
    const form = switchOf(wrong, 'ko');
    const forged = await post(browser, form, { ui_locales: 'ko', csrf: 'A'.repeat(43) });
    expect(forged.status).toBe(403);
    expect(forged.text).not.toContain('맞지 않아요');
    const other = await post(new Browser(), form, { ui_locales: 'ko' });
    expect(other.status).toBe(403);
  });

  test('K11: faults of another shape are none', async () => {
    const browser = new Browser();
    const wrong = await signIn(hosts, browser, 'mina@example.com', SECRET);
    for (const faults of [
      '{',
      '{}',
      '[null]',
      '[{"path":{},"code":1}]',
      '[{"path":[],"code":"__proto__","values":{"a":[]}}]',
    ]) {
      const shown = await post(browser, switchOf(wrong, 'ko'), { ui_locales: 'ko', shown_faults: faults });
      expect([shown.status, shown.html.includes('class="fault')]).toEqual([200, false]);
    }
  });
});

describe('contract 4: the language switch of the consent page', () => {
  let client: Client;
  beforeAll(async () => {
    const items = [{ item: 'phone_number', consent: 'required', purpose: 'To call you' }];
    client = await givenClient(hosts, { ...APPLICATION, consent_items: items }, { phone_number: PHONE });
  });

  const onFaultyConsent = async () => {
    const browser = new Browser();
    const consent = await signUpInRequest(browser, await browser.open(client.authorizeUrl()), {
      ...newPerson(),
      email: newEmail(),
    });
    return { browser, page: await browser.submit(consent.form({ action: '/consent' }), { phone_number: 'call me' }) };
  };

  test('what was typed and what was wrong stay, nothing is saved, and agreeing works', async () => {
    const { browser, page } = await onFaultyConsent();
    expect(page.status).toBe(400);
    const korean = await switchTo(browser, page, 'ko');
    expect([korean.status, languageOf(korean), korean.url.pathname]).toEqual([200, 'ko', '/consent']);
    const form = korean.form({ action: '/consent' });
    expect(form.values).toContainEqual(['phone_number', 'call me']);
    expect(korean.html).toMatch(/id="phone_number-fault"/);
    const done = await browser.submit(form, { phone_number: PHONE }, { press: 'agree', stopAt: CALLBACK });
    expect(done.url.searchParams.get('code')).toMatch(/.{43}/);
  });

  test('K4: what one person typed is not shown to another', async () => {
    const { browser, page } = await onFaultyConsent();
    const form = switchOf(page, 'ko');
    hosts.clock.advance(1);
    await signUpInRequest(browser, await browser.open(client.authorizeUrl({ prompt: 'create' })), {
      ...newPerson(),
      email: newEmail(),
    });
    const shown = await post(browser, form, { ui_locales: 'ko' });
    expect(shown.html).not.toContain('call me');
  });
});

describe('contract 4: the language switch of an error page', () => {
  test('an error that answers a form leads to the page that has the form', async () => {
    const { browser, page } = await signUpPerson(hosts);
    const refused = await post(browser, page.form({ action: '/logout' }), { csrf: 'x' });
    expect(refused.status).toBe(403);
    expect(refused.link('ui_locales=ko').pathname).toBe('/logout');
    expect((await browser.open(refused.link('ui_locales=ko'))).html).toContain('<html lang="ko">');
    const missing = await post(browser, page.form({ action: '/account/profile' }), { nickname: 'a\0' });
    expect(missing.status).toBe(400);
    expect(missing.link('ui_locales=ko').pathname).toBe('/account');
  });

  test('an authorization request by POST keeps its parameters', async () => {
    const browser = new Browser();
    const url = new URL(`${hosts.authUrl}/oauth/authorize`);
    const form = { action: url, method: 'POST' as const, fields: [], buttons: [], html: '', page: url };
    const refused = await browser.submit({
      ...form,
      values: [
        ['client_id', 'nobody'],
        ['state', 'a b'],
      ],
    });
    expect(refused.status).toBe(400);
    expect(refused.link('ui_locales=ko').search).toBe('?client_id=nobody&state=a%20b&ui_locales=ko');
  });
});
