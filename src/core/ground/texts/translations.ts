// The texts of an application in other languages (contract 3): the members themselves hold the default language.

/** The languages of the pages. A test compares them with views/page/page.ts. */
export const TRANSLATION_LANGUAGES = ['en', 'ko'] as const;
export type TranslationLanguage = (typeof TRANSLATION_LANGUAGES)[number];

export type Translations<Text extends string> = {
  readonly [Language in TranslationLanguage]?: { readonly [Member in Text]?: string };
};

/** As sent. */
export type TranslationsDraft<Text extends string> =
  | { readonly [Language in TranslationLanguage]?: { readonly [Member in Text]?: string | undefined } | undefined }
  | undefined;

/** With its texts in this language, where they are translated. */
export const inLanguage = <Of extends { translations: Translations<string> | undefined }>(
  of: Of,
  language: TranslationLanguage,
): Of => ({ ...of, ...of.translations?.[language] });

/**
 * @param checks returns the text as stored, for each text that can be translated; undefined: no translation
 * @returns undefined when nothing is translated
 */
export function checkTranslations<Text extends string>(
  sent: TranslationsDraft<Text>,
  checks: Readonly<Record<Text, (text: string, place: readonly [TranslationLanguage, Text]) => string | undefined>>,
): Translations<Text> | undefined {
  const members = Object.keys(checks) as Text[];
  const translated = TRANSLATION_LANGUAGES.flatMap((language) => {
    const texts = members.flatMap((member) => {
      const text = sent?.[language]?.[member];
      const checked = text === undefined ? undefined : checks[member](text, [language, member]);
      return checked === undefined ? [] : [[member, checked] as const];
    });
    return texts.length === 0 ? [] : [[language, Object.fromEntries(texts)] as const];
  });
  return translated.length === 0 ? undefined : (Object.fromEntries(translated) as Translations<Text>);
}
