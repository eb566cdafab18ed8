// The files of `/assets/…`, read once at start. Their paths contain a hash of the contents, so that browsers may cache
// them for ever.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accentFor } from '../page/accent.ts';
import type { AssetPaths, Brand } from '../page/brand.ts';
import { initialOf } from '../page/safe-text.ts';
import { buildLooks, buildStyle } from './build-style.ts';

/** `path` is what the route serves, without extension; `type` is the `Content-Type`. */
export type Asset = { path: string; body: string; type: string };
export type PageAssets = Readonly<Record<keyof AssetPaths, Asset>>;

const HASH_LENGTH = 16;

const read = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

/** The parts of the style sheet of every page, in the order in which they outweigh each other. */
const STYLE_PARTS = [
  ...['base', 'layout', 'headings', 'fields', 'ticks', 'buttons', 'below-form', 'notices', 'consent', 'errors'],
  'windows',
];

/** What every page loads, before the brand's colours are added. */
export const readStyle = (): string => STYLE_PARTS.map((name) => read(`style/${name}.css`)).join('');

const hashedAsset = (name: string, body: string, type: string): Asset => {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
  return { path: `/assets/${name}-${hash}`, body, type };
};

/** The service's initial on its colour, for the browser's tab. */
const buildIcon = (brand: Brand): string => {
  const { fill, text } = accentFor(brand.accentColor, { surfaces: ['#ffffff'], dark: false });
  const initial = initialOf(brand.serviceName).replace(/[&<>"']/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${text}">${initial}</text></svg>\n`;
};

/**
 * Styles (with the brand's colours), scripts and icon. Reads the files beside this one; those in `dist` are minified.
 */
export const loadAssets = (brand: Brand): PageAssets => ({
  style: hashedAsset('style', buildStyle(readStyle(), brand.accentColor), 'text/css; charset=utf-8'),
  wide: hashedAsset('wide', read('wide.css'), 'text/css; charset=utf-8'),
  script: hashedAsset('script', read('enhance.js'), 'text/javascript; charset=utf-8'),
  passkeyScript: hashedAsset('passkeys', read('passkeys.js'), 'text/javascript; charset=utf-8'),
  consoleStyle: hashedAsset('console', read('console.css'), 'text/css; charset=utf-8'),
  consoleScript: hashedAsset('preview', read('console.js'), 'text/javascript; charset=utf-8'),
  policyStyle: hashedAsset('policy', read('policy.css'), 'text/css; charset=utf-8'),
  policyScript: hashedAsset('looks', read('policy.js'), 'text/javascript; charset=utf-8'),
  sectionStyle: hashedAsset('section', read('section.css'), 'text/css; charset=utf-8'),
  developersStyle: hashedAsset('developers', read('developers.css'), 'text/css; charset=utf-8'),
  icon: hashedAsset('icon', buildIcon(brand), 'image/svg+xml; charset=utf-8'),
});

/** The style sheet of both looks in a colour, `#rrggbb`. */
export const looksOf = (accentColor: string): string => buildLooks(read('style/base.css'), accentColor);

/** The paths for `PageContext.assets`. */
export const assetPaths = (assets: PageAssets): AssetPaths => ({
  style: assets.style.path,
  wide: assets.wide.path,
  script: assets.script.path,
  passkeyScript: assets.passkeyScript.path,
  consoleStyle: assets.consoleStyle.path,
  consoleScript: assets.consoleScript.path,
  policyStyle: assets.policyStyle.path,
  policyScript: assets.policyScript.path,
  sectionStyle: assets.sectionStyle.path,
  developersStyle: assets.developersStyle.path,
  icon: assets.icon.path,
});
