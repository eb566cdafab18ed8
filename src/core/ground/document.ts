// A document of the service: its terms, a consent to process data, a privacy notice (contract 28). Operators list them
// in the policy or in the settings.
import type { TranslationLanguage } from './texts/translations.ts';

/** `agree`: a contract, such as terms of use · `consent`: a consent to process data · `notice`: a link, no checkbox. */
export const DOCUMENT_KINDS = ['agree', 'consent', 'notice'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A text in at least one language. */
export type LocalText = Readonly<Partial<Record<TranslationLanguage, string>>>;

export type Document = {
  /** 1 to 40 of `a-z0-9-`. */
  id: string;
  kind: DocumentKind;
  /** Nobody signs in without agreeing. Never true of a notice. */
  required: boolean;
  /** 1 to 40 of `A-Za-z0-9._-`. People who agreed to another version of a required document are asked again. */
  version: string;
  title: LocalText;
  uri: LocalText;
};

/** The service lists no more. */
export const MAX_DOCUMENTS = 20;

export type DocumentVersion = { id: string; version: string };

/**
 * The value of a document's checkbox. It names the version on the page, so that nobody agrees to a later one that they
 * did not see.
 */
export const boxOf = ({ id, version }: DocumentVersion): string => `${id}:${version}`;

/** Whether people answer it: a notice is only a link. */
export const isAnswered = ({ kind }: Pick<Document, 'kind'>): boolean => kind !== 'notice';

/** The text in this language; in the first language there is, where it is missing. */
export function textIn(
  text: LocalText,
  language: TranslationLanguage,
): { text: string; language: TranslationLanguage } {
  const own = text[language];
  if (own !== undefined) return { text: own, language };
  const [first] = Object.entries(text) as [TranslationLanguage, string][];
  if (!first) throw new Error('A text has no language.');
  return { text: first[1], language: first[0] };
}

/** Stands for the confirmation of the age; its version is the minimum age. No document of the settings has this id. */
export const AGE_DOCUMENT = 'minimum-age';
