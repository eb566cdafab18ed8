// Derives an accessible accent from the operator's colour: a fill, the fill under the pointer, the text on it, and an
// ink for links and focus rings. Contrast is that of WCAG 2.2.

type Colour = readonly [red: number, green: number, blue: number];

export type Theme = { surfaces: readonly string[]; dark: boolean };
export type Accent = { fill: string; hover: string; text: '#ffffff' | '#000000'; ink: string };

// The surfaces behind the accent; the same values as `--surface` and `--page` in style/base.css.
export const LIGHT: Theme = { surfaces: ['#ffffff', '#f4f5f7'], dark: false };
export const DARK: Theme = { surfaces: ['#17191f', '#0e1014'], dark: true };

// On dark surfaces a little more than AA's 4.5, because coloured text glows there and looks thinner.
const INK_CONTRAST = { light: 4.5, dark: 6 };
const SHAPE_CONTRAST = 3;
const STEP = 0.04;
const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

const parse = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
const print = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Contrast of two `#rrggbb` colours, 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [low, high] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
};

const mix = (from: Colour, to: Colour, share: number): Colour =>
  from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as unknown as Colour;

/** Moves the colour towards black or white until it contrasts enough with every surface. */
const readable = (hex: string, theme: Theme, needed: number): string => {
  const goal = theme.dark ? WHITE : BLACK;
  for (let share = 0; share < 1; share += STEP) {
    const candidate = print(mix(parse(hex), goal, share));
    if (theme.surfaces.every((surface) => contrastOf(candidate, surface) >= needed)) return candidate;
  }
  return print(goal);
};

/**
 * The accent of a theme. Text on the fill is black or white, whichever contrasts more; hovering never lowers contrast.
 */
export const accentFor = (hex: string, theme: Theme): Accent => {
  const fill = readable(hex, theme, SHAPE_CONTRAST);
  const text = contrastOf(fill, '#ffffff') >= contrastOf(fill, '#000000') ? '#ffffff' : '#000000';
  const hover = print(mix(parse(fill), text === '#ffffff' ? BLACK : WHITE, 0.14));
  return { fill, hover, text, ink: readable(hex, theme, theme.dark ? INK_CONTRAST.dark : INK_CONTRAST.light) };
};
