// Adds the operator's accent colour to the stylesheet. The pages' Content-Security-Policy allows no inline styles, so
// the file contains the colour, once for light and once for dark, always with enough contrast (WCAG 2.2 AA).
import { accentFor, DARK, LIGHT, type Theme } from '../page/accent.ts';

const accents = (accentColor: string, theme: Theme): string => {
  const accent = accentFor(accentColor, theme);
  return `--accent:${accent.fill};--accent-hover:${accent.hover};--on-accent:${accent.text};--accent-ink:${accent.ink}`;
};

/** `source` is the style sheet of every page; `accentColor` is `#rrggbb`. */
export const buildStyle = (source: string, accentColor: string): string =>
  `${source}:root{${accents(accentColor, LIGHT)}}@media (prefers-color-scheme:dark){:root{${accents(accentColor, DARK)}}}\n`;

/** The custom properties that the preview (sign-in-preview.tsx) is drawn in, of those that light and dark differ in. */
const DRAWN_IN = 'page surface ink muted line edge shadow accent on-accent accent-ink'.split(' ');

/**
 * Both looks for one page, whichever the browser prefers: the custom properties of style/base.css, for `.look`, and for
 * those with `data-look="dark"`. Throws if `source` does not begin with them.
 */
export const buildLooks = (source: string, accentColor: string): string => {
  const [light, dark] = [...source.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, properties = '']) => properties);
  if (!light?.includes('--page') || !dark?.includes('--page')) throw new Error('The style sheet has no two looks.');
  const look = (properties: string, theme: Theme): string => {
    const all = [...`${properties};${accents(accentColor, theme)}`.matchAll(/--([\w-]+):\s*([^;]*)/g)];
    return all
      .flatMap(([, name = '', value = '']) => (DRAWN_IN.includes(name) ? `--${name}:${value.trim()};` : []))
      .join('');
  };
  return [
    `.look{${look(light, LIGHT)}color-scheme:light}`,
    `.look[data-look=dark]{${look(dark, DARK)}color-scheme:dark}\n`,
  ].join('');
};
