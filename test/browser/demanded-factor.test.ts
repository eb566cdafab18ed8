// A second factor that the operators demand, what a reset does to it, and taking a change of address back with it, in a
// real Chromium with a virtual authenticator and mail in memory, in both languages (contract 21, 22, 24).
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messagesFor } from '../../src/views/messages/messages-for.ts';
import { startServer } from '../helpers/program.ts';
import { succeed, type TestServer } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';
import { AUTHENTICATOR, openAuthenticator, withoutAutofill } from './virtual-authenticator.ts';

const PASSWORD = 'correct horse battery staple';
const NEW_PASSWORD = 'four unrelated words here';

let server: TestServer;
let chromium: Browser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [server, chromium] = await Promise.all([startServer({ LATCHKEY_SECOND_FACTOR: 'everyone' }), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await server?.stop();
});
afterEach(async () => {
  await context?.close();
  expect(complaints.splice(0)).toEqual([]);
});

const open = (path: string) => page.goto(`${server.authUrl}${path}`);
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

/** What is found in the newest mail to the address that has it. */
async function mailed(email: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const html = await (await fetch(`${server.opsUrl}/mail`)).text();
      const mails = html.split('<article').filter((part) => part.includes(`To ${email},`));
      found = mails.map((mail) => pattern.exec(mail)?.[0]).find(Boolean);
      return found;
    })
    .toBeDefined();
  return found ?? '';
}

async function openBrowser(locale: 'en' | 'ko'): Promise<void> {
  context = await chromium.newContext({ locale, viewport: { width: 320, height: 700 } });
  hearComplaints(context, complaints);
  page = await context.newPage();
  await withoutAutofill(page);
  const cdp = await openAuthenticator(page);
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
}

describe.each(['en', 'ko'] as const)('in %s', (language) => {
  const words = messagesFor(language);

  async function signIn(email: string, password = PASSWORD): Promise<void> {
    await open('/login');
    await fill({ email, password });
    await press(words.signIn.submit);
  }

  /** Somebody who has nothing but a password, at the page that asks for more. */
  async function givenPerson(name: string): Promise<string> {
    const email = `${name}-${language}@example.org`;
    await succeed(server, ['accounts', 'create', '--email', email, '--email-verified', '--password-stdin'], PASSWORD);
    await openBrowser(language);
    await signIn(email);
    await at('/second-factor');
    return email;
  }

  async function proveByMail(email: string): Promise<void> {
    await expectGood();
    await press(words.demandedFactor.send);
    await page.locator('input[name=code]').waitFor();
    await expectGood();
    await fill({ code: await mailed(email, /\d{4} \d{4}/) });
    await press(words.demandedFactor.submit);
    await page.getByRole('link', { name: words.demandedFactor.passkey }).waitFor();
    await expectGood();
  }

  async function givenPasskey(name: string): Promise<string> {
    const email = await givenPerson(name);
    await proveByMail(email);
    await page.getByRole('link', { name: words.demandedFactor.passkey }).click();
    await page.locator('[data-passkey]').click();
    await at('/confirm');
    await expectGood();
    await press(words.passkeys.confirm);
    await at('/account');
    return email;
  }

  test('contract 24: a passkey is set up with a mailed code, and opens the account', async () => {
    const email = await givenPasskey('passkey');
    await context.clearCookies();
    // The password alone is one factor: the passkey is asked for after it.
    await signIn(email);
    await press(words.passkeys.second);
    await at('/account');
  });

  test('contract 24: so is an authenticator app, without another code', async () => {
    const email = await givenPerson('app');
    await proveByMail(email);
    await page.getByRole('link', { name: words.demandedFactor.twoStep }).click();
    await at('/account/two-step');
    await expectGood();
    const secret = Secret.fromBase32((await page.locator('code.typed').innerText()).replaceAll(' ', ''));
    await fill({ code: new TOTP({ secret }).generate() });
    await press(words.twoStep.turnOn);
    await page.getByText(words.twoStep.codesOnce).waitFor();
    await expectGood();
    await open('/account');
    await at('/account');
  });

  test('contract 22: after a reset, the page lists the passkey and removes it', async () => {
    const email = await givenPasskey('reset');
    await context.clearCookies();
    await open('/forgot-password');
    await fill({ email });
    await press(words.verification.forgot.submit);
    await page.goto(await mailed(email, /[^"\s]+\/password\?token=[\w-]{43}/));
    await fill({ password: NEW_PASSWORD });
    await page.locator('main button.primary').click();
    await page.locator('form[action="/password/factors"]').waitFor();
    await expectGood();
    await page.locator('form[action="/password/factors"] button.primary').click();
    await at('/second-factor');
  });

  test('contract 21: a passkey from before takes a change of address back', async () => {
    const email = await givenPasskey('take-back');
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
    await fill({ code: await mailed(next, /\d{4} \d{4}/) });
    await press(words.verification.verify.submit);
    await page.waitForURL(/notice=email-changed/);
    await context.clearCookies();
    await page.goto(await mailed(email, /[^"\s]+\/take-back\?token=[\w-]{43}/));
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
});
