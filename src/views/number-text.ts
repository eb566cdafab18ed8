// Numbers in the page's language.
import type { Language } from './page.ts';

/** Whole, with its groups: 1,234,567. */
export const numberText = (value: number, language: Language): string => new Intl.NumberFormat(language).format(value);

/** As short as it can be said: 12M, 1234만. */
export const shortNumberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(language, { notation: 'compact' }).format(value);

/** Whole percent, rounded down: what is not all of it never reads as 100%. More than all reads as all. `whole` above 0. */
export const shareText = (part: number, whole: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(Math.min(100, Math.floor((part * 100) / whole)) / 100);
