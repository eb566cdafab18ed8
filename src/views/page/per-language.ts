// Makes a value once for each language, because making an Intl format takes longer than using it a hundred times. It is
// made at first use: a server that starts formats nothing, and Intl's tables take time and memory.
import type { Language } from './page.ts';

/** @param make called once for each language that is asked for */
export function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const first = make(language);
    made.set(language, first);
    return first;
  };
}
