// A second factor that the operators demand, what a reset does to it, and taking a change of address back with it, in a
// real Chromium with a virtual authenticator (contract 21, 22, 24). The languages take turns: what happens depends on neither,
// and the designed states are read in both.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { type Messages, messagesFor } from '../../src/views/messages/messages-for.ts';
import type { Language } from '../../src/views/page/page.ts';
import type { Hosts } from '../helpers/hosts.ts';
import { codeOf } from '../stories/factor-pages.ts';
import { mailsTo, startWithMail } from '../stories/sent-mail.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';
import { AUTHENTICATOR, openAuthenticator, withoutAutofill } from './virtual-authenticator.ts';

const PASSWORD = 'correct horse battery staple';
const NEW_PASSWORD = 'four unrelated words here';

let hosts: Hosts;
let chromium: Browser;
let context: BrowserContext;
let page: Page;
let words: Messages;
const complaints: string[] = [];

beforeAll(async () => {
  [hosts, chromium] = await Promise.all([startWithMail({ LATCHKEY_SECOND_FACTOR: 'everyone' }), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});
afterEach(async () => {
  await context?.close();
  expect(complaints.splice(0)).toEqual([]);
});

const open = (path: string) => page.goto(`${hosts.authUrl}${path}`);
const at = (path: string) => page.waitForURL((url) => url.pathname === path);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = async (values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value);
};

/** Nothing is wrong with what the page shows. */
async function expectGood(): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowOf(page)).toEqual([]);
}

/** What the newest mail to the address that carries one has: a code to type, or the secret of a link. */
async function mailed(email: string, what: 'code' | 'token'): Promise<string> {
  // Requests for a new password are answered behind the page.
  await hosts.tick('outbox');
  const found = (await mailsTo(hosts, email)).map((mail) => mail[what]).filter(Boolean);
  return found.at(-1) ?? '';
}

async function openBrowser(locale: Language): Promise<void> {
  words = messagesFor(locale);
  context = await chromium.newContext({ locale, viewport: { width: 320, height: 700 } });
  hearComplaints(context, complaints);
  page = await context.newPage();
  await withoutAutofill(page);
  const cdp = await openAuthenticator(page);
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
}

async function signIn(email: string, password = PASSWORD): Promise<void> {
  await open('/login');
  await fill({ email, password });
  await press(words.signIn.submit);
}

/** Somebody who has nothing but a password, at the page that asks for more. */
async function givenPerson(name: string, language: Language): Promise<string> {
  const email = `${name}@example.org`;
  const person = { email, role: 'user', nickname: undefined, password: PASSWORD, emailVerified: true } as const;
  await createAccount(hosts.ports, person);
  await openBrowser(language);
  await signIn(email);
  await at('/second-factor');
  return email;
}

/** @param look at each step; by default it is done elsewhere */
async function proveByMail(email: string, look: () => Promise<void> = async () => {}): Promise<void> {
  await look();
  await press(words.demandedFactor.send);
  await page.locator('input[name=code]').waitFor();
  await look();
  await fill({ code: await mailed(email, 'code') });
  await press(words.demandedFactor.submit);
  await page.getByRole('link', { name: words.demandedFactor.passkey }).waitFor();
  await look();
}

async function givenPasskey(name: string, language: Language, look?: () => Promise<void>): Promise<string> {
  const email = await givenPerson(name, language);
  await proveByMail(email, look);
  await page.getByRole('link', { name: words.demandedFactor.passkey }).click();
  await page.locator('[data-passkey]').click();
  await at('/confirm');
  await look?.();
  await press(words.passkeys.confirm);
  await at('/account');
  return email;
}

test('contract 24: a passkey is set up with a mailed code, and opens the account', async () => {
  const email = await givenPasskey('passkey', 'en', expectGood);
  await context.clearCookies();
  // The password alone is one factor: the passkey is asked for after it.
  await signIn(email);
  await press(words.passkeys.second);
  await at('/account');
});

test('contract 24: so is an authenticator app, without another code', async () => {
  const email = await givenPerson('app', 'ko');
  await proveByMail(email, expectGood);
  await page.getByRole('link', { name: words.demandedFactor.twoStep }).click();
  await at('/account/two-step');
  await expectGood();
  const secret = (await page.locator('code.typed').innerText()).replaceAll(' ', '');
  await fill({ code: codeOf(hosts, secret) });
  await press(words.twoStep.turnOn);
  await page.getByText(words.twoStep.codesOnce).waitFor();
  await expectGood();
  await open('/account');
  await at('/account');
});

test('contract 22: after a reset, the page lists the passkey of somebody it binds, which stays and is asked for', async () => {
  const email = await givenPasskey('reset', 'ko');
  await context.clearCookies();
  await open('/forgot-password');
  await fill({ email });
  await press(words.verification.forgot.submit);
  await open(`/password?token=${await mailed(email, 'token')}`);
  await fill({ password: NEW_PASSWORD });
  await page.locator('main button.primary').click();
  await page.locator('form[action="/password/factors"]').waitFor();
  await expectGood();
  expect(await page.locator('input[name=remove]').count()).toBe(0);
  await page.locator('form[action="/password/factors"] button.primary').click();
  await press(words.passkeys.second);
  await at('/account');
});

test('contract 21: a passkey of a month before takes a change of address back', async () => {
  const email = await givenPasskey('take-back', 'en');
  // A younger one is not asked for.
  await hosts.execute('update passkeys set created_at = created_at - ?', 31 * 24 * 3_600_000);
  const next = `next-${email}`;
  await page.locator('form[action="/account/email"]').evaluate((form) => {
    const group = form.closest('details');
    if (group) group.open = true;
  });
  const form = page.locator('form[action="/account/email"]');
  await form.locator('[name=email]').fill(next);
  await form.locator('[name=password]').fill(PASSWORD);
  await form.locator('button[type=submit]').click();
  await at('/account/email/code');
  await fill({ code: await mailed(next, 'code') });
  await press(words.verification.verify.submit);
  await page.waitForURL(/notice=email-changed/);
  await context.clearCookies();
  await open(`/take-back?token=${await mailed(email, 'token')}`);
  await expectGood();
  const button = page.getByRole('button', { name: words.verification.takeBack.byPasskey });
  // Nothing is asked of the authenticator before there is a password.
  await button.click();
  expect(new URL(page.url()).pathname).toBe('/take-back');
  await fill({ password: NEW_PASSWORD });
  await button.click();
  await at('/take-back/done');
  await expectGood();
  await open('/login');
  await press(words.passkeys.signIn);
  await at('/account');
  expect(await page.locator('main').innerText()).toContain(email);
});
