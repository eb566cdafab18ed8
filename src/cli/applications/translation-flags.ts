// The flags of `applications create` for texts in other languages (`core/ground/texts/translations.ts`).

import type { Fault } from '../../core/ground/fault.ts';
import {
  TRANSLATION_LANGUAGES,
  type TranslationLanguage,
  type TranslationsDraft,
} from '../../core/ground/texts/translations.ts';
import type { FlagSpec, Flags } from '../frame/command.ts';
import { matching } from '../frame/flags.ts';

const LANGUAGES = TRANSLATION_LANGUAGES.join('|');
const OF_ITEM = `ITEM:LANGUAGE:TEXT; languages: ${TRANSLATION_LANGUAGES.join(', ')}`;

/** The name of a scope can have colons itself, so it ends where a language follows. */
const TRANSLATED = new RegExp(`^(.+?):(${LANGUAGES}):(.*)$`, 's');

const ofItem = (name: string, description: string): FlagSpec => ({
  name,
  value: 'ITEM:LANGUAGE:TEXT',
  description,
  repeated: true,
  allowed: matching(TRANSLATED, OF_ITEM),
});

export const TRANSLATION_FLAGS: readonly FlagSpec[] = [
  {
    name: 'name-translation',
    value: 'LANGUAGE:TEXT',
    description: `name in another language (${TRANSLATION_LANGUAGES.join(' or ')}), such as ko:TEXT`,
    repeated: true,
    allowed: matching(new RegExp(`^(${LANGUAGES}):`), `LANGUAGE:TEXT; languages: ${TRANSLATION_LANGUAGES.join(', ')}`),
  },
  ofItem('purpose-translation', 'purpose of a consent item, or of a scope of an API, in another language'),
  ofItem('retention-translation', 'retention of a consent item in another language'),
];

type Translated = { item: string; language: TranslationLanguage; text: string };

/** What the flag says about consent items and scopes, in order. */
const translatedItems = (flags: Flags, name: string): readonly Translated[] =>
  flags.all(name).map((value) => {
    const [, item = '', language, text = ''] = TRANSLATED.exec(value) ?? [];
    return { item, language: language as TranslationLanguage, text };
  });

/** The item of each value of the flag. */
export const itemsTranslatedBy = (flags: Flags, name: string): readonly string[] =>
  translatedItems(flags, name).map(({ item }) => item);

export const translatedName = (flags: Flags): TranslationsDraft<'name'> =>
  Object.fromEntries(
    flags.all('name-translation').map((value) => {
      const [language = '', ...text] = value.split(':');
      return [language, { name: text.join(':') }];
    }),
  );

export const translatedTexts = (flags: Flags, item: string | undefined): TranslationsDraft<'purpose' | 'retention'> => {
  const textIn = (member: string, language: TranslationLanguage): string | undefined =>
    translatedItems(flags, `${member}-translation`).findLast((one) => one.item === item && one.language === language)
      ?.text;
  return Object.fromEntries(
    TRANSLATION_LANGUAGES.map((language) => [
      language,
      { purpose: textIn('purpose', language), retention: textIn('retention', language) },
    ]),
  );
};

/** The flag of a fault, with what comes before the text: `--purpose-translation "email:ko"`. */
export function translationFlagOf(flags: Flags, path: Fault['path']): string {
  const [list, index] = path;
  const named = flags.all(list === 'api_scopes' ? 'api-scope' : 'consent-item');
  const [, item] = typeof index === 'number' ? (/^(.+?):(?:required|optional)/.exec(named[index] ?? '') ?? []) : [];
  const before = [item, path.at(-2)].filter((part) => part !== undefined).join(':');
  return `--${path.at(-1)}-translation ${JSON.stringify(before)}`;
}
