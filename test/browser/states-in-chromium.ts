// The designed states, served as the auth host would and opened in a real Chromium: what the files that prove them
// share.
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/views/page/page.ts';
import { openChromium } from './chromium.ts';
import { keyboardFaults } from './keyboard.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';
import { htmlOf, serveStates } from './serve-states.ts';
import { HEIGHT, openVariant } from './variants.ts';

/** The narrowest that is promised, 1280 px at 400 % zoom; a desktop at 200 % zoom; and a desktop. */
const WIDTHS = [320, 640, 1280] as const;
const THEMES = { en: 'light', ko: 'dark' } as const;

export type StatesInChromium = {
  readonly browser: Browser;
  /** Of the states, at /<state>/<language>. */
  readonly origin: string;
  /** What the browser refused since the last look. */
  complaints(): string[];
  /** The window of this language, each in a theme of its own, on a page with the policy of the auth host. */
  windowIn(language: Language): Promise<Frame>;
  /** The state with all disclosures open, in the window of this language, which is of this width. */
  show(state: string, language: Language, width: number): Promise<Frame>;
  /** Gives the window of this language another width. */
  resize(language: Language, width: number): Promise<void>;
};

/** Server and browser of this file of tests, there from its first test to its last. */
export function openStates(): StatesInChromium {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveStates>>;
  const pages = new Map<Language, Page>();
  const complaints: string[] = [];
  beforeAll(async () => {
    [served, browser] = await Promise.all([serveStates(), openChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  const open = async (language: Language): Promise<Page> => {
    const page = await openVariant(browser, { language, theme: THEMES[language], width: 1280 });
    hearComplaints(page.context(), complaints);
    // Pages that wait for the server ask it every few seconds, and would go on under the next state.
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'setInterval', () => 0);
    });
    await page.goto(`${served.origin}/sign-in/${language}`);
    // The window is a frame with the policy of this page, which asks media queries of its own size. To give it another
    // costs a layout; a real window's is also painted by three processes, which took as long as axe. Hidden, it is not
    // painted at all: nobody looks at it, and what is inside does not know.
    await page.evaluate((height) => {
      const frame = document.createElement('iframe');
      Object.assign(frame.style, { visibility: 'hidden', border: '0', height: `${height}px` });
      document.body.replaceChildren(frame);
    }, HEIGHT);
    return page;
  };
  const pageIn = async (language: Language): Promise<Page> => {
    const page = pages.get(language) ?? (await open(language));
    pages.set(language, page);
    return page;
  };
  const windowIn = async (language: Language): Promise<Frame> => {
    const [, frame] = (await pageIn(language)).frames();
    if (frame === undefined) throw new Error('The page has no frame');
    return frame;
  };
  const resize = async (language: Language, width: number): Promise<void> => {
    const page = await pageIn(language);
    await page.evaluate((wanted) => {
      const frame = document.querySelector('iframe');
      if (frame) frame.style.width = `${wanted}px`;
    }, width);
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
    resize,
    async show(state, language, width) {
      const frame = await windowIn(language);
      await resize(language, width);
      // Into the page that is there, which keeps its policy and axe: loading both anew took half of the time. Written
      // with its disclosures open, it is laid out once.
      await frame.setContent(htmlOf(state, language).replaceAll('<details', '<details open'));
      return frame;
    },
  };
}

/**
 * Each state is read by axe twice: in English and light, in Korean and dark, one of them narrow. The product of all
 * settings would find no more: axe judges structure and names, which depend on the language and on what is shown, and
 * that on the width; and contrast, which depends on the theme. Which theme is the narrow one alternates from state to
 * state, so that what states share is read in both, although hardly any colour depends on the width (assets.test.ts).
 * Whether anything is wider than the window depends on language and width, and is looked at in all.
 */
export function proveStates(opened: StatesInChromium, states: readonly string[]): void {
  describe.each(states.map((state, at) => ({ state, narrow: LANGUAGES[at % 2] })))(
    'the page $state',
    ({ state, narrow }) => {
      it('conventions, pages: axe finds nothing, the policy is kept, and nothing scrolls sideways from 320 px and at 200 %, in both languages and themes, all disclosures open; the keyboard reaches all in order and is seen', async () => {
        for (const language of LANGUAGES) {
          const width = language === narrow ? 320 : 1280;
          const page = await opened.show(state, language, width);
          expect(await axeFindings(page), `${language}, ${width} px`).toEqual([]);
          // From the width it has: each other one is a layout.
          if (language !== narrow) expect(await keyboardFaults(page), language).toEqual([]);
          const others = WIDTHS.filter((other) => other !== width);
          expect(await overflowOf(page, [width, ...others]), language).toEqual([]);
          expect(opened.complaints()).toEqual([]);
        }
      });
    },
  );
}
