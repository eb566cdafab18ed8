// A signed-in person agrees to the documents they are asked about, or changes the optional ones on the account page
// (contract 28). The statement that writes checks the session they are signed in with.
import { formFault } from '../../ground/accounts/form-faults.ts';
import { ConfirmationNeeded, validSession } from '../../ground/acts/session-proof.ts';
import { boxOf, type DocumentVersion } from '../../ground/document.ts';
import type { Fault } from '../../ground/fault.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import { missingBoxes, tickedDocuments } from './check-boxes.ts';
import { answeredDocuments, openDocuments } from './open-documents.ts';

type Deps = Pick<Ports, 'agreements' | 'rules' | 'clock'>;

export type DocumentsAnswer =
  | { kind: 'saved' }
  | { kind: 'refused'; faults: Fault[] }
  /** The session ended a moment earlier. */
  | { kind: 'signed-out' };

/** @param ticked the values of the ticked boxes; all open documents must be among them */
export async function agreeToDocuments(
  deps: Deps,
  { signedIn, ticked }: { signedIn: SignedIn; ticked: readonly string[] },
): Promise<DocumentsAnswer> {
  const open = (await openDocuments(deps, signedIn.account.id)).map(({ document }) => document);
  if (missingBoxes(open, ticked).length > 0) {
    return { kind: 'refused', faults: [formFault(['documents'], 'documents-unagreed')] };
  }
  return save(deps, signedIn, { agreed: tickedDocuments(open, ticked), withdrawn: [] });
}

/**
 * Agrees to optional documents, or withdraws.
 * @param shown the boxes that the page had; a document that changed since stays as it is
 */
export async function changeOptionalDocuments(
  deps: Deps,
  { signedIn, shown, ticked }: { signedIn: SignedIn; shown: readonly string[]; ticked: readonly string[] },
): Promise<DocumentsAnswer> {
  const all = await answeredDocuments(deps, signedIn.account.id);
  const optional = all.filter(({ document }) => !document.required && shown.includes(boxOf(document)));
  const isTicked = ({ document }: (typeof all)[number]) => ticked.includes(boxOf(document));
  return save(deps, signedIn, {
    agreed: optional.filter((one) => isTicked(one) && !one.agreed).map(({ document }) => document),
    withdrawn: optional.filter((one) => !isTicked(one) && one.agreed).map(({ document }) => document.id),
  });
}

async function save(
  { agreements, clock }: Deps,
  { account, session }: SignedIn,
  answer: { agreed: readonly DocumentVersion[]; withdrawn: readonly string[] },
): Promise<DocumentsAnswer> {
  if (answer.agreed.length + answer.withdrawn.length === 0) return { kind: 'saved' };
  try {
    const proof = validSession(session);
    await agreements.answer({ accountId: account.id, ...answer, now: clock.now(), proof });
    return { kind: 'saved' };
  } catch (error) {
    if (error instanceof ConfirmationNeeded) return { kind: 'signed-out' };
    throw error;
  }
}
