// What the pages are given in tests: a brand, the real assets, a context in each language.
import { assetPaths, loadAssets } from '../../src/views/assets.ts';
import type { Brand, Language, PageContext } from '../../src/views/page.ts';

export const brand: Brand = {
  serviceName: 'Latchkey',
  accentColor: '#3451d1',
  supportContact: 'help@latchkey.example',
};
export const assets = loadAssets(brand);

/** Another operator: its own name and colour, no contact. */
export const otherBrand: Brand = { serviceName: '한빛 계정', accentColor: '#0b8a4b', supportContact: undefined };
export const otherAssets = loadAssets(otherBrand);

export const contextIn = (language: Language, over: Partial<PageContext> = {}): PageContext => ({
  language,
  brand,
  assets: assetPaths(assets),
  languageHrefs: { en: '?ui_locales=en', ko: '?ui_locales=ko' },
  signedInAs: undefined,
  ...over,
});
