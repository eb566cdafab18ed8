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

  it('contract 28: one control ticks all documents, optional ones too, and does not confirm the age', async () => {
    const page = await fresh('sign-up-documents');
    await page.getByLabel('Agree to all, including optional').check();
    const isChecked = (selector: string) =>
      page.locator(selector).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
    expect(new Set(await isChecked('input[name=documents]'))).toEqual(new Set([true]));
    expect(await isChecked('input[name=age]')).toEqual([false]);
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

  describe('contract 21: the page that waits for a code', () => {
    /** What it looks at redirects, once `answer` was called: there is nothing to wait for any more. */
    async function waiting() {
      const context = await opened.browser.newContext({ locale: 'en', bypassCSP: true });
      const page = await context.newPage();
      // Its time stands, but for what a test lets pass.
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(60_000);
      const seen = { looks: 0, visits: 0 };
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/verify/code', async (route) => {
        const isLook = route.request().method() === 'HEAD';
        seen[isLook ? 'looks' : 'visits'] += 1;
        if (isLook) await held;
        await route.fulfill(isLook ? { status: 303, headers: { location: '/account' } } : { body: 'went on' });
      });
      await page.goto(`${opened.origin}/verify-sent/en`);
      await page.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault()));
      const send = () => page.getByRole('button', { name: 'Verify', exact: true }).click();
      return { page, send, seen, answer };
    }

    it('goes on by itself', async () => {
      const { page, seen, answer } = await waiting();
      answer();
      await page.clock.runFor(3000);
      await page.waitForURL('**/verify/code');
      expect(seen).toEqual({ looks: 1, visits: 1 });
    });

    it('stays while its form is being sent, whose answer leads on, also where it looked a moment before', async () => {
      const { page, send, seen, answer } = await waiting();
      await page.clock.runFor(3000);
      await expect.poll(() => seen.looks).toBe(1);
      await send();
      answer();
      // Twice there and back: the page has had its answer by then.
      for (const _ of [1, 2])
        await page.evaluate(() => fetch('/verify/code', { method: 'HEAD', redirect: 'manual' }).then(() => undefined));
      expect(seen).toEqual({ looks: 3, visits: 0 });
    });
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
