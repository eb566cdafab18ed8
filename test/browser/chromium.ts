// The real browser of the tests: Debian's Chromium, driven without a download of its own.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

/** The one without windows first: a page costs half of what it costs in the others. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

const findChromium = (): string => {
  const found = [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path !== undefined && existsSync(path));
  if (found === undefined)
    throw new Error('Chromium is missing: install the package "chromium-headless-shell" or set CHROMIUM_PATH.');
  return found;
};

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: fileURLToPath(new URL('./chromium.sh', import.meta.url)),
    env: { ...process.env, CHROMIUM: findChromium() },
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-gpu',
    ],
  });

/** The browser of this worker, in which its files of tests follow one another: vitest.config.ts does not isolate them. */
const shared = globalThis as { latchkeyTestChromium?: Promise<Browser> };

/**
 * The browser of the tests, whose `close` closes what was opened in it: starting one for each file took as much time as
 * some files take. It ends with the worker, when its pipe closes.
 */
export const openChromium = (): Promise<Browser> => {
  shared.latchkeyTestChromium ??= launchChromium().then((browser) =>
    Object.assign(browser, {
      close: async () => {
        await Promise.all(browser.contexts().map((context) => context.close()));
      },
    }),
  );
  return shared.latchkeyTestChromium;
};
