// What an application is told of people who were signed in before it asked (contract 4, 6, 24), by every way to a session
// that is no request of its own: links, mailed codes, signing up, trusted devices, confirmations, a demanded factor and a
// restored account. Sign-ins at its request: authentication-context.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneTimeLinkUrl } from '../../src/core/people/one-time-links/issue-one-time-link.ts';
import { issueSetupLink } from '../../src/core/people/one-time-links/issue-setup-link.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { newEmail, PASSWORD, signIn } from '../stories/account-pages.ts';
import { codeForm, codeOf, givenCodes, STEP_MS, secretIn } from '../stories/factor-pages.ts';
import { answerWith, authenticatorOf, givenPasskey, promptIn, signInByPasskey } from '../stories/passkey-pages.ts';
import { mailsTo, sentProofs, startWithMail } from '../stories/sent-mail.ts';
import { startOpenIdParty } from './openid-party.ts';

const MINUTE = 60_000;
const NEW_PASSWORD = 'another long passphrase';

let hosts: Hosts;
let operator: Browser;
let authorize: Awaited<ReturnType<typeof startOpenIdParty>>['authorize'];
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
  operator = await setUp();
  ({ authorize } = await startOpenIdParty(hosts));
});
afterAll(() => hosts?.stop());

const open = (browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);
const nowSeconds = (): number => Math.floor(hosts.clock.now() / 1000);

/** The first account of a server. */
async function setUp(): Promise<Browser> {
  const browser = new Browser();
  const link = await issueSetupLink(hosts.ports);
  const page = await browser.open(oneTimeLinkUrl(hosts.authUrl, 'setup', link?.token ?? ''));
  await browser.submit(page.form({ action: '/setup' }), { email: newEmail(), password: PASSWORD, nickname: 'Op' });
  return browser;
}

async function personWithBoth() {
  const { browser, email } = await givenPerson(hosts);
  const { key } = await givenPasskey(hosts, browser);
  return { browser, email, key, ...(await givenCodes(hosts, browser)) };
}

/** What the form of a new account needs to have a passkey instead of a password. */
async function newPasskey(browser: Browser, page: Page) {
  const made = await browser.open(`${hosts.authUrl}${promptIn(page)?.challengeHref}`);
  const { challenge, user } = JSON.parse(made.html) as { challenge: string; user: string };
  const { response } = authenticatorOf(hosts).create({ challenge, userHandle: user });
  return { passkey: response, passkey_user: user };
}

const setPassword = async (browser: Browser, href: string): Promise<Page> =>
  browser.submit((await browser.open(href)).form({ action: '/password' }), { password: NEW_PASSWORD });
/** After a new password: everything that is listed is the person's own. */
async function keepFactors(browser: Browser, email: string): Promise<Page> {
  const { token } = await passwordLinkFor(hosts.ports, email);
  const listed = await setPassword(browser, `${hosts.authUrl}/password?token=${token}`);
  return browser.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
}

async function leave(browser: Browser): Promise<void> {
  const page = await open(browser, '/account/delete');
  await browser.submit(page.form({ action: '/account/delete' }), {}, { press: 'leave' });
}

/** A sign-in that is too old to confirm anything. */
async function lateConfirmation(browser: Browser): Promise<Page> {
  hosts.clock.advance(11 * MINUTE);
  return open(browser, '/account/two-step');
}

const PWD = { amr: ['pwd'], acr: '1' };
const CODE = { amr: ['pwd', 'otp', 'mfa'], acr: '2' };
const PASSKEY = { amr: ['pop', 'user', 'mfa'], acr: '2' };
const BOTH = { amr: ['pwd', 'pop', 'user', 'mfa'], acr: '2' };

/** `given`: somebody who is signed in by it, as the last thing that they did. */
type Way = { told: { amr: string[]; acr: string }; given(): Promise<Browser> };

const WAYS: Readonly<Record<string, Way>> = {
  'the setup link': { told: PWD, given: async () => operator },
  'signing up with a password': {
    told: PWD,
    given: async () => (await givenPerson(hosts)).browser,
  },
  'signing up with a passkey': {
    told: PASSKEY,
    async given() {
      const browser = new Browser();
      const page = await open(browser, '/sign-up');
      const values = { email: newEmail(), nickname: 'Mina', ...(await newPasskey(browser, page)) };
      await browser.submit(page.form({ action: '/sign-up' }), values);
      return browser;
    },
  },
  'signing up with a password and a mailed code': {
    told: PWD,
    given: () => signUpByMail(async () => ({ password: PASSWORD })),
  },
  'signing up with a passkey and a mailed code': {
    told: PASSKEY,
    given: () => signUpByMail(newPasskey),
  },
  'a link for a forgotten password': {
    told: PWD,
    async given() {
      const { email } = await givenPerson(hosts);
      const browser = new Browser();
      const page = await open(browser, '/forgot-password');
      await browser.submit(page.form({ action: '/forgot-password' }), { email });
      await hosts.tick('outbox');
      const [proof] = await sentProofs(hosts, email, 'password');
      const href = `${hosts.authUrl}/password?token=${proof?.token}`;
      const form = (await browser.open(href)).form({ action: '/password' });
      await browser.submit(form, { password: NEW_PASSWORD, ...(form.fields.includes('choice') && { choice: 'keep' }) });
      return browser;
    },
  },
  "an operator's link to a new password": {
    told: PWD,
    async given() {
      const { email } = await givenPerson(hosts);
      const browser = new Browser();
      const { token } = await passwordLinkFor(hosts.ports, email);
      await setPassword(browser, `${hosts.authUrl}/password?token=${token}`);
      return browser;
    },
  },
  'such a link and a one-time code': {
    told: CODE,
    async given() {
      const { email, secret } = await personWithBoth();
      const browser = new Browser();
      const page = await keepFactors(browser, email);
      await browser.submit(codeForm(page), { code: codeOf(hosts, secret) });
      return browser;
    },
  },
  'such a link and a passkey': {
    told: BOTH,
    async given() {
      const { email, key } = await personWithBoth();
      const browser = new Browser();
      await answerWith(hosts, browser, await keepFactors(browser, email), key);
      return browser;
    },
  },
  'a password on a trusted device': {
    told: PWD,
    async given() {
      const { email, secret } = await personWithBoth();
      const browser = new Browser();
      const half = await signIn(hosts, browser, email);
      const page = await browser.submit(codeForm(half), { code: codeOf(hosts, secret), trust: 'on' });
      await browser.submit(page.form({ action: '/logout' }));
      await givenSession(hosts, browser, email);
      return browser;
    },
  },
  'a confirmation by password after a passkey': {
    told: PWD,
    async given() {
      const { key } = await givenPasskey(hosts, (await givenPerson(hosts)).browser);
      const browser = new Browser();
      await signInByPasskey(hosts, browser, key);
      const page = await lateConfirmation(browser);
      await browser.submit(page.form({ fields: ['confirming'] }), { password: PASSWORD });
      return browser;
    },
  },
  'a confirmation by passkey after a password': {
    told: PASSKEY,
    async given() {
      const { browser } = await givenPerson(hosts);
      const { key } = await givenPasskey(hosts, browser);
      await answerWith(hosts, browser, await lateConfirmation(browser), key);
      return browser;
    },
  },
  'a confirmation by password and one-time code': {
    told: CODE,
    async given() {
      const { browser, secret } = await personWithBoth();
      const page = await lateConfirmation(browser);
      const values = { password: PASSWORD, code: codeOf(hosts, secret) };
      await browser.submit(page.form({ fields: ['confirming'] }), values);
      return browser;
    },
  },
  'setting up codes that policy demands': {
    told: CODE,
    async given() {
      const { browser, email } = await givenPerson(hosts);
      await demanding('everyone', async () => {
        const asked = await open(browser, '/second-factor');
        const waits = await browser.submit(asked.form({ action: '/second-factor' }), {}, { press: 'send' });
        const code = (await mailsTo(hosts, email)).at(-1)?.code ?? '';
        await browser.submit(waits.form({ fields: ['code'] }), { code }, { press: 'prove' });
        const page = await open(browser, '/account/two-step');
        const values = { code: codeOf(hosts, secretIn(page)) };
        await browser.submit(page.form({ fields: ['sealed'] }), values, { press: 'enrol' });
      });
      return browser;
    },
  },
  'restoring an account after a password': {
    told: PWD,
    async given() {
      const { browser, email } = await givenPerson(hosts);
      await leave(browser);
      return restored(browser, await signIn(hosts, browser, email));
    },
  },
  'restoring an account after a passkey': {
    told: PASSKEY,
    async given() {
      const { browser, key } = await personWithBoth();
      await leave(browser);
      return restored(browser, await signInByPasskey(hosts, browser, key));
    },
  },
};

async function restored(browser: Browser, page: Page): Promise<Browser> {
  await browser.submit(page.form({ fields: ['restoration'] }), {});
  return browser;
}

async function demanding(secondFactor: 'everyone', act: () => Promise<void>): Promise<void> {
  overrideRules(hosts.ports.rules, { secondFactor });
  await act().finally(() => overrideRules(hosts.ports.rules, { secondFactor: 'optional' }));
}

/** Where addresses must be verified: the account is born with the code. */
async function signUpByMail(waysIn: (browser: Browser, page: Page) => Promise<Record<string, string>>) {
  const [browser, email] = [new Browser(), newEmail()];
  overrideRules(hosts.ports.rules, { requireVerifiedEmail: true });
  try {
    const page = await open(browser, '/sign-up');
    const values = { email, nickname: 'Mina', ...(await waysIn(browser, page)) };
    const waits = await browser.submit(page.form({ action: '/sign-up' }), values);
    const code = (await mailsTo(hosts, email)).at(-1)?.code ?? '';
    await browser.submit(waits.form({ fields: ['code'] }), { code }, { press: 'prove' });
  } finally {
    overrideRules(hosts.ports.rules, { requireVerifiedEmail: false });
  }
  return browser;
}

test.each(Object.entries(WAYS))('contract 24: an application is told of %s, and of its time', async (_, way) => {
  const browser = await way.given();
  const done = nowSeconds();
  hosts.clock.advance(MINUTE);
  const first = await authorize(browser, {});
  expect(first.told).toEqual(way.told);
  // Of several proofs the last one counts: where another came before a confirmation, that was eleven minutes ago.
  expect(first.authTime).toBeGreaterThan(done - 60);
  expect(first.authTime).toBeLessThanOrEqual(done);
  hosts.clock.advance(STEP_MS);
  expect(await first.refresh()).toEqual({ told: way.told, authTime: first.authTime, sub: first.sub });
  const silent = await authorize(browser, { prompt: 'none', id_token_hint: first.idToken, max_age: '600' });
  expect([silent.told, silent.authTime]).toEqual([way.told, first.authTime]);
  await expect(authorize(browser, { prompt: 'none', max_age: '60' })).rejects.toMatchObject({
    error: 'login_required',
  });
});
