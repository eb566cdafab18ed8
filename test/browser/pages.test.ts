// Every designed state outside the console in a real Chromium: axe finds nothing, nothing is cut off or scrolls
// sideways, the policy of the auth host is never violated. The console's states: console-pages.test.ts.
import { describe, expect, it } from 'vitest';
import { CONSOLE_STATES } from '../unit/views/console-states.ts';
import { STATES } from '../unit/views/states.ts';
import { keyboardFaults, walkFaults } from './keyboard.ts';
import { axeFindings, hearComplaints, overflowOf, refusedOn, watch } from './proof.ts';
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

describe('the proofs', () => {
  /** What is found where the field of a page has this markup, and is changed so. */
  const found = async (markup: string, change: Record<string, string> = {}): Promise<string> => {
    const page = await opened.windowIn('en');
    await page.setContent(
      `<!doctype html><html lang="en"><title>x</title><main><h1>x</h1><p><a href="/a">a</a></p><p>${markup}</p></main></html>`,
    );
    await page.evaluate(
      (style) => Object.assign((document.querySelector('p + p > *') as HTMLElement).style, style),
      change,
    );
    return [...(await axeFindings(page)), ...(await keyboardFaults(page))].join();
  };
  const LABELLED = '<label>Name <input name="name"></label>';

  it('find nothing in what is right', async () => {
    expect(await found(LABELLED)).toBe('');
  });

  it('pages: find a field without label, and contrast that is too low, by color or by ground', async () => {
    expect(await found('<input name="name">')).toContain('label: ');
    for (const change of [{ color: '#bbb' }, { backgroundColor: '#777', color: '#666' }])
      expect(await found(LABELLED, change)).toContain('color-contrast: ');
  });

  it('pages: find what is wider than one of the widths that the window has in turn', async () => {
    const page = await opened.windowIn('en');
    await page.setContent('<!doctype html><title>x</title><p>x</p>');
    expect(await overflowOf(page, [320, 640])).toEqual([]);
    await page.evaluate(() => Object.assign((document.querySelector('p') as HTMLElement).style, { width: '400px' }));
    expect(await overflowOf(page, [640, 320])).toEqual([expect.stringMatching(/^320 px: <p/)]);
  });

  it.each([
    ['tabindex="5"', '<button tabindex="5">x</button>', {}, 'has a place of its own in the order'],
    ['tabindex="-1"', '<button tabindex="-1">x</button>', {}, 'is left out of the order'],
    ['no outline', '<button>x</button>', { outline: 'none' }, 'does not show that it has the focus'],
    ['what only looks like a button', '<span>x</span>', { cursor: 'pointer' }, 'is for a mouse only'],
    [
      'another order than is seen',
      '<span><button>x</button><button>y</button></span>',
      { display: 'flex', flexDirection: 'row-reverse' },
      'is reached after what stands behind it',
    ],
  ])('pages: find what hinders the keyboard: %s', async (_what, markup, change, fault) => {
    expect(await found(markup, change)).toContain(fault);
  });

  it('WCAG 2.4.1, pages: find by keys a skip link that leads nowhere, a trap, and a disclosure that stays closed', async () => {
    const page = await opened.browser.newPage();
    const walked = async (markup: string, spoil = () => {}): Promise<string> => {
      await page.setContent(markup);
      await page.evaluate(spoil);
      return (await walkFaults(page)).join();
    };
    const links = '<a class="skip" href="#main">s</a><a href="/a">a</a><main id="main"><a href="/b">b</a></main>';
    expect(await walked(links)).toBe('');
    expect(await walked(links.replace('#main', '#none'))).toContain('the skip link leads to');
    const trap = () =>
      document.querySelector('main a')?.addEventListener('keydown', (event) => {
        event.preventDefault();
      });
    expect(await walked(links, trap)).toContain('Tab does not come round');
    const stay = () =>
      document.querySelector('summary')?.addEventListener('click', (event) => {
        event.preventDefault();
      });
    expect(await walked(`${links}<details><summary>c</summary>d</details>`, stay)).toBe('no key opens c');
    await page.close();
  });
});
