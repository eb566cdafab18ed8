// K1: a form of ours is taken only from a page of ours, shown to this browser and this session. Everything else is 403
// and changes nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneTimeLinkUrl } from '../../src/core/people/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../../src/core/people/one-time-links/issue-setup-link.ts';
import type { AccountPageName } from '../../src/views/page/account-pages.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { isFormRefused } from '../helpers/refusals.ts';
import { account, newEmail, PASSWORD, post, setCookies } from './account-pages.ts';

let hosts: Hosts;
/** One link for all tests: a newer one would end it. */
let setupUrl: string;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '10000' });
  const link = await issueSetupLink(hosts.ports);
  setupUrl = oneTimeLinkUrl(hosts.authUrl, 'setup', link?.token ?? '');
});
afterAll(() => hosts.stop());

/** A form on an open page, what a person fills in, and how to see that it was taken. */
type OpenForm = {
  browser: Browser;
  form: Form;
  values: Readonly<Record<string, string>>;
  taken(): Promise<boolean>;
};

const sessionCookie = () => `latchkey-${new URL(hosts.authUrl).port}`;
const hasSession = async (browser: Browser) => (await account(hosts, browser)).url.pathname === '/account';

async function strangersForm(path: string, url = `${hosts.authUrl}${path}`): Promise<{ browser: Browser; form: Form }> {
  const browser = new Browser();
  return { browser, form: (await browser.open(url)).form({ action: path }) };
}

async function accountForm(action: string, page: AccountPageName = 'profile') {
  const person = await givenPerson(hosts);
  const stored = async () => hosts.ports.accounts.findByEmailKey(person.email);
  return { ...person, form: (await account(hosts, person.browser, page)).form({ action }), stored };
}

const FORMS: Readonly<Record<string, () => Promise<OpenForm>>> = {
  async 'sign-in'() {
    const { email } = await givenPerson(hosts);
    const open = await strangersForm('/login');
    return { ...open, values: { email, password: PASSWORD }, taken: () => hasSession(open.browser) };
  },
  async 'sign-up'() {
    const email = newEmail();
    return {
      ...(await strangersForm('/sign-up')),
      values: { email, password: PASSWORD, nickname: 'Mina' },
      taken: async () => (await hosts.ports.accounts.findByEmailKey(email)) !== undefined,
    };
  },
  async 'sign-out'() {
    const { browser, form } = await accountForm('/logout');
    return { browser, form, values: {}, taken: async () => !(await hasSession(browser)) };
  },
  async profile() {
    const { browser, form, stored } = await accountForm('/account/profile');
    return {
      browser,
      form,
      values: { nickname: 'Changed' },
      taken: async () => (await stored())?.profile.nickname === 'Changed',
    };
  },
  async 'change of password'() {
    const { browser, form, stored } = await accountForm('/account/password', 'security');
    const before = (await stored())?.passwordHash;
    return {
      browser,
      form,
      values: { current_password: PASSWORD, new_password: 'another long passphrase' },
      taken: async () => (await stored())?.passwordHash !== before,
    };
  },
  async 'end of other sessions'() {
    const { browser, form, email } = await accountForm('/account/sessions', 'devices');
    const elsewhere = new Browser();
    await givenSession(hosts, elsewhere, email);
    return { browser, form, values: { action: 'end-others' }, taken: async () => !(await hasSession(elsewhere)) };
  },
  async 'password by link'() {
    const { email } = await givenPerson(hosts);
    const link = await passwordLinkFor(hosts.ports, email);
    const open = await strangersForm('/password', oneTimeLinkUrl(hosts.authUrl, 'password', link.token ?? ''));
    const stored = async () => (await hosts.ports.accounts.findByEmailKey(email))?.passwordHash;
    const before = await stored();
    return { ...open, values: { password: 'another long passphrase' }, taken: async () => (await stored()) !== before };
  },
  async setup() {
    const open = await strangersForm('/setup', setupUrl);
    return {
      ...open,
      values: { email: newEmail(), password: PASSWORD, nickname: 'Op' },
      taken: () => hosts.ports.accounts.operatorExists(),
    };
  },
};

type Attack = { name: string; values?: Record<string, string>; headers?: Record<string, string> };
const ATTACKS: readonly Attack[] = [
  { name: 'no token', values: { csrf: '' } },
  { name: 'a wrong token', values: { csrf: 'A'.repeat(43) } },
  { name: 'a token of odd shape', values: { csrf: '%' } },
  { name: 'a foreign Origin', headers: { origin: 'https://evil.example' } },
  { name: 'Origin null', headers: { origin: 'null' } },
  { name: 'Sec-Fetch-Site: cross-site', headers: { 'sec-fetch-site': 'cross-site' } },
  { name: 'Sec-Fetch-Site: same-site', headers: { 'sec-fetch-site': 'same-site' } },
];

const expectRefused = async (answer: Page, open: OpenForm) => {
  expect(isFormRefused(answer), `${answer.status}: ${answer.text}`).toBe(true);
  expect(setCookies(answer).has(sessionCookie())).toBe(false);
  expect(await open.taken()).toBe(false);
};

describe.each(Object.keys(FORMS))('K1: %s', (name) => {
  const open = () => FORMS[name]?.() as Promise<OpenForm>;
  /** What is refused changes nothing: after all that is wrong, the same form is taken. */
  let mine: OpenForm;
  beforeAll(async () => {
    mine = await open();
  });

  test.each(ATTACKS)('$name', async ({ values, headers }) => {
    await expectRefused(await post(mine.browser, mine.form, { ...mine.values, ...values }, headers), mine);
  });

  test('the token of another browser', async () => {
    const csrf = new Map((await open()).form.values).get('csrf') ?? '';
    await expectRefused(await post(mine.browser, mine.form, { ...mine.values, csrf }), mine);
  });

  test('the token of another form', async () => {
    const path = mine.form.action.pathname === '/login' ? '/sign-up' : '/login';
    const other = (await mine.browser.open(`${hosts.authUrl}${path}`)).form({ action: path });
    const csrf = new Map(other.values).get('csrf') ?? '';
    await expectRefused(await post(mine.browser, mine.form, { ...mine.values, csrf }), mine);
  });

  test('without the cookies it was shown to', async () => {
    const answer = await post(new Browser(), mine.form, mine.values);
    // A stranger has no session to sign out of, and is sent to sign in where one is needed.
    expect([303, 403]).toContain(answer.status);
    expect(setCookies(answer).has(sessionCookie())).toBe(false);
    expect(await mine.taken()).toBe(false);
  });

  test('taken from its own page', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await post(mine.browser, mine.form, mine.values, headers)).status).toBe(303);
    expect(await mine.taken()).toBe(true);
  });
});

describe('K1: once more', () => {
  test('a refused form comes back with a fresh token that works', async () => {
    const form = (await FORMS['sign-up']?.()) as OpenForm;
    const refused = await post(form.browser, form.form, { ...form.values, csrf: '' });
    const again = refused.form({ action: '/sign-up' });
    expect(new Map(again.values).get('email')).toBe(form.values.email);
    expect((await post(form.browser, again, form.values)).status).toBe(303);
  });

  test('a session that began in another tab: the old page’s form is refused, the page comes back', async () => {
    const { browser, email } = await givenPerson(hosts);
    const oldPage = await account(hosts, browser);
    await givenSession(hosts, browser, email);
    const refused = await post(browser, oldPage.form({ action: '/account/profile' }), { nickname: 'Typed before' });
    expect(isFormRefused(refused)).toBe(true);
    const again = refused.form({ action: '/account/profile' });
    expect(new Map(again.values).get('nickname')).toBe('Typed before');
    expect((await post(browser, again, {})).status).toBe(303);
  });

  test('P6: a refused form is logged, without its contents', async () => {
    const form = (await FORMS.profile?.()) as OpenForm;
    const before = hosts.logs.length;
    await post(form.browser, form.form, { nickname: 'Not For The Log', csrf: 'A'.repeat(43) });
    const lines = hosts.logs.slice(before);
    expect(lines.some((line) => line.event === 'form-refused')).toBe(true);
    expect(JSON.stringify(lines)).not.toContain('Not For The Log');
  });
});
