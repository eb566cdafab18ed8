// What each page is proven by in a real Chromium: axe finds nothing, nothing reaches beyond the window, the policy is
// kept.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Frame, Page } from 'playwright-core';
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

/** Adds to `complaints` what the browser says, from now on, of a policy broken: on any page, also without script. */
export const hearComplaints = (context: BrowserContext, complaints: string[]): void => {
  context.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) complaints.push(message.text());
  });
};

export const openEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

/** Each violation as "rule: element". */
export const axeFindings = async (page: Page | Frame): Promise<string[]> => {
  const found = await runAxe(page);
  if (found === undefined) await page.evaluate(AXE);
  const { passes, violations } = found ?? (await runAxe(page)) ?? { passes: 0, violations: [] };
  // An axe that did not run would find nothing either.
  expect(passes).toBeGreaterThan(10);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
};

/** Undefined: the page does not have it yet. */
const runAxe = (page: Page | Frame) =>
  page.evaluate(async () => {
    const axe: typeof import('axe-core') | undefined = Reflect.get(globalThis, 'axe');
    if (axe === undefined) return undefined;
    // Elements are gathered for violations only; of what passes, the number of rules is enough.
    const results = await axe.run({ preload: false, resultTypes: ['violations'] });
    return { passes: results.passes.length, violations: results.violations };
  });

/**
 * How far the page reaches beyond the window, and what does.
 * @param widths that the window has in turn, where it is a frame: one visit for all of them
 */
export const overflowOf = (page: Page | Frame, widths?: readonly number[]): Promise<string[]> =>
  page.evaluate((given) => {
    const { documentElement: root } = document;
    return (given ?? [root.clientWidth]).flatMap((width) => {
      if (given && window.frameElement)
        Object.assign((window.frameElement as HTMLElement).style, { width: `${width}px` });
      if (root.clientWidth !== width) return [`The window has ${root.clientWidth} px, not ${width}`];
      if (root.scrollWidth <= width) return [];
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > width + 1)
        .map((element) => `${width} px: ${element.outerHTML.slice(0, 120)}`);
    });
  }, widths);
