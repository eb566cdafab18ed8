// The button of the consent page in a real Chromium: in sight on a phone, never over what has the focus, and out of the
// way on a page that is zoomed.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openStates } from './states-in-chromium.ts';

const opened = openStates();
const PHONES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
];
/** 1280 × 720 and a phone of 360 × 780, at 200 %. */
const ZOOMED = [
  { width: 640, height: 360 },
  { width: 180, height: 390 },
];

const show = async (state: string, viewport: { width: number; height: number }): Promise<Page> => {
  const context = await opened.browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(`${opened.origin}/${state}/en`);
  return page;
};

const isInSight = (page: Page): Promise<boolean> =>
  page.locator('.primary').evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** The focused control, if the bar of the button is over part of it. */
const coveredFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const bar = document.querySelector('.stay');
    if (!focused || !bar || bar.contains(focused) || focused === document.body) return undefined;
    const covered = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    const isAbove = Boolean(bar.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING);
    return covered && isAbove ? focused.outerHTML : undefined;
  });

describe('the button to agree', () => {
  it.each(PHONES)('pages: stays in sight on a phone of $width × $height', async (phone) => {
    const page = await show('consent-eight', phone);
    expect(await isInSight(page)).toBe(true);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await isInSight(page)).toBe(true);
  });

  it.each(['consent-eight', 'consent-empty', 'consent-added', 'consent-faults'])(
    'pages: never covers what has the focus, on the way through "%s" with the keyboard alone',
    async (state) => {
      const page = await show(state, { width: 360, height: 640 });
      for (const box of await page.locator('input[name=item]:visible').all()) await box.check();
      await page.evaluate(() => {
        scrollTo(0, 0);
        (document.activeElement as HTMLElement | null)?.blur();
      });
      const stops = await page.locator('form :is(input:not([type=hidden]), select, textarea, summary)').count();
      const covered: string[] = [];
      for (let stop = 0; stop < stops + 6; stop += 1) {
        await page.keyboard.press('Tab');
        covered.push(...[(await coveredFocus(page)) ?? []].flat());
      }
      expect(covered).toEqual([]);
    },
  );

  it.each(ZOOMED)('pages: is in its place at 200 % zoom, where $width × $height is left', async (zoomed) => {
    const page = await show('consent-eight', zoomed);
    expect(await page.locator('.stay').evaluate((bar) => getComputedStyle(bar).position)).toBe('static');
  });
});
