// Reads `documents` (contract 28): a list from YAML, or JSON from a variable. Each fault names its entry and member.
import { TRANSLATION_LANGUAGES, type TranslationLanguage } from '../core/applications/translations.ts';
import {
  AGE_DOCUMENT,
  DOCUMENT_KINDS,
  type Document,
  type DocumentKind,
  type LocalText,
} from '../core/documents/document.ts';
import { countCharacters, hasForbiddenCharacters } from '../core/profile/plain-text.ts';
import { isServicePage } from './contact-points.ts';
import type { Reader } from './readers.ts';

const MAX_DOCUMENTS = 20;
const MAX_TITLE_CHARACTERS = 100;
const MEMBERS = ['id', 'kind', 'required', 'version', 'title', 'uri'];
const LANGUAGES: readonly string[] = TRANSLATION_LANGUAGES;

/** A fault within the value of a setting. `at`: where, such as `[1].title.ko`. */
export type FaultInside = { at: string; found: string; allowed: string };

type Place = { at: string; faults: FaultInside[] };
type Mapping = Readonly<Record<string, unknown>>;

export const documentList: Reader<readonly Document[]> = (raw) => {
  const { documents, faults } = parseDocuments(raw);
  return faults.length === 0 ? { value: documents } : undefined;
};

export const documentFaults = (raw: unknown): FaultInside[] => parseDocuments(raw).faults;

function parseDocuments(raw: unknown): { documents: Document[]; faults: FaultInside[] } {
  const faults: FaultInside[] = [];
  const list = typeof raw === 'string' ? parseJson(raw) : raw;
  if (!Array.isArray(list) || list.length > MAX_DOCUMENTS) {
    const found = Array.isArray(list) ? `${list.length} entries` : JSON.stringify(raw);
    faults.push({ at: '', found, allowed: `a list of at most ${MAX_DOCUMENTS} documents; as JSON in a variable` });
    return { documents: [], faults };
  }
  const documents = list.flatMap((entry, index) => readDocument(entry, { at: `[${index}]`, faults }) ?? []);
  documents.forEach(({ id }, index) => {
    const isAgain = documents.findIndex((other) => other.id === id) < index;
    if (isAgain) faults.push({ at: '', found: `the id ${JSON.stringify(id)} twice`, allowed: 'each id once' });
  });
  return { documents, faults };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readDocument(entry: unknown, place: Place): Document | undefined {
  if (!isMapping(entry)) return report(place, '', entry, `a mapping with the members ${MEMBERS.join(', ')}`);
  for (const member of Object.keys(entry)) {
    if (!MEMBERS.includes(member)) report(place, `.${member}`, entry[member], `the members ${MEMBERS.join(', ')}`);
  }
  const id = readText(entry, 'id', place, /^[a-z0-9][a-z0-9-]{0,39}$/, '1 to 40 of a-z, 0-9 and -');
  if (id === AGE_DOCUMENT) report(place, '.id', id, 'another id; this one stands for the confirmation of the age');
  const version = readText(entry, 'version', place, /^[A-Za-z0-9._-]{1,40}$/, VERSION_ALLOWED);
  const kind = readKind(entry.kind, place);
  const required = readRequired(entry.required, kind, place);
  const title = readTexts(entry.title, 'title', place, isTitle, TITLE_ALLOWED);
  const uri = readTexts(entry.uri, 'uri', place, isServicePage, 'an https URL (http on loopback hosts)');
  if (!id || !version || !kind || required === undefined || !title || !uri) return undefined;
  return { id, kind, required, version, title, uri };
}

const VERSION_ALLOWED = 'a text of 1 to 40 letters, digits, ".", "_" and "-", in quotes in the YAML file';
const TITLE_ALLOWED = `1 to ${MAX_TITLE_CHARACTERS} characters without control, bidirectional or zero-width characters`;

const isTitle = (value: string): boolean =>
  value.trim() === value &&
  value !== '' &&
  countCharacters(value) <= MAX_TITLE_CHARACTERS &&
  !hasForbiddenCharacters(value);

function report({ at, faults }: Place, member: string, found: unknown, allowed: string): undefined {
  faults.push({ at: `${at}${member}`, found: found === undefined ? 'missing' : JSON.stringify(found), allowed });
}

function readText(entry: Mapping, member: string, place: Place, format: RegExp, allowed: string): string | undefined {
  const value = entry[member];
  return typeof value === 'string' && format.test(value) ? value : report(place, `.${member}`, value, allowed);
}

function readKind(value: unknown, place: Place): DocumentKind | undefined {
  return DOCUMENT_KINDS.find((kind) => kind === value) ?? report(place, '.kind', value, DOCUMENT_KINDS.join(', '));
}

/** A notice is only read, so it needs no member and cannot be required. */
function readRequired(value: unknown, kind: DocumentKind | undefined, place: Place): boolean | undefined {
  if (kind === 'notice') return (value ?? false) === false ? false : report(place, '.required', value, 'false');
  return typeof value === 'boolean' ? value : report(place, '.required', value, 'true or false');
}

/** One text for every language, or a mapping from language to text. */
function readTexts(
  value: unknown,
  member: string,
  place: Place,
  isAllowed: (text: string) => boolean,
  allowed: string,
): LocalText | undefined {
  const sent = isMapping(value) ? value : { [TRANSLATION_LANGUAGES[0]]: value };
  const entries = Object.entries(sent);
  const at = (language: string) => (isMapping(value) ? `.${member}.${language}` : `.${member}`);
  if (entries.length === 0) return report(place, `.${member}`, value, `${allowed}, in at least one language`);
  const read = entries.filter(([language, text]) => {
    if (!LANGUAGES.includes(language))
      return report(place, at(language), text, `the languages ${LANGUAGES.join(', ')}`);
    return (typeof text === 'string' && isAllowed(text)) || report(place, at(language), text, allowed);
  });
  if (read.length < entries.length) return undefined;
  return Object.fromEntries(read) as Partial<Record<TranslationLanguage, string>>;
}
