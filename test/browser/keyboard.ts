// The keyboard of somebody without a mouse.
import type { Page } from 'playwright-core';

/**
 * Until a page that opens with the focus in a field has it there: the browser does that a moment after it is loaded.
 */
export const untilFocused = (page: Page): Promise<void> => page.locator(':is(input, button):focus').waitFor();

const MAX_PRESSES = 60;

/** Presses Tab until what the selector names has the focus. @throws Error where it never does */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${selector}`);
}
