// The menu of an application's pages: one button on a phone, that works without JavaScript and leaves the upper quarter to
// the content; all of it beside the pages on a wide screen.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECTIONS } from '../../src/views/console/parts/sections.ts';
import { LANGUAGES } from '../../src/views/page/page.ts';
import { openChromium } from './chromium.ts';
import { tabTo } from './keyboard.ts';
import { serveStates } from './serve-states.ts';

const PHONE = { width: 360, height: 640 };
const STATES = [
  'console-overview-test',
  'console-overview-off',
  'console-settings',
  'console-team',
  'console-sign-in',
  'console-statistics',
  'console-overview-viewer',
];

let chromium: Browser;
let served: Awaited<ReturnType<typeof serveStates>>;
beforeAll(async () => {
  served = await serveStates();
  chromium = await openChromium();
});
afterAll(async () => {
  await chromium?.close();
  await served?.close();
});

/** The pages follow one another in one window: without script, none leaves anything behind. */
let page: Page;
const open = async (state: string, language: string, viewport: { width: number; height: number }): Promise<void> => {
  page ??= await (await chromium.newContext({ viewport, javaScriptEnabled: false })).newPage();
  await page.setViewportSize(viewport);
  await page.goto(`${served.origin}/${state}/${language}`);
};

describe.each(LANGUAGES)('in the language "%s"', (language) => {
  test.each(STATES)('pages: on a phone the content of "%s" begins in the upper quarter', async (state) => {
    await open(state, language, PHONE);
    const box = await page.locator('.section > *').first().boundingBox();
    expect(box?.y).toBeLessThanOrEqual(PHONE.height / 4);
    expect(await page.locator('.sections a:visible, .around a:visible').count()).toBe(0);
  });
});

test.each(LANGUAGES)(
  'pages: on a wide screen each page of the operators’ menu is one line, the chosen one too, in "%s"',
  async (language) => {
    for (const state of ['console-messages', 'console-server-audit', 'console-clients']) {
      await open(state, language, { width: 1280, height: 800 });
      const heights = await page
        .locator('.sections a')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
      expect(new Set(heights).size, state).toBe(1);
    }
  },
);

test('pages: by keyboard alone, without JavaScript, the button opens the menu, and the next stops are its links', async () => {
  await open('console-settings', 'en', PHONE);
  await tabTo(page, '.menu summary');
  await page.keyboard.press('Enter');
  expect(await page.locator('.sections a:visible').count()).toBe(SECTIONS.length);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/console');
  await tabTo(page, '.sections [aria-current=page]');
  expect(await page.locator('.sections [aria-current=page]').innerText()).toBe('Application settings');
});

test('pages: on a wide screen the menu stands open beside the content, without its button', async () => {
  await open('console-settings', 'en', { width: 1280, height: 780 });
  const [menu, section] = [await page.locator('.sections').boundingBox(), await page.locator('.section').boundingBox()];
  expect(await page.locator('.menu summary').isVisible()).toBe(false);
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThan(section?.x ?? 0);
});

test('RFC 8252 7.1: with the script the redirect URI of an app follows its name, until the person types another', async () => {
  const page = await chromium.newPage();
  await page.goto(`${served.origin}/console-new/en`);
  await page.getByLabel('Android app').check();
  const uri = page.locator('#new-native_redirect_uri');
  expect(await page.locator('#new-redirect_uri').isVisible()).toBe(false);
  await page.fill('#new-package_name', 'com.Acme.my_shop');
  expect(await uri.inputValue()).toBe('com.acme.my-shop:/callback');
  await page.fill('#new-package_name', 'com');
  expect(await uri.inputValue()).toBe('');
  await page.fill('#new-package_name', 'com.acme');
  await uri.fill('com.acme:/other');
  await page.fill('#new-package_name', 'com.acme.shop');
  expect(await uri.inputValue()).toBe('com.acme:/other');
  await page.close();
});
