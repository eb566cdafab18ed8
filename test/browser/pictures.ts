// Draws the pictures of the README in a real Chromium, light and dark: the consent page and the console, as the designed
// states of the gallery show them. Run: npm run docs:pictures, which then draws every state (gallery.ts)
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { serveStates } from './serve-states.ts';

const OUT = new URL('../../docs/pictures/', import.meta.url);

/** By the name of the file: the state, and the part of its page that is shown. */
const PICTURES = {
  consent: { state: 'consent', width: 520, height: 1306 },
  console: { state: 'console-statistics', width: 1080, height: 812 },
} as const;

/** WebP, which Playwright's own screenshots cannot be; twice the pixels, for screens that have them. */
const draw = async (browser: Browser, url: string, theme: 'light' | 'dark', width: number, height: number) => {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: theme,
    locale: 'en',
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  await context.close();
  return Buffer.from(data, 'base64');
};

const served = await serveStates();
const browser = await launchChromium();
mkdirSync(OUT, { recursive: true });
for (const [name, { state, width, height }] of Object.entries(PICTURES)) {
  for (const theme of ['light', 'dark'] as const) {
    const picture = await draw(browser, `${served.origin}/${state}/en`, theme, width, height);
    writeFileSync(new URL(`${name}-${theme}.webp`, OUT), picture);
    process.stdout.write(`${name}-${theme}.webp: ${picture.length} bytes\n`);
  }
}
await browser.close();
await served.close();
