// Draws every designed state of every page in a real Chromium and writes one contact sheet per state: two languages,
// two themes, two widths side by side, to be looked at. `npm run docs:pictures` draws all of them, page by page
// (pages-of-routes.ts). Run: npx tsx test/browser/gallery.ts [--in-app] [state or page …], a page as /console/policy
//
// `--in-app`: as a browser inside another app shows them, which has no passkeys.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { PAGES, pageOf } from '../unit/views/pages-of-routes.ts';
import { STATES } from '../unit/views/states.ts';
import { launchChromium } from './chromium.ts';
import { IN_KAKAOTALK, withoutPasskeys } from './in-app-browser.ts';
import { serveStates } from './serve-states.ts';
import { openVariant, VARIANTS } from './variants.ts';

const OUT = new URL('./screenshots/', import.meta.url);
const TALLEST = 2600;
const GAP = 16;
const SHOWN = { 360: 360, 1280: 640 } as const;

// Dark pictures show what is behind the first disclosures, light ones the page as it opens.
const openSome = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of [...document.querySelectorAll('details')].slice(0, 2)) details.open = true;
  });

const shoot = async (page: Page, url: string, opened: boolean): Promise<Buffer> => {
  await page.goto(url);
  if (opened) await openSome(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  return page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(Math.max(tall, height), TALLEST) },
  });
};

const sheetOf = async (browser: Browser, pictures: readonly Buffer[]): Promise<Buffer> => {
  const rows = ([360, 1280] as const).map((width) => {
    const images = pictures.flatMap((picture, at) =>
      VARIANTS[at]?.width === width
        ? [`<img width="${SHOWN[width]}" src="data:image/png;base64,${picture.toString('base64')}">`]
        : [],
    );
    return `<div style="display:flex;gap:${GAP}px;align-items:flex-start">${images.join('')}</div>`;
  });
  const page = await browser.newPage({ viewport: { width: 4 * 360 + 5 * GAP, height: 400 } });
  await page.setContent(
    `<body style="margin:0;padding:${GAP}px;display:grid;gap:${GAP}px;background:#888;width:max-content">${rows.join('')}`,
  );
  const width = await page.evaluate(() => document.body.scrollWidth);
  await page.setViewportSize({ width, height: 400 });
  const sheet = await page.screenshot({ fullPage: true });
  await page.close();
  return sheet;
};

const inApp = process.argv.includes('--in-app');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const pageNames = Object.keys(PAGES);
const names = Object.keys(STATES)
  .filter((name) => wanted.length === 0 || wanted.includes(name) || wanted.includes(pageOf(name) ?? name))
  .toSorted((one, other) => pageNames.indexOf(pageOf(one) ?? '') - pageNames.indexOf(pageOf(other) ?? ''));
const served = await serveStates();
const browser = await launchChromium();
const pages = await Promise.all(
  VARIANTS.map((variant) => openVariant(browser, variant, inApp ? { userAgent: IN_KAKAOTALK } : {})),
);
if (inApp) await Promise.all(pages.map(withoutPasskeys));
mkdirSync(OUT, { recursive: true });
for (const name of names) {
  const pictures: Buffer[] = [];
  for (const [at, variant] of VARIANTS.entries()) {
    const page = pages[at];
    if (page === undefined) continue;
    pictures.push(await shoot(page, `${served.origin}/${name}/${variant.language}`, variant.theme === 'dark'));
  }
  writeFileSync(new URL(`${name}${inApp ? '-in-app' : ''}.png`, OUT), await sheetOf(browser, pictures));
  process.stdout.write(`${pageOf(name)}: ${name}\n`);
}
await browser.close();
await served.close();
