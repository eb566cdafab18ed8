// Uploading, replacing and removing the profile picture in a real Chromium: in both languages, with JavaScript and
// without (contract 27).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png } from '../helpers/images.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';

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

const PASSWORD = 'correct horse battery staple';
const WORDS = {
  en: {
    ...{ file: 'Image file', upload: 'Upload picture', replace: 'Replace picture', remove: 'Remove picture' },
    ...{ own: 'Your profile picture', missing: 'Choose an image file.', wrong: 'Choose a PNG, JPEG or WebP image.' },
  },
  ko: {
    ...{ file: '이미지 파일', upload: '사진 올리기', replace: '사진 바꾸기', remove: '사진 삭제' },
    ...{ own: '내 프로필 사진', missing: '이미지 파일을 골라 주세요.', wrong: 'PNG, JPEG, WebP 이미지를 골라 주세요.' },
  },
} as const;
/** Each setting is met once: what happens depends on neither, and the designed states are read in both languages. */
const CASES = [
  { language: 'ko', withScript: true },
  { language: 'en', withScript: false },
] as const;

describe.each(CASES)('in $language, JavaScript $withScript', ({ language, withScript }) => {
  const words = WORDS[language];

  /** Nothing is wrong with what the page shows. axe needs a page that may run it. */
  async function expectGood(page: Page) {
    expect(await overflowOf(page)).toEqual([]);
    if (withScript) expect(await axeFindings(page)).toEqual([]);
  }

  test('contract 27: a picture is refused, uploaded, replaced and removed', async () => {
    const email = `${language}-${withScript}@example.org`;
    await createAccount(hosts.ports, { email, role: 'user', nickname: undefined, password: PASSWORD });
    const viewport = { width: 320, height: 700 };
    const context = await chromium.newContext({ locale: language, javaScriptEnabled: withScript, viewport });
    hearComplaints(context, complaints);
    try {
      const page = await context.newPage();
      await page.goto(`${hosts.authUrl}/login`);
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('main button[type=submit]').first().click();
      await page.waitForURL('**/account');

      await page.getByRole('button', { name: words.upload }).click();
      await page.locator('#picture-fault').waitFor();
      expect(await page.locator('#picture-fault').innerText()).toBe(words.missing);
      await expectGood(page);
      const send = async (button: string, name: string, buffer: Buffer) => {
        await page.getByLabel(words.file).setInputFiles({ name, mimeType: 'image/png', buffer });
        await page.getByRole('button', { name: button }).click();
      };
      await send(words.upload, 'me.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
      await expect.poll(() => page.locator('#picture-fault').innerText()).toBe(words.wrong);

      const shown = page.getByRole('img', { name: words.own });
      for (const [button, width, height] of [
        [words.upload, 640, 480],
        [words.replace, 100, 300],
      ] as const) {
        await page.goto(`${hosts.authUrl}/account`);
        await send(button, 'me.png', png(width, height));
        await page.waitForURL('**/account?notice=picture-saved');
        // With JavaScript off, only the test's own code runs on the page.
        const natural = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
        await expect.poll(natural).toBeCloseTo(width / height, 1);
        await expectGood(page);
      }

      await page.getByRole('button', { name: words.remove }).click();
      await page.waitForURL('**/account?notice=picture-removed');
      expect(await shown.count()).toBe(0);
      await expectGood(page);
    } finally {
      await context.close();
    }
  });
});
