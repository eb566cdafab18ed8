// Numbers in the page's language.
import type { Language } from './page.ts';
import { perLanguage } from './per-language.ts';

const whole = perLanguage((language) => new Intl.NumberFormat(language));
const compact = perLanguage((language) => new Intl.NumberFormat(language, { notation: 'compact' }));
const percent = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }));

/** Whole, with its groups: 1,234,567. */
export const numberText = (value: number, language: Language): string => whole(language).format(value);

/** As short as it can be said: 12M, 1234만. */
export const shortNumberText = (value: number, language: Language): string => compact(language).format(value);

/** Whole percent, rounded down: what is not all of it never reads as 100%. More than all reads as all. `of` above 0. */
export const shareText = (part: number, of: number, language: Language): string =>
  percent(language).format(Math.min(100, Math.floor((part * 100) / of)) / 100);
