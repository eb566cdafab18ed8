// People change their answers about optional items of a connection on their account page (contract 4). Withdrawing and
// agreeing again both take effect at the application's next call. Required items stay agreed while connected, and items
// that the person was never asked for are never added.
import type { ApplicationScope } from '../../applications/apis/application-scope.ts';
import type { Application, ConsentItem } from '../../applications/applications/application.ts';
import type { Connection, ConsentAnswers } from '../../applications/connections/connection.ts';
import { newReceipt } from '../../applications/receipts/receipt.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { TranslationLanguage } from '../../ground/texts/translations.ts';
import type { Ports } from '../ports.ts';
import { answerTo } from './what-to-ask.ts';

/** A scope of an API that the person answered and that the application still asks for. */
export type AnsweredScope = { entry: ApplicationScope; agreed: boolean };

export const answeredScopes = (application: Application, connection: Connection): AnsweredScope[] =>
  application.apiScopes.flatMap((entry) => {
    const answer = answerTo(entry, connection);
    return answer ? [{ entry, agreed: answer.agreed }] : [];
  });

/** An item that the person answered and that is still registered. The account page shows these. */
export type AnsweredItem = { entry: ConsentItem; agreed: boolean };

export function answeredItems(application: Application, connection: Connection): AnsweredItem[] {
  return application.consentItems.flatMap((entry) => {
    const answer = answerTo(entry, connection);
    return answer ? [{ entry, agreed: answer.agreed }] : [];
  });
}

/**
 * @param input `agreed`: the optional items that stay or become agreed; all others that are shown are withdrawn;
 *   `proof`: of the session that changes them
 * @returns false when the person is not connected to the application
 * @throws ConfirmationNeeded when the session has ended
 */
export async function withdrawItems(
  deps: Pick<Ports, 'connections' | 'applications' | 'clock' | 'publish'>,
  input: {
    accountId: string;
    applicationId: string;
    agreed: readonly string[];
    language: TranslationLanguage;
    proof?: SessionProof;
  },
): Promise<boolean> {
  const { accountId, applicationId } = input;
  const application = await deps.applications.find(applicationId);
  const connection = await deps.connections.find(applicationId, accountId);
  if (!application || !connection || connection.endedAt !== undefined) return false;

  const now = deps.clock.now();
  const answered = [...answeredItems(application, connection), ...answeredScopes(application, connection)];
  const optional = answered.filter(({ entry }) => entry.consent === 'optional');
  const isTicked = ({ entry }: AnsweredItem | AnsweredScope) => input.agreed.includes(entry.item);
  const changed = optional.filter((item) => item.agreed !== isTicked(item));
  if (changed.length === 0) return true;
  const answers: ConsentAnswers = Object.fromEntries(
    changed.map((item) => [item.entry.item, { agreed: isTicked(item), answeredAt: now }]),
  );
  const after = { ...connection, answers: { ...connection.answers, ...answers } };
  // A connection that was ended a moment earlier stays ended: only the consent page revives it.
  const saved = await deps.connections.answer({
    accountId,
    applicationId,
    generation: connection.generation,
    answers,
    proof: input.proof,
    receipt: newReceipt(deps, {
      kind: 'change',
      language: input.language,
      application,
      items: answeredItems(application, after),
      scopes: answeredScopes(application, after),
    }),
    now,
  });
  if (saved) deps.publish({ kind: 'application-events-due' });
  return saved;
}
