// What somebody ticked on the form that creates an account: the documents, and that they are old enough (contract 28).
// Nothing is stored of somebody who is not: the form comes back, and no account is created.
import { formFault } from '../../ground/accounts/form-faults.ts';
import { AGE_DOCUMENT, boxOf, type Document, type DocumentVersion, isAnswered } from '../../ground/document.ts';
import type { Fault } from '../../ground/fault.ts';
import type { Rules } from '../../server/policy/rules.ts';

/** As posted: the values of the ticked boxes (`boxOf`), and whether the box of the age is ticked. */
export type TickedBoxes = { documents: readonly string[]; oldEnough: boolean };

export const NOTHING_TICKED: TickedBoxes = { documents: [], oldEnough: false };

/** Required documents without their box. A box of another version than today's counts as not ticked. */
export const missingBoxes = (documents: readonly Document[], ticked: readonly string[]): Document[] =>
  documents.filter((document) => document.required && !ticked.includes(boxOf(document)));

export const tickedDocuments = (documents: readonly Document[], ticked: readonly string[]): DocumentVersion[] =>
  documents
    .filter((document) => isAnswered(document) && ticked.includes(boxOf(document)))
    .map(({ id, version }) => ({ id, version }));

/** @returns input errors, and what the person agreed to if there are none */
export function checkBoxes(
  { documents, minimumAge }: Pick<Rules, 'documents' | 'minimumAge'>,
  ticked: TickedBoxes,
): { agreed: DocumentVersion[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const agreed = tickedDocuments(documents, ticked.documents);
  if (minimumAge > 0) {
    if (ticked.oldEnough) agreed.push({ id: AGE_DOCUMENT, version: String(minimumAge) });
    else faults.push(formFault(['age'], 'age-unconfirmed', { years: minimumAge }));
  }
  if (missingBoxes(documents, ticked.documents).length > 0) faults.push(formFault(['documents'], 'documents-unagreed'));
  return { agreed, faults };
}
