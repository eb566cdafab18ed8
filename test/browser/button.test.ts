// The sign-in button in a real Chromium: the text that a name makes is never wider than the room that was estimated.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUTTON_SIZES, lookOf, renderButton } from '../../src/views/developers/button-image.tsx';
import { LANGUAGES } from '../../src/views/page/page.ts';
import { brand } from '../unit/views/contexts.ts';
import { openChromium } from './chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser?.close());

it.each([
  'Latchkey',
  'MAMMOTH WORKS',
  'ilfit',
  '한빛 통합 로그인 계정',
  'حساب ياسمين',
  'Ünïcode Çafé',
  'Привет Мир',
  '日本アカウント',
])('the text of "%s" stands inside its padding, and does not leave half of the button empty', async (serviceName) => {
  const page = await browser.newPage();
  for (const size of BUTTON_SIZES) {
    for (const language of LANGUAGES) {
      const variant = { theme: 'light', size, language } as const;
      const named = { ...brand, serviceName };
      const { width, padding, icon, gap } = lookOf(named, variant);
      await page.setContent(renderButton(named, variant));
      const length = await page.evaluate(() => document.querySelector('text')?.getComputedTextLength() ?? 0);
      expect(length).toBeLessThanOrEqual(width - icon - gap - padding);
      expect(length).toBeGreaterThan((width - icon - gap - 2 * padding) / 2);
    }
  }
  await page.close();
});
