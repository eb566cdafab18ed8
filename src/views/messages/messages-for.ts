// Chooses the catalogue of a language.
import type { Language } from '../page/page.ts';
import { en } from './en/messages.ts';
import { ko } from './ko/messages.ts';

/** All messages of the pages; the English catalogue defines the type. */
export type Messages = typeof en;

const CATALOGUES: Readonly<Record<Language, Messages>> = { en, ko };

export const messagesFor = (language: Language): Messages => CATALOGUES[language];
