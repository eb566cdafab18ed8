// What is told of an address that has an account already (case K13). There is no mail: nobody asks for a link, and
// whoever signs up or changes their address is told on the page that it is taken. That is all they are told, and they
// cannot ask without end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { someAccount } from '../contract/stores/given.ts';
import { setAccountDisabled } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { newEmail, PASSWORD, post, setCookies } from './account-pages.ts';

const HERE = '203.0.113.1';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_TRUST_PROXY: '127.0.0.1', LATCHKEY_SIGN_UPS_PER_ADDRESS: '3' });
});
afterAll(() => hosts?.stop());
// Nobody has signed up or asked yet.
beforeEach(() => hosts.clock.advance(60 * 60 * 1000));

let networks = 0;
/** Where nobody has asked yet. */
const elsewhere = (): string => {
  networks += 1;
  return `198.51.${networks}.1`;
};

/** Addresses of one length, so that the length of the page says nothing either. */
const email = (kind: string): string => `${kind.padEnd(12, 'x')}@example.com`;

const KINDS: Readonly<Record<string, (address: string) => Promise<unknown>>> = {
  active: (address) => givenPerson(hosts, { email: address }),
  disabled: async (address) => {
    await givenPerson(hosts, { email: address });
    await setAccountDisabled(hosts.ports, address, true);
  },
  passwordless: (address) =>
    createAccount(hosts.ports, { email: address, role: 'user', nickname: undefined, password: undefined }),
  operator: (address) =>
    createAccount(hosts.ports, { email: address, role: 'operator', nickname: 'Op', password: PASSWORD }),
};

/** What differs at every request is taken out; everything else counts. */
const visible = (page: Page, address: string) => ({
  status: page.status,
  body: page.html.replaceAll(address, 'EMAIL').replace(/name="csrf" value="[^"]+"/g, 'CSRF'),
  headers: [...page.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name)),
  cookies: [...setCookies(page).keys()],
});

async function signUp(address: string, from = elsewhere()): Promise<Page> {
  const browser = new Browser();
  const page = await browser.open(`${hosts.authUrl}/sign-up`);
  const person = { email: address, password: 'another long password', nickname: 'Not Mina' };
  return post(browser, page.form({ action: '/sign-up' }), person, { 'x-forwarded-for': from });
}

async function changeEmail(browser: Browser, address: string, from = elsewhere()): Promise<Page> {
  const form = (await browser.open(`${hosts.authUrl}/account`)).form({ action: '/account/email' });
  return post(browser, form, { email: address, password: PASSWORD }, { 'x-forwarded-for': from });
}

const TAKEN = 'An account with this email address already exists.';

describe('decision 66: an address with letters that look like others', () => {
  test('an attacker plants it and keeps nobody out: the owner of the plain one signs up and signs in', async () => {
    const [planted, own] = ['\uFB01ona-kim@example.com', 'fiona-kim@example.com'];
    const attack = await signUp(planted);
    expect([attack.status, attack.text.includes(`If yours is ${own}, enter it like that.`)]).toEqual([400, true]);
    const attacker = await givenPerson(hosts);
    const changed = await changeEmail(attacker.browser, planted);
    expect([changed.status, changed.text.includes(own)]).toEqual([400, true]);
    expect(await hosts.ports.accounts.findByEmailKey(own)).toBeUndefined();

    expect((await signUp(own)).status).toBe(303);
    expect(await hosts.ports.accounts.findByEmailKey(own)).toMatchObject({ email: own });
  });

  test('one from before keeps working, and its person changes to the plain one', async () => {
    const before = someAccount({ email: 'jo\u017Fh-kim@example.com', emailKey: 'josh-kim@example.com' });
    const hash = (await hosts.ports.accounts.findByEmailKey((await givenPerson(hosts)).email))?.passwordHash;
    await hosts.ports.accounts.insert({ ...before, passwordHash: hash });
    const browser = new Browser();
    const login = (await browser.open(`${hosts.authUrl}/login`)).form({ action: '/login' });
    const signedIn = await browser.submit(login, { email: before.email, password: PASSWORD });
    expect(signedIn.url.pathname).toBe('/account');
    expect((await changeEmail(browser, 'josh-kim@example.com')).status).toBe(303);
    expect(await hosts.ports.accounts.find(before.id)).toMatchObject({ email: 'josh-kim@example.com' });
  });
});

describe('K13: an address that is taken', () => {
  test('has one answer at sign-up, whatever account it is, and the account stays as it was', async () => {
    const answers = [];
    for (const [kind, make] of Object.entries(KINDS)) {
      const address = email(`up-${kind}`);
      await make(address);
      const before = await hosts.ports.accounts.findByEmailKey(address);
      const answer = await signUp(address);
      expect([answer.status, answer.text.includes(TAKEN)], kind).toEqual([400, true]);
      expect(await hosts.ports.accounts.findByEmailKey(address)).toEqual(before);
      answers.push(visible(answer, address));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('has one answer where somebody changes their own to it, whatever account it is', async () => {
    const { browser, email: own } = await givenPerson(hosts);
    const answers = [];
    for (const [kind, make] of Object.entries(KINDS)) {
      const address = email(`to-${kind}`);
      await make(address);
      const answer = await changeEmail(browser, address);
      expect([answer.status, answer.text.includes(TAKEN)], kind).toEqual([400, true]);
      answers.push(visible(answer, address));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await hosts.ports.accounts.findByEmailKey(own)).toBeDefined();
  });

  test('is told of three times in an hour to one network address: then free and taken look the same', async () => {
    const { browser, email: taken } = await givenPerson(hosts, { email: email('asked') });
    for (const _ of [1, 2, 3]) expect((await signUp(taken, HERE)).text).toContain(TAKEN);
    const [known, unknown] = [
      visible(await signUp(taken, HERE), taken),
      visible(await signUp(email('free'), HERE), email('free')),
    ];
    expect(unknown).toEqual(known);
    expect([known.status, known.body.includes(TAKEN)]).toEqual([429, false]);
    // The same count, whichever form asks.
    const changed = await changeEmail(browser, newEmail(), HERE);
    expect([changed.status, changed.text.includes(TAKEN)]).toEqual([429, false]);
    expect(await hosts.ports.accounts.findByEmailKey(email('free'))).toBeUndefined();
  });
});
