// What people choose from by name, in the page's language: countries, languages, time zones.
import { countryName } from './country-name.ts';
import type { Language } from './page.ts';
import { perLanguage } from './per-language.ts';
import { TIME_ZONES, zoneName } from './time-zones.ts';

/** Value and text of an option. */
export type Choice = readonly [value: string, text: string];

/** Where people live: ISO 3166-1 and Kosovo. */
const REGIONS =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

const LANGUAGE_TAGS =
  'af am ar az be bg bn bs ca cs da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu';

const byText = (language: Language, choices: readonly Choice[]): readonly Choice[] => {
  const collator = new Intl.Collator(language);
  return choices.toSorted(([, one], [, other]) => collator.compare(one, other));
};

/** Names to type: the claim `country` is text. */
export const countryNames = perLanguage((language) =>
  REGIONS.split(' ')
    .map((region) => countryName(region, language))
    .sort(new Intl.Collator(language).compare),
);

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
