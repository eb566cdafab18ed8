// Confirming who you are (contract 25): a dangerous act is done only in a session whose person proved within the last
// ten minutes who they are. Signing in is such a proof; later the confirm page asks for the password once more. The
// act's own statement checks the proof, so that nothing is done by a session that ended a moment before.
import type { Session } from './session.ts';

const CONFIRMED_FOR_MS = 10 * 60 * 1000;

/**
 * What a dangerous act is done with: the session must still stand (its account not disabled, its sign-in not ended),
 * and the person must have proved in it who they are, not before `authenticatedSince` (ms).
 */
export type SessionProof = { sessionId: string; authenticatedSince: number };

/**
 * Thrown by the statement of an act whose `SessionProof` holds no more: nothing was done, and the person is asked to
 * confirm.
 */
export class ConfirmationNeeded extends Error {
  override readonly name = 'ConfirmationNeeded';

  constructor() {
    super('The person has not confirmed lately who they are');
  }
}

export const isConfirmed = ({ authenticatedAt }: Pick<Session, 'authenticatedAt'>, now: number): boolean =>
  authenticatedAt >= now - CONFIRMED_FOR_MS;

export const proofOf = ({ id }: Pick<Session, 'id'>, now: number): SessionProof => ({
  sessionId: id,
  authenticatedSince: now - CONFIRMED_FOR_MS,
});
