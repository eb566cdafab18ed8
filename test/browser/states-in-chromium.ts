// The designed states, served as the auth host would and opened in a real Chromium: what the files that prove them
// share.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/views/page/page.ts';
import { openChromium } from './chromium.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';
import { htmlOf, serveStates } from './serve-states.ts';
import { HEIGHT, openVariant } from './variants.ts';

/** The narrowest that is promised, 1280 px at 400 % zoom, and a desktop. */
const WIDTHS = [320, 1280] as const;
/** A desktop at 200 % zoom. */
const ZOOMED = 640;
const THEMES = { en: 'light', ko: 'dark' } as const;

export type StatesInChromium = {
  readonly browser: Browser;
  /** Of the states, at /<state>/<language>. */
  readonly origin: string;
  /** What the browser refused since the last look. */
  complaints(): string[];
  /** The window of this language, each in a theme of its own, on a page with the policy of the auth host. */
  windowIn(language: Language): Promise<Page>;
  /** The state with all disclosures open, in the window of this language, which is of this width. */
  show(state: string, language: Language, width: number): Promise<Page>;
  /** Gives the window of this language another width. */
  resize(language: Language, width: number): Promise<void>;
};

type Window = { readonly page: Page; readonly session: CDPSession; width: number };

/** Server and browser of this file of tests, there from its first test to its last. */
export function openStates(): StatesInChromium {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveStates>>;
  const windows = new Map<Language, Window>();
  const complaints: string[] = [];
  beforeAll(async () => {
    [served, browser] = await Promise.all([serveStates(), openChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  const open = async (language: Language): Promise<Window> => {
    const page = await openVariant(browser, { language, theme: THEMES[language], width: 1280 });
    hearComplaints(page.context(), complaints);
    // Pages that wait for the server ask it every few seconds, and would go on under the next state.
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'setInterval', () => 0);
    });
    await page.goto(`${served.origin}/sign-in/${language}`);
    const session = await page.context().newCDPSession(page);
    // Pages in it are laid out as in any window, but not painted, which took a fifth of the time: nobody looks at them.
    const { windowId } = await session.send('Browser.getWindowForTarget');
    await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
    return { page, session, width: 1280 };
  };
  const windowIn = async (language: Language): Promise<Window> => {
    const window = windows.get(language) ?? (await open(language));
    windows.set(language, window);
    return window;
  };
  const resize = async (language: Language, width: number): Promise<void> => {
    const window = await windowIn(language);
    if (window.width === width) return;
    // Playwright's way would show the window again.
    const size = { width, height: HEIGHT, screenWidth: width, screenHeight: HEIGHT };
    await window.session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    window.width = width;
  };
  return {
    get browser() {
      return browser;
    },
    get origin() {
      return served.origin;
    },
    complaints: () => complaints.splice(0),
    windowIn: async (language) => (await windowIn(language)).page,
    resize,
    async show(state, language, width) {
      const { page } = await windowIn(language);
      await resize(language, width);
      // Into the page that is there, which keeps its policy and axe: loading both anew took half of the time. Written
      // with its disclosures open, it is laid out and painted once.
      await page.setContent(htmlOf(state, language).replaceAll('<details', '<details open'));
      return page;
    },
  };
}

/**
 * Each state is read by axe twice: in English and light, in Korean and dark, one of them narrow. The product of all
 * settings would find no more: axe judges structure and names, which depend on the language and on what is shown, and
 * that on the width; and contrast, which depends on the theme. Which theme is the narrow one alternates from state to
 * state, so that what states share is read in both, although hardly any colour depends on the width (assets.test.ts).
 * Whether anything is wider than the window depends on language and width, and is looked at in all four; at 200 % in one
 * language, in turns.
 */
export function proveStates(opened: StatesInChromium, states: readonly string[]): void {
  describe.each(
    states.map((state, at) => ({ state, turn: at % 2, widths: at % 2 === 0 ? WIDTHS : WIDTHS.toReversed() })),
  )('the page $state', ({ state, turn, widths }) => {
    it('conventions, pages: axe finds nothing, the policy is kept, and nothing scrolls sideways from 320 px and at 200 %, in both languages and themes, all disclosures open', async () => {
      for (const [at, language] of LANGUAGES.entries()) {
        const [first, second] = at === 0 ? widths : widths.toReversed();
        const page = await opened.show(state, language, first);
        expect(await axeFindings(page), `${language}, ${first} px`).toEqual([]);
        expect(await overflowOf(page, first), `${language}, ${first} px`).toEqual([]);
        await opened.resize(language, second);
        expect(await overflowOf(page, second), `${language}, ${second} px`).toEqual([]);
        if (at === turn) {
          await opened.resize(language, ZOOMED);
          expect(await overflowOf(page, ZOOMED), `${language}, ${ZOOMED} px`).toEqual([]);
        }
        expect(opened.complaints()).toEqual([]);
      }
    });
  });
}
