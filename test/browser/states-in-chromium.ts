// The designed states, served as the auth host would and opened in a real Chromium: what the files that prove them
// share.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/views/parts/page.ts';
import { launchChromium } from './chromium.ts';
import { axeFindings, openEverything, overflowOf, refusedOn, watch } from './proof.ts';
import { serveStates } from './serve-states.ts';
import { HEIGHT, openVariant, PAIRED_VARIANTS } from './variants.ts';

const NARROWEST = { width: 320, height: 640 };

export type StatesInChromium = {
  readonly browser: Browser;
  /** Of the states, at /<state>/<language>. */
  readonly origin: string;
  /** The state with all disclosures open; loaded anew only where this language's page shows another. */
  show(state: string, language: Language): Promise<Page>;
};

/** Server and browser of this file of tests, there from its first test to its last. */
export function openStates(): StatesInChromium {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveStates>>;
  const pages = new Map<Language, Page>();
  beforeAll(async () => {
    served = await serveStates();
    browser = await launchChromium();
    for (const language of LANGUAGES) {
      const page = await openVariant(browser, { language, theme: 'light', width: 1280 });
      await watch(page);
      pages.set(language, page);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  return {
    get browser() {
      return browser;
    },
    get origin() {
      return served.origin;
    },
    async show(state, language) {
      const page = pages.get(language);
      if (!page) throw new Error(`There is no page in ${language}`);
      const url = `${served.origin}/${state}/${language}`;
      if (page.url() !== url) {
        await page.goto(url);
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
        expect(await refusedOn(page)).toEqual([]);
        expect(await overflowOf(page), JSON.stringify(variant)).toEqual([]);
        expect(await axeFindings(page), JSON.stringify(variant)).toEqual([]);
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
