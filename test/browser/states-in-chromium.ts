// The designed states, served as the auth host would and opened in a real Chromium: what the files that prove them
// share.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/views/parts/page.ts';
import { launchChromium } from './chromium.ts';
import { axeFindings, hearComplaints, openEverything, overflowOf } from './proof.ts';
import { htmlOf, serveStates } from './serve-states.ts';
import { HEIGHT, openVariant, PAIRED_VARIANTS } from './variants.ts';

const NARROWEST = { width: 320, height: 640 };

export type StatesInChromium = {
  readonly browser: Browser;
  /** Of the states, at /<state>/<language>. */
  readonly origin: string;
  /** What the browser refused since the last look. */
  complaints(): string[];
  /** A window of this language, on a page with the policy of the auth host. */
  windowIn(language: Language): Page;
  /** The state with all disclosures open; written anew only where this language's window shows another. */
  show(state: string, language: Language): Promise<Page>;
};

/** Server and browser of this file of tests, there from its first test to its last. */
export function openStates(): StatesInChromium {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveStates>>;
  const pages = new Map<Language, Page>();
  const shown = new Map<Language, string>();
  const complaints: string[] = [];
  beforeAll(async () => {
    served = await serveStates();
    browser = await launchChromium();
    for (const language of LANGUAGES) {
      const page = await openVariant(browser, { language, theme: 'light', width: 1280 });
      hearComplaints(page.context(), complaints);
      // Pages that wait for the server ask it every few seconds, and would go on under the next state.
      await page.addInitScript(() => {
        Reflect.set(globalThis, 'setInterval', () => 0);
      });
      await page.goto(`${served.origin}/sign-in/${language}`);
      pages.set(language, page);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  const windowIn = (language: Language): Page => {
    const page = pages.get(language);
    if (!page) throw new Error(`There is no page in ${language}`);
    return page;
  };
  return {
    get browser() {
      return browser;
    },
    get origin() {
      return served.origin;
    },
    complaints: () => complaints.splice(0),
    windowIn,
    async show(state, language) {
      const page = windowIn(language);
      if (shown.get(language) !== state) {
        // Into the page that is there, which keeps its policy and axe: loading both anew took half of the time.
        await page.setContent(htmlOf(state, language));
        shown.set(language, state);
        await openEverything(page);
      }
      return page;
    },
  };
}

/**
 * Two tests of each state: nothing is found in it in any way it is looked at, and it is readable on the narrowest
 * screen.
 */
export function proveStates(opened: StatesInChromium, states: readonly string[]): void {
  describe.each(states)('the page "%s"', (state) => {
    it('conventions: axe finds nothing and the policy is kept, in both languages, themes and widths, all disclosures open', async () => {
      for (const variant of PAIRED_VARIANTS) {
        const page = await opened.show(state, variant.language);
        await page.emulateMedia({ colorScheme: variant.theme });
        await page.setViewportSize({ width: variant.width, height: HEIGHT });
        expect(await overflowOf(page), JSON.stringify(variant)).toEqual([]);
        expect(await axeFindings(page), JSON.stringify(variant)).toEqual([]);
        expect(opened.complaints()).toEqual([]);
      }
    });

    it('pages: it is readable at 320 px without scrolling sideways', async () => {
      for (const language of LANGUAGES) {
        const page = await opened.show(state, language);
        await page.setViewportSize(NARROWEST);
        expect(await overflowOf(page), language).toEqual([]);
      }
    });
  });
}
