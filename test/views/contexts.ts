// What the pages are given in tests: a brand, the real assets, a context in each language.
import { assetPaths, loadAssets } from '../../src/views/assets.ts';
import type { Brand, Language, PageContext } from '../../src/views/page.ts';

export const brand: Brand = {
  serviceName: 'Latchkey',
  accentColor: '#3451d1',
  supportContact: 'help@latchkey.example',
};
export const assets = loadAssets(brand);

export const contextIn = (language: Language, over: Partial<PageContext> = {}): PageContext => ({
  language,
  brand,
  assets: assetPaths(assets),
  languageHrefs: { en: '?ui_locales=en', ko: '?ui_locales=ko' },
  signedInAs: undefined,
  ...over,
});
