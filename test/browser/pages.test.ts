// Every designed state outside the console in a real Chromium: axe finds nothing, nothing is cut off or scrolls
// sideways, the policy of the auth host is never violated. The console's states: console-pages.test.ts.
import { describe, expect, it } from 'vitest';
import { CONSOLE_STATES } from '../unit/views/console-states.ts';
import { STATES } from '../unit/views/states.ts';
import { hearComplaints, refusedOn, watch } from './proof.ts';
import { openStates, proveStates } from './states-in-chromium.ts';

const opened = openStates();

proveStates(
  opened,
  Object.keys(STATES).filter((state) => !Object.hasOwn(CONSOLE_STATES, state)),
);

describe('the watch', () => {
  it('K8: sees an inline style that the policy refuses, and hears of it', async () => {
    const context = await opened.browser.newContext();
    const complaints: string[] = [];
    hearComplaints(context, complaints);
    const page = await context.newPage();
    await watch(page);
    await page.goto(`${opened.origin}/sign-in/en`);
    expect(complaints).toEqual([]);
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p style="color:red">x</p>'));
    await expect.poll(() => refusedOn(page)).toEqual(['style-src-attr inline']);
    await expect.poll(() => complaints).toEqual([expect.stringContaining('style-src')]);
    await context.close();
  });

  it('K8: hears of one in a state that is written into the page', async () => {
    const page = await opened.windowIn('en');
    expect(opened.complaints()).toEqual([]);
    await page.setContent('<!doctype html><title>x</title><p style="color:red">x</p>');
    await expect.poll(() => opened.complaints()).toEqual([expect.stringContaining('style-src')]);
  });
});
