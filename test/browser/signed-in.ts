// Somebody who signed in without a window, for tests that are about what comes after: their cookies.
import type { BrowserContext } from 'playwright-core';
import type { Browser } from '../helpers/browser.ts';

/** The window's person is who signed in with `browser`. */
export const carryOver = (browser: Browser, authUrl: string, context: BrowserContext): Promise<void> =>
  context.addCookies([...browser.cookies(authUrl)].map(([name, value]) => ({ name, value, url: authUrl })));
