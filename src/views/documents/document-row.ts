// A document of the service as a page shows it.
import type { TranslationLanguage } from '../../core/applications/translations.ts';
import type { DocumentKind } from '../../core/documents/document.ts';

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
