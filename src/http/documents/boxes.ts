// The documents on the forms that create an account, and what was ticked there (contract 28).
import type { FastifyRequest } from 'fastify';
import { boxOf, type Document, textIn } from '../../core/ground/document.ts';
import { NOTHING_TICKED, type TickedBoxes } from '../../core/people/documents/check-boxes.ts';
import type { Rules } from '../../core/server/policy/rules.ts';
import type { BoxesProps, DocumentRow } from '../../views/page/document-row.ts';
import type { Language } from '../../views/page/page.ts';
import { isOfThisSession } from '../browsers/csrf.ts';
import { formOf } from '../wire/request-parts.ts';

const DOCUMENTS_FIELD = 'documents';
const AGE_FIELD = 'age';

export function documentRow(document: Document, language: Language): DocumentRow {
  const title = textIn(document.title, language);
  return {
    box: boxOf(document),
    kind: document.kind,
    required: document.required,
    version: document.version,
    title: title.text,
    titleLanguage: title.language === language ? undefined : title.language,
    uri: textIn(document.uri, language).text,
  };
}

export function tickedIn(request: FastifyRequest): TickedBoxes {
  const form = formOf(request);
  return { documents: form.all(DOCUMENTS_FIELD), oldEnough: form.has(AGE_FIELD) };
}

/**
 * None is ticked beforehand: ticks come back only on the answer to a form that was shown to this person, never to one
 * of another site.
 */
export function boxesFor(
  { documents, minimumAge }: Pick<Rules, 'documents' | 'minimumAge'>,
  language: Language,
  request: FastifyRequest,
): BoxesProps {
  const ticked = ticksToKeep(request);
  return {
    documents: documents.map((document) => ({
      ...documentRow(document, language),
      ticked: ticked.documents.includes(boxOf(document)),
    })),
    age: minimumAge === 0 ? undefined : { years: minimumAge, ticked: ticked.oldEnough },
  };
}

export const ticksToKeep = (request: FastifyRequest): TickedBoxes =>
  isOfThisSession(request) ? tickedIn(request) : NOTHING_TICKED;
