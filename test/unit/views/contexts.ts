// What the pages are given in tests: a brand, the real assets, a context in each language.
import { transformSync } from 'esbuild';
import { type Asset, assetPaths, loadAssets, type PageAssets } from '../../../src/views/assets/assets.ts';
import type { Brand } from '../../../src/views/page/brand.ts';
import type { Language, PageContext } from '../../../src/views/page/page.ts';

export const brand: Brand = {
  serviceName: 'Latchkey',
  accentColor: '#3451d1',
  supportContact: 'help@latchkey.example',
};
export const assets = loadAssets(brand);

/** As the build has them (build/build.js): what browsers load. Most tests do not ask for it, and minifying takes a second. */
export const builtAssets = Object.fromEntries(
  Object.entries(assets).map(([name, asset]) => [name, builtOf(asset)]),
) as unknown as PageAssets;

function builtOf(asset: Asset): Asset {
  let minified: string | undefined;
  return {
    ...asset,
    get body() {
      minified ??= minify(asset);
      return minified;
    },
  };
}

function minify({ body, type }: Asset): string {
  const loader = /^text\/(css|javascript)/.exec(type)?.[1];
  if (loader === undefined) return body;
  const options = { minify: true, charset: 'utf8', loader: loader === 'css' ? 'css' : 'js' } as const;
  return transformSync(body, options).code;
}

/** Another operator: its own name and colour, no contact. */
export const otherBrand: Brand = { serviceName: '한빛 계정', accentColor: '#0b8a4b', supportContact: undefined };
/** One with a logo of its own. */
export const logoBrand: Brand = { ...otherBrand, logo: '/logos/acme/dark' };
export const otherAssets = loadAssets(otherBrand);

export const contextIn = (language: Language, over: Partial<PageContext> = {}): PageContext => ({
  language,
  brand,
  assets: assetPaths(assets),
  languageHrefs: { en: '?ui_locales=en', ko: '?ui_locales=ko' },
  signedInAs: undefined,
  ...over,
});
