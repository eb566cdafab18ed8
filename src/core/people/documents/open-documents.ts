// Which required documents somebody has not agreed to in today's version (contract 28). They are asked at the next
// sign-in or authorization; refresh tokens go on.

import { type Document, isAnswered } from '../../ground/document.ts';
import type { Ports } from '../ports.ts';
import type { Agreement } from './agreement-store.ts';

type Deps = Pick<Ports, 'agreements' | 'rules'>;

/** `before`: the agreement to an earlier version. */
export type OpenDocument = { document: Document; before: Agreement | undefined };

/** Queries the database only where a document is required. */
export async function openDocuments({ agreements, rules }: Deps, accountId: string): Promise<OpenDocument[]> {
  const required = rules.documents.filter(({ required }) => required);
  if (required.length === 0) return [];
  const agreed = await agreements.listByAccount(accountId);
  return required
    .filter(({ id, version }) => !agreed.some((one) => one.documentId === id && one.documentVersion === version))
    .map((document) => ({ document, before: agreed.find(({ documentId }) => documentId === document.id) }));
}

/** Every document that people answer, with the latest agreement that stands. */
export async function answeredDocuments(
  { agreements, rules }: Deps,
  accountId: string,
): Promise<{ document: Document; agreed: Agreement | undefined }[]> {
  const answered = rules.documents.filter(isAnswered);
  if (answered.length === 0) return [];
  const agreed = await agreements.listByAccount(accountId);
  return answered.map((document) => ({
    document,
    agreed:
      agreed.find((one) => one.documentId === document.id && one.documentVersion === document.version) ??
      agreed.find((one) => one.documentId === document.id),
  }));
}
