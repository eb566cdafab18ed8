// What people choose from by name, in the page's language: languages and time zones.
import type { Language } from '../page/page.ts';
import { perLanguage } from '../page/per-language.ts';
import { TIME_ZONES, zoneName } from './time-zones.ts';

/** Value and text of an option. */
export type Choice = readonly [value: string, text: string];

const LANGUAGE_TAGS =
  'af am ar az be bg bn bs ca cs da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu';

const byText = (language: Language, choices: readonly Choice[]): readonly Choice[] => {
  const collator = new Intl.Collator(language);
  return choices.toSorted(([, one], [, other]) => collator.compare(one, other));
};

const namesOfLanguages = perLanguage((language) => new Intl.DisplayNames(language, { type: 'language' }));

/** A language tag by its name; text that is no tag stays as it is. */
export const languageName = (tag: string, language: Language): string => {
  try {
    return namesOfLanguages(language).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

export const languages = perLanguage((language) =>
  byText(
    language,
    LANGUAGE_TAGS.split(' ').map((tag): Choice => [tag, languageName(tag, language)]),
  ),
);

export const timeZones = perLanguage((language) =>
  byText(
    language,
    TIME_ZONES.map((zone): Choice => [zone, zoneName(zone, language)]),
  ),
);
