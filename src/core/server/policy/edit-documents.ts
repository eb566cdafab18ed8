// One document of the policy that is added, changed, removed or moved (contract 28, 29). Each of its faults is named,
// where a whole list would have one. What a document may be, the policy decides.

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import { type Document, MAX_DOCUMENTS } from '../../ground/document.ts';
import type { Fault } from '../../ground/fault.ts';
import type { TranslationLanguage } from '../../ground/texts/translations.ts';
import { type ChangePolicyDeps, changePolicy, type PolicyChanged, policyFaults } from './change-policy.ts';
import { followedPolicy } from './policy.ts';

type TypedTexts = Readonly<Partial<Record<TranslationLanguage, string>>>;

/** As typed. A text that was left empty is absent. */
export type TypedDocument = Pick<Document, 'id' | 'required' | 'version'> & {
  kind: string;
  title: TypedTexts;
  uri: TypedTexts;
};

/** `change` of the document with the id, which stays: agreements are stored under it. */
export type DocumentEdit =
  | { what: 'add' | 'change'; typed: TypedDocument }
  /** `move-up`: before the one that people see before it. */
  | { what: 'remove' | 'move-up'; id: string };

/** @param input.revision of the policy that the form showed @throws Unavailable; ConfirmationNeeded */
export async function editDocuments(
  deps: ChangePolicyDeps,
  { edit, revision, proof }: { edit: DocumentEdit; revision: number; proof: SessionProof | undefined },
): Promise<PolicyChanged> {
  const { livePolicy } = deps;
  await livePolicy.refresh();
  // Faults are those of what is stored now, which the form did not show.
  if (livePolicy.revision() !== revision) return { kind: 'stale' };
  const { documents } = followedPolicy(livePolicy.kinds, livePolicy.stored());
  const faults = 'typed' in edit ? faultsOf(deps, documents, edit) : [];
  if (faults.length > 0) return { kind: 'refused', faults };
  const edited = listAfter(documents, edit);
  if (!edited) return { kind: 'stale' };
  return changePolicy(deps, { wanted: { documents: edited }, revision, proof });
}

/** In the order of the form. */
const MEMBERS: readonly unknown[] = ['kind', 'title', 'uri', 'required', 'version', 'id'];

/** Each with the path of its member: `[member]`, or `[member, language]`; `[]` is the list. */
function faultsOf(
  { livePolicy }: ChangePolicyDeps,
  documents: readonly Document[],
  { what, typed }: Extract<DocumentEdit, { typed: unknown }>,
): Fault[] {
  const isFull = what === 'add' && documents.length >= MAX_DOCUMENTS;
  const isTaken = what === 'add' && documents.some(({ id }) => id === typed.id);
  const full: Fault = { path: [], code: 'documents-full', detail: `At most ${MAX_DOCUMENTS} documents can be listed.` };
  const taken: Fault = { path: ['id'], code: 'document-id-taken', detail: 'Another document has this id.' };
  const ofMembers = policyFaults(livePolicy.kinds, { documents: [typed] }).map(
    ({ path: [, , ...path], ...fault }): Fault => ({ ...fault, path, code: codeOf(path) }),
  );
  const faults = [...(isFull ? [full] : []), ...(isTaken ? [taken] : []), ...ofMembers];
  return faults.toSorted((one, other) => MEMBERS.indexOf(one.path[0]) - MEMBERS.indexOf(other.path[0]));
}

/** A text without a language is missing. */
function codeOf([member, language]: Fault['path']): string {
  const isMissing = (member === 'title' || member === 'uri') && language === undefined;
  return `document-${member}${isMissing ? '-missing' : ''}`;
}

/** Undefined: the one that it is about is not there. */
function listAfter(documents: readonly Document[], edit: DocumentEdit): readonly unknown[] | undefined {
  if (edit.what === 'add') return [...documents, edit.typed];
  const id = 'typed' in edit ? edit.typed.id : edit.id;
  const at = documents.findIndex((one) => one.id === id);
  const found = documents[at];
  if (!found) return undefined;
  const others: readonly unknown[] = documents.toSpliced(at, 1);
  if (edit.what === 'remove') return others;
  if (edit.what === 'change') return others.toSpliced(at, 0, edit.typed);
  return others.toSpliced(Math.max(0, at - 1), 0, found);
}
