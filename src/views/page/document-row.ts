// A document of the service as a page shows it.

import type { DocumentKind } from '../../core/ground/document.ts';
import type { TranslationLanguage } from '../../core/ground/texts/translations.ts';

export type DocumentRow = {
  /** Value of its checkbox. */
  box: string;
  kind: DocumentKind;
  required: boolean;
  version: string;
  title: string;
  /** Undefined: the page's. */
  titleLanguage: TranslationLanguage | undefined;
  uri: string;
};

/** A row in a form. */
export type DocumentBox = DocumentRow & {
  ticked: boolean;
  /** When the person agreed to an earlier version. */
  agreedBeforeAt?: number | undefined;
};

/** What the forms that create an account ask besides their fields. */
export type BoxesProps = {
  documents: readonly DocumentBox[];
  /** Undefined: the form does not ask for the age. */
  age?: { years: number; ticked: boolean } | undefined;
};
