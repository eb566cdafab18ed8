// Chooses the catalogue of a language.
import type { Language } from '../parts/page.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

/** Every message of the pages; English is the measure. */
export type Messages = typeof en;

const CATALOGUES: Readonly<Record<Language, Messages>> = { en, ko };

export const messagesFor = (language: Language): Messages => CATALOGUES[language];
