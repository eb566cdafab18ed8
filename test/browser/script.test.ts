// The comforts of the pages' script in a real Chromium do what they promise, and pages are whole without it.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { watch } from './proof.ts';
import { openStates } from './states-in-chromium.ts';

const opened = openStates();

describe('the script', () => {
  const fresh = async (state: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> => {
    const context = await opened.browser.newContext({ locale: 'en', ...options });
    const page = await context.newPage();
    await watch(page);
    await page.goto(`${opened.origin}/${state}/en`);
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
    expect(told).toEqual(['Too short', 'Weak', 'Good', 'Strong']);
  });

  it('contract 4: one control ticks all optional items and follows them', async () => {
    const page = await fresh('consent');
    const all = page.getByLabel('Agree to all of these');
    const items = page.locator('input[name=item]');
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
    expect(await page.getByRole('button', { name: 'Agree to all and continue' }).isVisible()).toBe(true);
    expect(await page.getByText('Agree to all of these').isVisible()).toBe(false);
  });

  it('pages: with script there is no second way to agree to everything', async () => {
    const page = await fresh('consent');
    expect(await page.getByRole('button', { name: 'Agree to all and continue' }).count()).toBe(0);
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
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
  });
});
