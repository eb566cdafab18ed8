// Every designed state of the console in a real Chromium, as pages.test.ts looks at those outside it; and each page of
// owners and operators walked through with the keyboard alone, in its fullest state.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_STATES } from '../unit/views/console-states.ts';
import { pageOf } from '../unit/views/pages-of-routes.ts';
import { STATES } from '../unit/views/states.ts';
import { walkFaults } from './keyboard.ts';
import { htmlOf } from './serve-states.ts';
import { openStates, proveStates } from './states-in-chromium.ts';
import { openVariant } from './variants.ts';

const opened = openStates();

proveStates(opened, Object.keys(CONSOLE_STATES));

describe('the keyboard alone', () => {
  const fullest = new Map<string, { state: string; html: string }>();
  for (const state of Object.keys(STATES)) {
    const path = pageOf(state);
    if (!path?.startsWith('/console')) continue;
    const html = htmlOf(state, 'en');
    if (html.length > (fullest.get(path)?.html.length ?? 0)) fullest.set(path, { state, html });
  }

  let page: Page;
  beforeAll(async () => {
    page = await openVariant(opened.browser, { language: 'en', theme: 'light', width: 1280 });
    await page.goto(`${opened.origin}/sign-in/en`);
  });

  it.each([...fullest].map(([path, { state, html }]) => ({ path, state, html })))(
    'pages: opens what is folded on $path ($state), reaches all that can be used, in order, and is seen there',
    async ({ html }) => {
      await page.setContent(html.replaceAll(' autofocus', ''));
      expect(await walkFaults(page)).toEqual([]);
    },
  );
});
