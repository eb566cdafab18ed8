// What people choose from by name, in the page's language: countries, calling codes, languages, time zones.
import { countryName } from './country-name.ts';
import type { Language } from './page.ts';
import { perLanguage } from './per-language.ts';
import { TIME_ZONES, zoneName } from './time-zones.ts';

/** Value and text of an option. */
export type Choice = readonly [value: string, text: string];

/** ISO 3166-1 regions and Kosovo with their calling codes (ITU-T E.164). */
const CALLING_CODES =
  'AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263';

const LANGUAGE_TAGS =
  'af am ar az be bg bn bs ca cs da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu';

const byText = (language: Language, choices: readonly Choice[]): readonly Choice[] => {
  const collator = new Intl.Collator(language);
  return choices.toSorted(([, one], [, other]) => collator.compare(one, other));
};

const regions = perLanguage((language) => {
  const named = CALLING_CODES.split(' ').map((entry): Choice => [entry, countryName(entry.slice(0, 2), language)]);
  return byText(language, named);
});

/** Names to type: the claim `country` is text. */
export const countryNames = perLanguage((language) => regions(language).map(([, name]) => name));

/** Values such as `KR+82`. */
export const callingCodes = perLanguage((language) =>
  regions(language).map(([entry, name]): Choice => {
    const code = `+${entry.slice(2)}`;
    return [entry.slice(0, 2) + code, `${name} ${code}`];
  }),
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
