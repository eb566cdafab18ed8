// The contrast of text, judged once for each look: it took half of axe's time, most of it for texts that look like one
// that was judged on the same page or, in a window into which the states are written, in a state before.

/** What of axe this needs, which is not among its documented ways: axe-core is pinned by package-lock.json. */
type Axe = {
  run(...given: unknown[]): Promise<unknown>;
  readonly _audit: {
    readonly rules: readonly { readonly id: string; matches(element: Element, ...more: unknown[]): boolean }[];
    readonly checks: Readonly<Record<string, Check>>;
  };
};
type Check = { evaluate(this: Measured, element: Element, ...more: unknown[]): boolean | undefined };
type Measured = { data(measured: { contrastRatio?: number }): void };

/**
 * In the page, after axe: what passed passes again wherever it looks the same. A look is all that axe computes contrast
 * from: color, size, weight and shadow of the text, and how the elements around it are painted, which are behind it.
 * What failed, or could not be measured, is judged each time.
 */
export function judgeLooksOnce(): void {
  const axe: Axe = Reflect.get(globalThis, 'axe');
  const { rules, checks } = axe._audit;
  const rule = rules.find(({ id }) => id === 'color-contrast');
  const check = checks['color-contrast'];
  if (rule === undefined || check === undefined) throw new Error('axe has no contrast to judge');

  const behind = (element: Element | null): string => {
    if (element === null) return '';
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position].join();
    const ground = behind(element.parentElement) + (own === 'rgba(0, 0, 0, 0),none,1,none,normal,static' ? '' : own);
    grounds.set(element, ground);
    return ground;
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, webkitTextFillColor, webkitTextStroke } =
      getComputedStyle(element);
    const own = [color, fontSize, fontWeight, textShadow, webkitTextFillColor, webkitTextStroke];
    return `${own.join()} on ${behind(element)}`;
  };

  const passed = new Set<string>();
  const grounds = new Map<Element, string>();
  const { run } = axe;
  axe.run = (...given) => {
    grounds.clear();
    return run(...given);
  };
  const { matches } = rule;
  rule.matches = (element, ...more) => !(hasText(element) && passed.has(lookOf(element))) && matches(element, ...more);
  const { evaluate } = check;
  check.evaluate = function (element, ...more) {
    const { data } = this;
    if (passed.has(lookOf(element))) {
      data.call(this, {});
      return true;
    }
    let measured = false;
    this.data = (told) => {
      measured = told.contrastRatio !== undefined;
      data.call(this, told);
    };
    const judged = evaluate.call(this, element, ...more);
    if (judged === true && measured) passed.add(lookOf(element));
    return judged;
  };
}
