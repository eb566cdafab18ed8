// The eight ways each page is looked at: language, theme, width.
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../src/views/page/page.ts';

export type Variant = { language: Language; theme: 'light' | 'dark'; width: 360 | 1280 };

/** Of every window, in CSS pixels. */
export const HEIGHT = 780;

export const VARIANTS: readonly Variant[] = ([360, 1280] as const).flatMap((width) =>
  LANGUAGES.flatMap((language) => (['light', 'dark'] as const).map((theme) => ({ language, theme, width }))),
);

/** A page of its own context, as a reader with these settings has it. */
export const openVariant = async (
  browser: Browser,
  { language, theme, width }: Variant,
  more: { userAgent?: string } = {},
): Promise<Page> => {
  const context = await browser.newContext({
    ...more,
    viewport: { width, height: HEIGHT },
    colorScheme: theme,
    locale: language,
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
  });
  return context.newPage();
};
