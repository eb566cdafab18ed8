// Every designed state in a real Chromium: axe finds nothing, nothing is cut off or scrolls sideways, the policy of the
// auth host is never violated; and the comforts of the script do what they promise.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATES } from '../views/states.ts';
import { launchChromium } from './chromium.ts';
import { axeFindings, openEverything, overflowOf, refusedOn, watch } from './proof.ts';
import { serveStates } from './serve-states.ts';
import { openVariant, PAIRED_VARIANTS, type Variant } from './variants.ts';

const NARROWEST = 320;

let browser: Browser;
let served: Awaited<ReturnType<typeof serveStates>>;
const open = new Map<string, Page>();

beforeAll(async () => {
  served = await serveStates();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await served.close();
});

const pageFor = async (variant: Variant): Promise<Page> => {
  const key = JSON.stringify(variant);
  const known = open.get(key);
  if (known !== undefined) return known;
  const page = await openVariant(browser, variant);
  await watch(page);
  open.set(key, page);
  return page;
};

for (const state of Object.keys(STATES)) {
  describe(`the page "${state}"`, () => {
    it('conventions: axe finds nothing and the policy is kept, in both languages, themes and widths, all disclosures open', async () => {
      for (const variant of PAIRED_VARIANTS) {
        const page = await pageFor(variant);
        await page.goto(`${served.origin}/${state}/${variant.language}`);
        await openEverything(page);
        expect(await refusedOn(page)).toEqual([]);
        expect(await overflowOf(page), JSON.stringify(variant)).toEqual([]);
        expect(await axeFindings(page), JSON.stringify(variant)).toEqual([]);
      }
    });

    it('pages: it is readable at 320 px without scrolling sideways', async () => {
      const page = await pageFor({ language: 'ko', theme: 'light', width: 360 });
      const size = page.viewportSize();
      await page.setViewportSize({ width: NARROWEST, height: 640 });
      for (const language of ['en', 'ko'] as const) {
        await page.goto(`${served.origin}/${state}/${language}`);
        await openEverything(page);
        expect(await overflowOf(page), language).toEqual([]);
      }
      if (size !== null) await page.setViewportSize(size);
    });
  });
}

describe('the watch', () => {
  it('K8: sees an inline style that the policy refuses', async () => {
    const page = await pageFor({ language: 'en', theme: 'light', width: 1280 });
    await page.goto(`${served.origin}/sign-in/en`);
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p style="color:red">x</p>'));
    await expect.poll(() => refusedOn(page)).toEqual(['style-src-attr inline']);
  });
});

describe('the script', () => {
  const fresh = async (state: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> => {
    const context = await browser.newContext({ locale: 'en', ...options });
    const page = await context.newPage();
    await watch(page);
    await page.goto(`${served.origin}/${state}/en`);
    return page;
  };

  it('pages: a password can be shown and hidden, and is hidden again when it is sent', async () => {
    const page = await fresh('sign-in');
    const field = page.locator('#password');
    await field.fill('correct horse');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field.getAttribute('type')).toBe('text');
    await page.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault()));
    await page.locator('.primary').click();
    expect(await field.getAttribute('type')).toBe('password');
  });

  it('pages: the strength of a new password is told while typing', async () => {
    const page = await fresh('sign-up');
    const told: string[] = [];
    for (const password of ['short', 'password1', 'correct horse battery', 'correct horse battery staple 42!']) {
      await page.locator('#password').fill(password);
      told.push(await page.locator('.strength').innerText());
    }
    expect(told).toEqual(['Too short', 'Easy to guess', 'Good', 'Strong']);
  });

  it('contract 4: one control ticks all optional items and follows them', async () => {
    const page = await fresh('consent');
    const all = page.getByLabel('Agree to all of these');
    const items = page.locator('input[name=item]:not(:disabled)');
    await all.check();
    expect(await items.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked))).toEqual([
      true,
      true,
    ]);
    await items.first().uncheck();
    expect(await all.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
  });

  it('pages: an item without a value asks for it once it is ticked', async () => {
    const page = await fresh('consent-ask');
    expect(await page.locator('#zoneinfo').isVisible()).toBe(false);
    await page.getByLabel('Language and time zone').check();
    expect(await page.locator('#zoneinfo').isVisible()).toBe(true);
  });

  it('pages: a double click posts once, and the button says that work is under way', async () => {
    const page = await fresh('sign-up');
    await page.evaluate(() => {
      Reflect.set(globalThis, 'posts', 0);
      document.addEventListener('submit', (event) => {
        if (!event.defaultPrevented) Reflect.set(globalThis, 'posts', Reflect.get(globalThis, 'posts') + 1);
        event.preventDefault();
      });
    });
    await page.locator('.primary').dblclick();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'posts'))).toBe(1);
    expect(await page.locator('.primary').innerText()).toBe('One moment…');
  });

  it('pages: without script the consent page still has one control for all, and no dead one', async () => {
    const page = await fresh('consent', { javaScriptEnabled: false });
    expect(await page.getByRole('button', { name: 'Agree to everything and continue' }).isVisible()).toBe(true);
    expect(await page.getByText('Agree to all of these').isVisible()).toBe(false);
  });

  it('pages: with script there is no second way to agree to everything', async () => {
    const page = await fresh('consent');
    expect(await page.getByRole('button', { name: 'Agree to everything and continue' }).count()).toBe(0);
  });

  it('pages: Enter in a field presses the primary button, not Cancel', async () => {
    const page = await fresh('sign-in');
    await page.evaluate(() =>
      document.addEventListener('submit', (event) => {
        Reflect.set(globalThis, 'pressed', event.submitter?.className);
        event.preventDefault();
      }),
    );
    await page.locator('#email').press('Enter');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'pressed'))).toContain('primary');
  });

  it('pages: the page opens with the focus on its first field', async () => {
    const page = await fresh('sign-in');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
  });
});
