// POST /account/documents: agrees to optional documents of the service, or withdraws (contract 28).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAnswered } from '../../core/ground/document.ts';
import { changeOptionalDocuments } from '../../core/people/documents/answer-documents.ts';
import { answeredDocuments } from '../../core/people/documents/open-documents.ts';
import type { AccountDocument } from '../../views/account/account-props.ts';
import { accountPath } from '../../views/page/account-pages.ts';
import type { Language } from '../../views/page/page.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { documentRow, tickedIn } from '../documents/boxes.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';

export async function handleDocumentsForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const boxes = { shown: formOf(request).all('shown'), ticked: tickedIn(request).documents };
  const answer = await changeOptionalDocuments(deps.ports, { signedIn, ...boxes });
  // This session was ended meanwhile: the account page redirects to sign-in.
  if (answer.kind !== 'saved') return reply.redirect(accountPath('data'), 303);
  logEvent(request, 'documents', 'changed', { account: signedIn.account.id });
  return reply.redirect(accountHref('documents-saved'), 303);
}

/** Every document in the order of the settings, with what the person agreed to. */
export async function accountDocuments(
  { ports }: AuthDeps,
  accountId: string,
  language: Language,
): Promise<AccountDocument[]> {
  const answered = await answeredDocuments(ports, accountId);
  const agreedTo = (id: string) => answered.find(({ document }) => document.id === id)?.agreed;
  return ports.rules.documents.map((document) => {
    const agreed = isAnswered(document) ? agreedTo(document.id) : undefined;
    return {
      ...documentRow(document, language),
      agreed: agreed && { version: agreed.documentVersion, at: agreed.agreedAt },
    };
  });
}
