// Two-step verification in a real Chromium, in both languages: set up and signed in with, by one-time code and by
// recovery code, with JavaScript and without (contract 24).
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagesFor } from '../../src/views/messages/messages-for.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { textInQrCode } from '../helpers/qr-code.ts';
import { codeOf, STEP_MS, wrongCode } from '../stories/factor-pages.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';

const PASSWORD = 'correct horse battery staple';

let hosts: Hosts;
let chromium: Browser;
const complaints: string[] = [];
beforeAll(async () => {
  [hosts, chromium] = await Promise.all([startHosts(), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
  expect(complaints).toEqual([]);
});

/** Each setting is met once: what happens depends on neither, and the designed states are read in both languages. */
const CASES = [
  { language: 'en', withScript: true },
  { language: 'ko', withScript: false },
] as const;

test.each(CASES)('contract 24: in $language, with JavaScript: $withScript', async ({ language, withScript }) => {
  const words = messagesFor(language);
  const viewport = { width: 320, height: 700 };
  const context: BrowserContext = await chromium.newContext({
    locale: language,
    javaScriptEnabled: withScript,
    viewport,
  });
  hearComplaints(context, complaints);
  const page = await context.newPage();
  const open = (path: string) => page.goto(`${hosts.authUrl}${path}`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const email = `two-step-${language}-${withScript}@example.com`;

  await open('/sign-up');
  await fill(page, { email, password: PASSWORD, nickname: 'Mina' });
  await page.locator('.primary').click();
  await page.waitForURL(/\/account/);

  await open('/account/two-step');
  await expectGood(page, withScript);
  const secret = (await page.locator('code.typed').innerText()).replaceAll(' ', '');
  expect(textInQrCode(await page.content().then(asWritten))).toContain(`secret=${secret}`);
  await fill(page, { code: codeOf(hosts, secret) });
  await press(words.twoStep.turnOn);
  await page.getByText(words.twoStep.codesOnce).waitFor();
  await expectGood(page, withScript);
  const codes = await page.locator('li code').allInnerTexts();
  const [recoveryCode = '', otherRecoveryCode = ''] = codes;
  const copy = page.getByRole('button', { name: words.twoStep.copy, exact: true });
  expect([await copy.count(), await page.getByText(words.twoStep.back).count()]).toEqual([withScript ? 1 : 0, 0]);
  if (withScript) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await page.getByText(words.twoStep.copied, { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  }
  await page.getByRole('link', { name: words.twoStep.saved }).click();
  await page.waitForURL('**/account/security');

  const signInUpTo = async () => {
    await context.clearCookies();
    await open('/login');
    await fill(page, { email, password: PASSWORD });
    await press(words.signIn.submit);
    await page.getByText(words.secondStep.app.lede).waitFor();
  };
  await signInUpTo();
  await expectGood(page, withScript);
  // The code of this step was used.
  hosts.clock.advance(STEP_MS);
  await fill(page, { code: codeOf(hosts, secret) });
  await press(words.secondStep.submit);
  await page.waitForURL(/\/account/);

  await signInUpTo();
  await fill(page, { code: wrongCode(hosts, secret) });
  await press(words.secondStep.submit);
  await page.getByText(words.faults['code-wrong']()).first().waitFor();
  await press(words.secondStep.app.other);
  await page.getByText(words.secondStep.recovery.lede).waitFor();
  await expectGood(page, withScript);
  await fill(page, { code: recoveryCode });
  await page.locator('input[name=trust]').check();
  await press(words.secondStep.submit);
  await page.waitForURL(/\/account/);

  // Trusted now: the password alone signs in, until the device is removed.
  await page.locator('form[action="/logout"] button').first().click();
  await open('/login');
  await fill(page, { email, password: PASSWORD });
  await press(words.signIn.submit);
  await page.waitForURL(/\/account/);
  // A trusted device confirms nothing.
  await open('/account/two-step');
  await page.waitForURL(/\/confirm/);
  await expectGood(page, withScript);
  await fill(page, { password: PASSWORD, code: otherRecoveryCode });
  await page.locator('main .primary').click();
  await page.waitForURL(/\/account\/two-step/);
  await page.getByText(words.trustedDevices.title).first().waitFor();
  await expectGood(page, withScript);
  await context.close();
});

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value);
}

/** Chromium writes empty elements with an end tag. */
const asWritten = (html: string): string => html.replaceAll('></rect>', '>');

/** Nothing is wrong with what the page shows. axe needs a page that may run it. */
async function expectGood(page: Page, withScript: boolean): Promise<void> {
  expect(await overflowOf(page)).toEqual([]);
  if (withScript) expect(await axeFindings(page)).toEqual([]);
}
