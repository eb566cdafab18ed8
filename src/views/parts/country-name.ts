// Names of countries, by their ISO 3166-1 codes.
import type { Language } from '../page/page.ts';
import { perLanguage } from '../page/per-language.ts';

const namesIn = perLanguage((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }));

/** The code itself if it has no name. */
export function countryName(code: string, language: Language): string {
  return /^[A-Z]{2}$/.test(code) ? (namesIn(language).of(code) ?? code) : code;
}

/** The codes with their names, in the order of the names. */
export function countryOptions(codes: readonly string[], language: Language): [code: string, name: string][] {
  const named = codes.map((code): [string, string] => [code, countryName(code, language)]);
  const { compare } = new Intl.Collator(language);
  return named.sort(([, one], [, other]) => compare(one, other));
}
