// The keyboard of somebody without a mouse.
import type { CDPSession, Frame, Page } from 'playwright-core';

/**
 * Until a page that opens with the focus in a field has it there: the browser does that a moment after it is loaded.
 */
export const untilFocused = (page: Page): Promise<void> => page.locator(':is(input, button):focus').waitFor();

const MAX_PRESSES = 60;

/** Presses Tab until what the selector names has the focus. @throws Error where it never does */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${selector}`);
}

type Keyboard = {
  /** In sight, in the order of the document. */
  controls: HTMLElement[];
  said(element: Element): string;
  /** Of a control that has the focus. */
  hidesFocus(control: Element): boolean;
};

type Walk = { reached: Element[]; unseen: Element[]; isRound: boolean };

/** Makes the page know its controls as they are without focus. */
const knowControls = (page: Page | Frame): Promise<void> =>
  page.evaluate(() => {
    // The name of a person whose password is asked for is there for password managers alone.
    const unused = ':disabled, [type=hidden], [inert] *, [readonly][aria-hidden=true]';
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [contenteditable], [role=button], [tabindex="0"]',
      ),
    ].filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(unused));
    const ringOf = (control: Element): string => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(control);
      return [outlineStyle === 'none' ? '' : outlineStyle + outlineWidth + outlineColor, boxShadow].join();
    };
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const rings = new Map<Element, string>(controls.map((control) => [control, ringOf(control)]));
    const keyboard: Keyboard = {
      controls,
      said: (element) => element.outerHTML.slice(0, 160),
      hidesFocus: (control) => ringOf(control) === rings.get(control),
    };
    Reflect.set(globalThis, 'keyboard', keyboard);
  });

/** What somebody without a mouse would not reach, would reach before its turn, or would not see the focus on. */
export async function keyboardFaults(page: Page | Frame): Promise<string[]> {
  await knowControls(page);
  return page.evaluate(() => {
    const { controls, said, hidesFocus }: Keyboard = Reflect.get(globalThis, 'keyboard');
    const pressed = 'a[href], button, label, summary, input, select, textarea, [inert]';
    const byMouse = [...document.querySelectorAll('body *')].filter(
      (element) =>
        (element.hasAttribute('onclick') || getComputedStyle(element).cursor === 'pointer') &&
        !element.closest(pressed),
    );
    // What stays in the window while the rest scrolls has no place among it.
    const stays = (element: Element | null): boolean =>
      element !== null && (/sticky|fixed/.test(getComputedStyle(element).position) || stays(element.parentElement));
    const placed = controls
      .filter((control) => !stays(control) && !control.matches('.skip'))
      .map((control) => ({ control, at: control.getBoundingClientRect() }));
    // Columns are read one after the other: the next control stands below, or to the right.
    const early = placed.filter(({ at }, turn) => {
      const before = placed[turn - 1]?.at;
      if (before === undefined || at.left >= before.right - 1) return false;
      const isOnLine = at.top < before.bottom - 1 && at.bottom > before.top + 1;
      return at.bottom <= before.top + 1 || (isOnLine && at.right <= before.left + 1);
    });
    const faultOf = (control: HTMLElement): string | undefined => {
      if (control.tabIndex > 0) return 'has a place of its own in the order';
      if (control.tabIndex < 0) return 'is left out of the order';
      control.focus({ preventScroll: true });
      if (document.activeElement !== control) return 'takes no focus';
      return hidesFocus(control) ? 'does not show that it has the focus' : undefined;
    };
    return [
      ...byMouse.map((element) => `is for a mouse only: ${said(element)}`),
      ...early.map(({ control }) => `is reached after what stands behind it: ${said(control)}`),
      ...controls.flatMap((control) => {
        const fault = faultOf(control);
        return fault === undefined ? [] : [`${fault}: ${said(control)}`];
      }),
    ];
  });
}

const KEYS = {
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
};

/** Without waiting for each: the browser takes them one after the other. */
const press = async (session: CDPSession, keys: readonly (keyof typeof KEYS)[]): Promise<void> => {
  await Promise.all(
    keys.flatMap((name) =>
      (['keyDown', 'keyUp'] as const).map((type) => session.send('Input.dispatchKeyEvent', { type, ...KEYS[name] })),
    ),
  );
};

/**
 * By real keys on a page that stands at rest: Enter and Space open the disclosures, Tab reaches each control once, in the
 * order of the document, and shows where it is, and the skip link, which is the first, leads into the contents.
 */
export async function walkFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const closed = page.locator('details:not([open], [inert] *) > summary:visible');
  for (let left = await closed.count(), turn = 0; left > 0; turn += 1) {
    const summary = await closed.first().elementHandle();
    await summary?.focus();
    await press(session, [turn % 2 === 0 ? 'Enter' : 'Space']);
    if (!(await summary?.evaluate(({ parentElement }) => parentElement?.matches('[open]'))))
      return [`no key opens ${await summary?.textContent()}`];
    left = await closed.count();
  }
  await knowControls(page);
  const stops = await page.evaluate(() => {
    const { controls, hidesFocus }: Keyboard = Reflect.get(globalThis, 'keyboard');
    const walk: Walk = { reached: [], unseen: [], isRound: false };
    Reflect.set(globalThis, 'walk', walk);
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return;
      walk.isRound ||= target === walk.reached[0];
      if (walk.isRound) return;
      walk.reached.push(target);
      if (hidesFocus(target)) walk.unseen.push(target);
    });
    return controls.length;
  });
  // After the last comes the first again; a field of a date takes several presses.
  const isRound = () => page.evaluate(() => (Reflect.get(globalThis, 'walk') as Walk).isRound);
  for (const presses of [stops + 2, 20, 100])
    if (!(await isRound())) await press(session, new Array(presses).fill('Tab'));
  const seen = { isRound: await isRound(), skips: (await page.locator('.skip').count()) > 0 };
  if (seen.skips) {
    await page.locator('.skip').focus();
    await press(session, ['Enter', 'Tab']);
  }
  await session.detach();
  return page.evaluate(({ isRound, skips }) => {
    const { controls, said }: Keyboard = Reflect.get(globalThis, 'keyboard');
    const { reached, unseen }: Walk = Reflect.get(globalThis, 'walk');
    const [skip] = controls;
    // Of the radio buttons of a group Tab reaches the one that is chosen, or the first.
    const wanted = controls.filter((control) => {
      if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true;
      const group = controls.filter(
        (one) => one instanceof HTMLInputElement && one.name === control.name && one.form === control.form,
      );
      return control === (group.find((one) => one.matches(':checked')) ?? group[0]);
    });
    const from = skip === undefined ? 0 : reached.indexOf(skip);
    const walked = [...reached.slice(from), ...reached.slice(0, from)];
    const contents = skips ? document.querySelector(skip?.getAttribute('href') || 'none') : null;
    const landed = wanted.find(
      (control) => contents && contents.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    return [
      ...(isRound ? [] : ['Tab does not come round']),
      ...(!skips || skip?.matches('.skip') ? [] : ['the skip link is not the first']),
      ...(!skips || document.activeElement === landed
        ? []
        : [`the skip link leads to ${document.activeElement && said(document.activeElement)}`]),
      ...wanted.filter((control) => !walked.includes(control)).map((control) => `not reached: ${said(control)}`),
      ...walked
        .filter((stop, turn) => stop !== wanted[turn])
        .map((stop) => `out of its turn: ${said(stop)}`)
        .slice(0, 3),
      ...unseen.map((stop) => `does not show that it has the focus: ${said(stop)}`),
    ];
  }, seen);
}
