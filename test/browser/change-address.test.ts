// Changing the address and taking the change back, in a real Chromium: in both languages, with JavaScript and without
// (contract 21).
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import type { Hosts } from '../helpers/hosts.ts';
import { mailsTo, startWithMail } from '../stories/sent-mail.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';

let hosts: Hosts;
let chromium: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  [hosts, chromium] = await Promise.all([startWithMail(), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
  expect(complaints).toEqual([]);
});

const PASSWORD = 'correct horse battery staple';
const WORDS = {
  en: {
    change: 'Change email address',
    code: 'Code from the email',
    verify: 'Verify',
    opened: 'I opened the link',
    cancel: 'Cancel the change',
    takeBack: 'Take the change back',
    newPassword: 'New password',
    done: 'Your address is back',
  },
  ko: {
    change: '이메일 주소 변경',
    code: '인증 코드',
    verify: '인증하기',
    opened: '링크를 열었어요',
    cancel: '변경 취소',
    takeBack: '변경 되돌리기',
    newPassword: '새 비밀번호',
    done: '이메일 주소를 되돌렸어요',
  },
} as const;

/** Nothing is wrong with what the page shows. axe needs a page that may run it. */
async function expectGood(page: Page, withScript: boolean) {
  expect(await overflowOf(page)).toEqual([]);
  if (withScript) expect(await axeFindings(page)).toEqual([]);
}

async function contextFor(language: 'en' | 'ko', javaScriptEnabled: boolean): Promise<BrowserContext> {
  const viewport = { width: 320, height: 700 };
  const context = await chromium.newContext({ locale: language, javaScriptEnabled, viewport });
  hearComplaints(context, complaints);
  return context;
}

/** Each setting is met once: what happens depends on neither, and the designed states are read in both languages. */
const CASES = [
  { language: 'en', withScript: true },
  { language: 'ko', withScript: false },
] as const;

describe.each(CASES)('in $language, JavaScript $withScript', ({ language, withScript }) => {
  const words = WORDS[language];
  test('contract 21: a change is cancelled, proven by its code, and taken back by its link', async () => {
    const email = `${language}-${withScript}@example.org`;
    const newAddress = `new-${email}`;
    const person = { email, role: 'user', nickname: undefined, password: PASSWORD, emailVerified: true } as const;
    await createAccount(hosts.ports, person);
    const context = await contextFor(language, withScript);
    try {
      const page = await context.newPage();
      await page.goto(`${hosts.authUrl}/login`);
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('main button[type=submit]').first().click();
      await page.waitForURL('**/account');
      const ask = async () => {
        await page.getByText(words.change).first().click();
        const form = page.locator('form[action="/account/email"]');
        await form.locator('[name=email]').fill(newAddress);
        await form.locator('[name=password]').fill(PASSWORD);
        await form.locator('button[type=submit]').click();
        await page.waitForURL('**/account/email/code');
      };
      await ask();
      await page.goto(`${hosts.authUrl}/account`);
      await expectGood(page, withScript);
      await page.getByRole('button', { name: words.cancel }).click();
      await page.waitForURL('**/account?notice=email-kept');
      await ask();
      await expectGood(page, withScript);
      // The first mail is about the change that was cancelled.
      const mails = await mailsTo(hosts, newAddress);
      expect(mails).toHaveLength(2);
      await page.getByLabel(words.code).fill(mails[1]?.code ?? '');
      await page.getByRole('button', { name: words.verify, exact: true }).click();
      await page.waitForURL('**/account?notice=email-changed');
      expect(await page.locator('main').innerText()).toContain(newAddress);

      const token = (await mailsTo(hosts, email)).at(-1)?.token ?? '';
      const other = await (await contextFor(language, withScript)).newPage();
      await other.goto(`${hosts.authUrl}/take-back?token=${token}`);
      await expectGood(other, withScript);
      await other.getByLabel(words.newPassword, { exact: true }).fill('four unrelated words here');
      await other.getByRole('button', { name: words.takeBack }).click();
      await other.waitForURL('**/take-back/done');
      expect(await other.locator('h1').innerText()).toBe(words.done);
      await expectGood(other, withScript);
      await page.goto(`${hosts.authUrl}/account`);
      expect(new URL(page.url()).pathname).toBe('/login');
    } finally {
      await context.close();
    }
  });
});
