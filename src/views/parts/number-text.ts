// Numbers in the page's language.
import type { Language } from '../page/page.ts';
import { perLanguage } from '../page/per-language.ts';

const whole = perLanguage((language) => new Intl.NumberFormat(language));
const compact = perLanguage((language) => new Intl.NumberFormat(language, { notation: 'compact' }));
const percent = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }));

/** A whole number with digit groups: 1,234,567. */
export const numberText = (value: number, language: Language): string => whole(language).format(value);

/** A number in compact form: 12M, 1234만. */
export const shortNumberText = (value: number, language: Language): string => compact(language).format(value);

/** Whole percent, rounded down, so that less than all is never 100%; more than all is 100%. `of` is above 0. */
export const shareText = (part: number, of: number, language: Language): string =>
  percent(language).format(Math.min(100, Math.floor((part * 100) / of)) / 100);

/** The eight digits of a one-time code, as people read them: `1234 5678`. */
export const codeText = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;
