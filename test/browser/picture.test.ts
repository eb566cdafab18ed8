// Uploading, replacing and removing the profile picture in a real Chromium against the real program: in both languages,
// with JavaScript and without (contract 27).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../helpers/images.ts';
import { startServer } from '../helpers/program.ts';
import { succeed, type TestServer } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';

let server: TestServer;
let chromium: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  [server, chromium] = await Promise.all([startServer(), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await server?.stop();
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
const CASES = (['en', 'ko'] as const).flatMap((language) =>
  [true, false].map((withScript) => ({ language, withScript })),
);

describe.each(CASES)('in $language, JavaScript $withScript', ({ language, withScript }) => {
  const words = WORDS[language];

  /** Nothing is wrong with what the page shows. axe needs a page that may run it. */
  async function expectGood(page: Page) {
    if (!withScript) return;
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toEqual([]);
  }

  test('contract 27: a picture is refused, uploaded, replaced and removed', async () => {
    const email = `${language}-${withScript}@example.org`;
    await succeed(server, ['accounts', 'create', '--email', email, '--password-stdin'], PASSWORD);
    const viewport = { width: 320, height: 700 };
    const context = await chromium.newContext({ locale: language, javaScriptEnabled: withScript, viewport });
    hearComplaints(context, complaints);
    try {
      const page = await context.newPage();
      await page.goto(`${server.authUrl}/login`);
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
        await page.goto(`${server.authUrl}/account`);
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
