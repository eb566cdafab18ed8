// What is made once for each language: to make one of Intl's formats takes longer than to use it a hundred times.
import type { Language } from './page.ts';

/** @param make called for both languages when the file is loaded */
export function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made: Readonly<Record<Language, T>> = { en: make('en'), ko: make('ko') };
  return (language) => made[language];
}
