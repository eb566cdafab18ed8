// Passkeys in a real Chromium with virtual authenticators: adding some, signing in by button and by autofill, after a
// password, and what the browser is told of removed ones (contract 23). The languages take turns: what the script does
// depends on neither, and what it says is written into the page, whose designed states are looked at in both.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messagesFor } from '../../src/views/messages/messages-for.ts';
import type { Language } from '../../src/views/page/page.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { moveAccounts } from '../helpers/moved-accounts.ts';
import { PASSWORD, signUpPerson } from '../stories/account-pages.ts';
import { codeOf } from '../stories/factor-pages.ts';
import { openChromium } from './chromium.ts';
import { IN_KAKAOTALK, withoutPasskeys } from './in-app-browser.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';
import { carryOver } from './signed-in.ts';
import { AUTHENTICATOR, openAuthenticator, withoutAutofill } from './virtual-authenticator.ts';

const CONFIRMED_MS = 10 * 60_000;

let hosts: Hosts;
let chromium: Browser;
let context: BrowserContext;
let page: Page;
let cdp: CDPSession;
let authenticatorId: string;
const violations: string[] = [];
let language: Language;
const words = () => messagesFor(language).passkeys;

beforeAll(async () => {
  [hosts, chromium] = await Promise.all([startHosts(), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});
afterEach(async () => {
  await context?.close();
  expect(violations.splice(0)).toEqual([]);
});

type More = { withAuthenticator?: boolean; withAutofill?: boolean; userAgent?: string };

async function openBrowser(chosen: Language, more: More = {}) {
  language = chosen;
  const { withAuthenticator = true, withAutofill = true, userAgent } = more;
  context = await chromium.newContext({ locale: language, ...(userAgent !== undefined && { userAgent }) });
  hearComplaints(context, violations);
  page = await context.newPage();
  if (!withAutofill) await withoutAutofill(page);
  cdp = await openAuthenticator(page);
  if (withAuthenticator) {
    ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR }));
  }
}

const credentials = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
const at = (path: string) => page.waitForURL((url) => url.pathname === path);
const open = (path: string) => page.goto(`${hosts.authUrl}${path}`);

/** Somebody new, who is signed in. */
async function signUp(): Promise<string> {
  const { browser, email } = await signUpPerson(hosts);
  await carryOver(browser, hosts.authUrl, context);
  return email;
}

async function addPasskey(): Promise<void> {
  await open('/account/passkeys');
  await page.locator('[data-passkey]').click();
  await page.waitForURL(/notice=added/);
}

/** Nothing is wrong with what the page shows. */
async function expectGood(): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowOf(page)).toEqual([]);
}

/** Turns two-step verification on. */
async function enrol(): Promise<void> {
  await open('/account/two-step');
  const secret = (await page.locator('code.typed').innerText()).replaceAll(' ', '');
  await page.locator('input[name=code]').fill(codeOf(hosts, secret));
  await page.getByRole('button', { name: messagesFor(language).twoStep.turnOn, exact: true }).click();
  await page.getByText(messagesFor(language).twoStep.codesOnce).waitFor();
}

async function signInByPassword(email: string): Promise<void> {
  await open('/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: messagesFor(language).signIn.submit, exact: true }).click();
}

/** The session is gone, and the authenticator is still there. */
async function signOut(): Promise<void> {
  await context.clearCookies();
}

describe('with an authenticator', () => {
  test('adds a discoverable passkey, and signs in with it by button', async () => {
    await openBrowser('en', { withAutofill: false });
    await signUp();
    await addPasskey();
    const [credential] = await credentials();
    expect(credential).toMatchObject({ rpId: 'localhost', isResidentCredential: true });
    expect(await page.locator('.passkeys li').innerText()).toContain(words().synced);
    await signOut();
    await open('/login');
    await page.getByRole('button', { name: words().signIn }).click();
    await at('/account');
    await open('/account/passkeys');
    expect(await page.locator('.passkeys li').innerText()).toContain(words().used);
  });

  test('contract 24, 30: an operator signs in at the next server with what was made at this one', async () => {
    const next = await startHosts({ LATCHKEY_SECOND_FACTOR: 'staff' });
    try {
      await openBrowser('en', { withAutofill: false });
      const email = await signUp();
      await addPasskey();
      const { id = '' } = (await hosts.ports.accounts.findByEmailKey(email)) ?? {};
      await hosts.execute("update accounts set password_hash = null, role = 'operator' where id = ?", id);
      expect(await moveAccounts(hosts.ports, next.ports)).toMatchObject({ told: [] });
      await signOut();
      await page.goto(`${next.authUrl}/login`);
      await page.getByRole('button', { name: words().signIn }).click();
      await at('/account');
      expect((await page.goto(`${next.authUrl}/console/accounts`))?.status()).toBe(200);
      await at('/console/accounts');
      await page.goto(`${next.authUrl}/account/passkeys`);
      expect(await page.locator('.passkeys li').innerText()).toContain(words().used);
      expect(await credentials()).toHaveLength(1);
    } finally {
      await next.stop();
    }
  });

  test('signs in by autofill in the email field', async () => {
    await openBrowser('ko');
    await signUp();
    await addPasskey();
    await signOut();
    await open('/login');
    // The virtual authenticator chooses the passkey as a person would from the list.
    await at('/account');
  });

  test('contract 23: autofill has a new challenge every four minutes, while the page is visible', async () => {
    await openBrowser('en');
    let asked = 0;
    await page.route(/\/passkeys\/challenge\?for=sign-in$/, async (route) => {
      asked += 1;
      await route.continue();
    });
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => 'away' in window });
    });
    await page.clock.install();
    await open('/login');
    await expect.poll(() => asked).toBe(1);
    await page.clock.runFor('03:45');
    expect(asked).toBe(1);
    await page.clock.runFor('00:30');
    await expect.poll(() => asked).toBe(2);
    await page.evaluate(() => Object.assign(window, { away: true }));
    await page.clock.runFor('20:00');
    expect(asked).toBe(2);
    // It is asked for as soon as the person comes back, because the last one is over.
    await page.evaluate(() => {
      delete (window as { away?: boolean }).away;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => asked).toBe(3);
  });

  test('a passkey that was made on one device only, with a counter', async () => {
    await openBrowser('ko', { withAuthenticator: false });
    const options = { ...AUTHENTICATOR, defaultBackupEligibility: false, defaultBackupState: false };
    ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options }));
    await signUp();
    await addPasskey();
    expect(await page.locator('.passkeys li').innerText()).toContain(words().bound);
    for (let times = 0; times < 2; times += 1) {
      await signOut();
      await open('/login');
      await at('/account');
    }
  });

  test('several: a synced one and one of a single device are listed, and each signs in', async () => {
    await openBrowser('en', { withAutofill: false });
    await signUp();
    await addPasskey();
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    const options = { ...AUTHENTICATOR, defaultBackupEligibility: false, defaultBackupState: false };
    ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options }));
    await addPasskey();
    const listed = await page.locator('.passkeys li').allInnerTexts();
    expect(listed).toHaveLength(2);
    expect([words().bound, words().synced].map((kind, at) => listed[at]?.includes(kind))).toEqual([true, true]);
    await expectGood();
    await signOut();
    await open('/login');
    await expectGood();
    await page.getByRole('button', { name: words().signIn }).click();
    await at('/account');
  });

  test('one that was removed from the device: the page stays as it is, and the password signs in', async () => {
    await openBrowser('ko', { withAutofill: false });
    const email = await signUp();
    await addPasskey();
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await signOut();
    await open('/login');
    await page.getByRole('button', { name: words().signIn }).click();
    await signInByPassword(email);
    await at('/account');
  });

  test('contract 23: is the second step after a password, offered before the code', async () => {
    await openBrowser('en', { withAutofill: false });
    const email = await signUp();
    await addPasskey();
    await enrol();
    await signOut();
    await signInByPassword(email);
    const button = page.getByRole('button', { name: words().second, exact: true });
    await button.waitFor();
    await expectGood();
    const code = await page.locator('input[name=code]').boundingBox();
    expect((await button.boundingBox())?.y).toBeLessThan(code?.y ?? 0);
    await button.click();
    await at('/account');
  });

  test('contract 25: confirms who the person is, before a dangerous act', async () => {
    await openBrowser('ko', { withAutofill: false });
    await signUp();
    await addPasskey();
    hosts.clock.advance(CONFIRMED_MS + 1);
    await open('/account/two-step');
    await at('/confirm');
    await expectGood();
    await page.getByRole('button', { name: words().confirm, exact: true }).click();
    await at('/account/two-step');
    await expectGood();
  });

  test('is not added twice: the browser says so, and nothing is sent', async () => {
    await openBrowser('en');
    await signUp();
    await addPasskey();
    await page.getByRole('button', { name: words().addAnother }).click();
    await page.getByText(words().knownHere).waitFor();
    expect(await credentials()).toHaveLength(1);
  });

  test('a removed passkey leaves the browser’s list', async () => {
    await openBrowser('ko');
    await signUp();
    await addPasskey();
    await page.locator('.passkeys .danger summary').click();
    await page.getByRole('button', { name: words().removeConfirm }).click();
    await page.waitForURL(/notice=removed/);
    await expect.poll(async () => (await credentials()).length).toBe(0);
  });

  test('a passkey that belongs to nobody: the page says so, and the browser forgets it', async () => {
    await openBrowser('en', { withAutofill: false });
    await signUp();
    await addPasskey();
    const [credential] = await credentials();
    if (!credential) throw new Error('no credential');
    await page.locator('.passkeys .danger summary').click();
    await page.getByRole('button', { name: words().removeConfirm }).click();
    await page.waitForURL(/notice=removed/);
    await expect.poll(async () => (await credentials()).length).toBe(0);
    await signOut();
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    await open('/login');
    await page.getByRole('button', { name: words().signIn }).click();
    await page.getByText(messagesFor(language).faults['passkey-unknown']()).first().waitFor();
    await expectGood();
    await expect.poll(async () => (await credentials()).length).toBe(0);
  });

  test('is offered after a sign-in by password', async () => {
    await openBrowser('ko');
    const email = await signUp();
    await signOut();
    const byPassword = async () => {
      await open('/login');
      await page.getByRole('button', { name: words().signIn }).waitFor();
      await expect.poll(() => page.locator('input[name=passkey_able]').inputValue()).toBe('yes');
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: messagesFor(language).signIn.submit, exact: true }).click();
    };
    await byPassword();
    await at('/passkeys/offer');
    await expectGood();
    await page.getByRole('button', { name: words().add, exact: true }).click();
    await at('/account');
    expect(await credentials()).toHaveLength(1);
  });

  test('signs up with a passkey instead of a password', async () => {
    await openBrowser('en');
    await open('/sign-up');
    const button = page.getByRole('button', { name: words().signUp });
    await button.waitFor();
    await expectGood();
    await button.click();
    expect(await credentials()).toHaveLength(0);
    await page.locator('input[name=email]').fill(`no-password-${language}@example.com`);
    await page.locator('input[name=nickname]').fill('Mina');
    await button.click();
    await at('/account');
    const [credential] = await credentials();
    expect(credential).toMatchObject({ userName: `no-password-${language}@example.com`, userDisplayName: 'Mina' });
    await signOut();
    await open('/login');
    await at('/account');
  });

  test('without user verification nothing happens', async () => {
    await openBrowser('ko', { withAutofill: false });
    await signUp();
    await addPasskey();
    await signOut();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await open('/login');
    await page.getByRole('button', { name: words().signIn }).click();
    await page.waitForTimeout(500);
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.getByRole('button', { name: words().signIn }).isEnabled();
  });
});

describe('without', () => {
  test('contract 23: a browser inside an app, which has none, says why, and the password signs in', async () => {
    await openBrowser('en');
    const email = await signUp();
    await addPasskey();
    await enrol();
    await context.close();
    await openBrowser('ko', { userAgent: IN_KAKAOTALK, withAuthenticator: false });
    await page.setViewportSize({ width: 360, height: 740 });
    await withoutPasskeys(page);
    await open('/login');
    await page.getByText(words().inAppBrowser).waitFor();
    expect(await page.getByRole('button', { name: words().signIn }).isVisible()).toBe(false);
    await expectGood();
    await open('/sign-up');
    expect(await page.getByRole('button', { name: words().signUp }).isVisible()).toBe(false);
    await expectGood();
    await signInByPassword(email);
    await page.getByText(words().inAppBrowser).waitFor();
    expect(await page.getByRole('button', { name: words().second, exact: true }).isVisible()).toBe(false);
    expect(await page.locator('input[name=code]').isVisible()).toBe(true);
    await expectGood();
  });

  test('contract 23, 25: another browser that has none says so where a passkey is the only way, or is to be added', async () => {
    await openBrowser('en', { withAutofill: false });
    await open('/sign-up');
    await page.locator('input[name=email]').fill(`no-other-way-${language}@example.com`);
    await page.locator('input[name=nickname]').fill('Mina');
    await page.getByRole('button', { name: words().signUp }).click();
    await at('/account');
    hosts.clock.advance(CONFIRMED_MS + 1);
    await withoutPasskeys(page);
    await open('/passkeys/offer');
    await page.locator('[data-passkeys-needed]').getByText(words().noScript).waitFor();
    expect(await page.getByRole('button', { name: words().add, exact: true }).isVisible()).toBe(false);
    await expectGood();
    await open('/account/two-step');
    await at('/confirm');
    await page.locator('[data-passkeys-needed]').getByText(words().noScript).waitFor();
    expect(await page.getByRole('button', { name: words().confirm, exact: true }).isVisible()).toBe(false);
    await expectGood();
  });

  test('no button without JavaScript', async () => {
    context = await chromium.newContext({ locale: language, javaScriptEnabled: false });
    page = await context.newPage();
    await open('/login');
    expect(await page.getByRole('button', { name: words().signIn }).isVisible()).toBe(false);
  });
});
