// `documents` (contract 28): a list from YAML, or JSON in a text. Each fault names its entry and member.
import * as z from 'zod/mini';
import {
  AGE_DOCUMENT,
  DOCUMENT_KINDS,
  type Document,
  type LocalText,
  MAX_DOCUMENTS,
} from '../../core/ground/document.ts';
import { countCharacters, hasForbiddenCharacters } from '../../core/ground/texts/plain-text.ts';
import { TRANSLATION_LANGUAGES, type TranslationLanguage } from '../../core/ground/texts/translations.ts';
import { isServicePage } from './contact-points.ts';

const MAX_TITLE_CHARACTERS = 100;
const LANGUAGES: readonly string[] = TRANSLATION_LANGUAGES;
const MEMBERS = 'the members id, kind, required, version, title, uri';
const ID = '1 to 40 of a-z, 0-9 and -';
const VERSION = 'a text of 1 to 40 letters, digits, ".", "_" and "-", in quotes in the YAML file';
const TITLE = `1 to ${MAX_TITLE_CHARACTERS} characters without control, bidirectional or zero-width characters`;

const isTitle = (value: string): boolean =>
  value.trim() === value &&
  value !== '' &&
  countCharacters(value) <= MAX_TITLE_CHARACTERS &&
  !hasForbiddenCharacters(value);

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One text for every language, or a mapping from language to text. */
const localText = (isAllowed: (text: string) => boolean, allowed: string) =>
  z.transform((value: unknown, { issues }): LocalText => {
    const fault = (path: string[], input: unknown, message: string) =>
      issues.push({ code: 'custom', path, input, message });
    const texts = isMapping(value) ? value : { [TRANSLATION_LANGUAGES[0]]: value };
    if (Object.keys(texts).length === 0) fault([], value, `${allowed}, in at least one language`);
    for (const [language, text] of Object.entries(texts)) {
      const path = isMapping(value) ? [language] : [];
      if (!LANGUAGES.includes(language)) fault(path, text, `the languages ${LANGUAGES.join(', ')}`);
      else if (typeof text !== 'string' || !isAllowed(text)) fault(path, text, allowed);
    }
    return texts as Partial<Record<TranslationLanguage, string>>;
  });

/** A notice is only read, so it needs no `required` and cannot be required. */
const required = z.check<{ kind?: unknown; required?: unknown }>(
  ({ value: { kind, required: given }, issues }) => {
    const isNotice = kind === 'notice';
    if (isNotice ? (given ?? false) === false : typeof given === 'boolean') return;
    issues.push({ code: 'custom', path: ['required'], input: given, message: isNotice ? 'false' : 'true or false' });
  },
  { when: ({ value }) => isMapping(value) },
);

const document = z.pipe(
  z
    .strictObject(
      {
        id: z.string(ID).check(
          z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, ID),
          z.refine((id) => id !== AGE_DOCUMENT, 'another id; this one stands for the confirmation of the age'),
        ),
        version: z.string(VERSION).check(z.regex(/^[A-Za-z0-9._-]{1,40}$/, VERSION)),
        kind: z.enum(DOCUMENT_KINDS, DOCUMENT_KINDS.join(', ')),
        required: z.optional(z.unknown()),
        title: localText(isTitle, TITLE),
        uri: localText(isServicePage, 'an https URL (http on loopback hosts)'),
      },
      { error: ({ code }) => (code === 'unrecognized_keys' ? MEMBERS : `a mapping with ${MEMBERS}`) },
    )
    .check(required),
  z.transform((read): Document => ({ ...read, required: read.required === true })),
);

const entries = z.transform((raw: unknown, { issues }): unknown[] => {
  const list = typeof raw === 'string' ? parseJson(raw) : raw;
  if (Array.isArray(list) && list.length <= MAX_DOCUMENTS) return list;
  const message = `a list of at most ${MAX_DOCUMENTS} documents; as JSON in a variable`;
  const found = Array.isArray(list) ? `${list.length} entries` : undefined;
  issues.push({ code: 'custom', input: raw, message, params: { found } });
  return z.NEVER;
});

/** Nothing but spaces is an empty list, as with lists of texts. */
function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? [] : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const eachIdOnce = z.check<readonly { id?: unknown }[]>(
  ({ value, issues }) => {
    const ids = value.map((entry) => entry?.id);
    for (const [at, id] of ids.entries()) {
      if (typeof id !== 'string' || ids.indexOf(id) === at) continue;
      const found = `the id ${JSON.stringify(id)} twice`;
      issues.push({ code: 'custom', path: [], input: id, message: 'each id once', params: { found } });
    }
  },
  { when: ({ value }) => Array.isArray(value) },
);

export const documentList = z.pipe(entries, z.array(document).check(eachIdOnce));
