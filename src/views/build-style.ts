// The stylesheet with the operator's accent colour in it. The policy of the pages allows no inline style, so the colour
// travels in the file, once for light and once for dark, always with enough contrast (WCAG 2.2 AA).
import { accentFor, type Theme } from './accent.ts';

// The surfaces the accent stands on; the same values as `--surface` and `--page` in style.css.
const LIGHT: Theme = { surfaces: ['#ffffff', '#f4f5f7'], dark: false };
const DARK: Theme = { surfaces: ['#17191f', '#0e1014'], dark: true };

const variables = (accentColor: string, theme: Theme): string => {
  const accent = accentFor(accentColor, theme);
  return `:root{--accent:${accent.fill};--accent-hover:${accent.hover};--on-accent:${accent.text};--accent-ink:${accent.ink}}`;
};

/** Comments and the whitespace that only people need are left out: fewer bytes before the first picture. */
export const shrinkStyle = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/: /g, ':')
    .replace(/;\}/g, '}')
    .replace(/([ :(,-])0\./g, '$1.')
    .trim();

/** `source` is style.css; `accentColor` is `#rrggbb`. */
export const buildStyle = (source: string, accentColor: string): string =>
  `${shrinkStyle(source)}\n${variables(accentColor, LIGHT)}@media (prefers-color-scheme:dark){${variables(accentColor, DARK)}}\n`;
