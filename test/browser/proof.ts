// What each page is proven by in a real Chromium (pages.md "Proof"): axe finds nothing, nothing reaches beyond the window, the
// policy is kept.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the browser refused or failed to load, in words. */
export const watch = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Reflect.set(globalThis, 'refused', refused);
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
};
export const refusedOn = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'refused'));

export const openEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

/** Each violation as "rule: element". */
export const axeFindings = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  const results = await page.evaluate(
    (): Promise<AxeResults> => Reflect.get(globalThis, 'axe').run({ preload: false }),
  );
  // An axe that did not run would find nothing either.
  expect(results.passes.length).toBeGreaterThan(10);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
};

/** How far the page reaches beyond the window, and what does. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
