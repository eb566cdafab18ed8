// Adds the operator's accent colour to the stylesheet. The pages' Content-Security-Policy allows no inline styles, so
// the file contains the colour, once for light and once for dark, always with enough contrast (WCAG 2.2 AA).
import { accentFor, DARK, LIGHT, type Theme } from '../parts/accent.ts';

const variables = (accentColor: string, theme: Theme): string => {
  const accent = accentFor(accentColor, theme);
  return `:root{--accent:${accent.fill};--accent-hover:${accent.hover};--on-accent:${accent.text};--accent-ink:${accent.ink}}`;
};

/** `source` is style.css; `accentColor` is `#rrggbb`. */
export const buildStyle = (source: string, accentColor: string): string =>
  `${source}${variables(accentColor, LIGHT)}@media (prefers-color-scheme:dark){${variables(accentColor, DARK)}}\n`;
