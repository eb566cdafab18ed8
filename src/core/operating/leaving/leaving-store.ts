// Port: stores that accounts are leaving, and ends them.
import type { ConsentAnswers } from '../../applications/connections/connection.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { LeavingSignIn } from '../../sign-in/sessions/leaving-sign-in.ts';

/**
 * Why nothing happened: `owns-applications`, which must be handed over or deleted first · `last-operator`: no other
 * operator could act.
 */
export type LeaveResult = 'done' | 'owns-applications' | 'last-operator';

/** An entry of the deletion list. */
export type DeletedAccount = { id: string; deletedAt: number };

/** How many accounts were deleted, and who was not, as the last enabled operator. */
export type DeletedAgain = { count: number; keptOperator: string | undefined };

/**
 * What a person agreed to whose account is gone, without a receipt: an import brought it, or it was given before there
 * were receipts. Names nobody: only the application knows the `sub`.
 */
export type KeptAgreement = {
  applicationId: string;
  sub: string;
  answers: ConsentAnswers;
  /** The texts of the application's items when the account ended. */
  texts: readonly {
    item: string;
    consent: string;
    purpose: string | null;
    retention: string | null;
    translations: object | null;
  }[];
  connectedAt: number;
  endedAt: number;
};

export interface LeavingStore extends LeavingSignIn {
  /**
   * One intent: the account is leaving until then, or, without `until`, is deleted at once as `AccountStore.remove`
   * does. Leaving raises both epochs and ends every session, API token, one-time link, pending change of the address
   * and mailed proof. Queues `mail` with it.
   * @param input.until of an account in doubt: not before the doubt ends, and never absent
   * @param input.proof of the session that acts; checked in the same intent
   * @throws ConfirmationNeeded; AccountInDoubt: it would end before the doubt; nothing is changed
   */
  leave(input: {
    accountId: string;
    until: number | undefined;
    proof: SessionProof;
    mail: NewMail | undefined;
    now: number;
  }): Promise<LeaveResult>;
  /**
   * ONLY while the account is leaving, is not disabled and has this `signInEpoch`: it is active again, with everything
   * that did not end. Queues `mail` with it.
   */
  restore(input: { accountId: string; signInEpoch: number; mail: NewMail | undefined; now: number }): Promise<boolean>;
  /**
   * Deletes at most `limit` accounts whose time is over. A disabled account stays, and so does one that was restored a
   * moment earlier.
   * @returns how many were deleted
   */
  endDue(input: { now: number; limit: number }): Promise<number>;
  findKept(applicationId: string, sub: string): Promise<KeptAgreement | undefined>;
  /**
   * Deletes proofs of agreements whose account ended before then: at most `limit` receipts and as many `KeptAgreement`.
   * @returns how many
   */
  removeKept(input: { endedBefore: number; limit: number }): Promise<number>;
  /**
   * Overwrites what deleted rows left in the files that the store itself manages.
   * @returns false when that has to wait for other processes: it is to be called again
   */
  erase(): Promise<boolean>;
  /** At most `limit` entries of the deletion list that the log does not tell yet. */
  listUnlogged(limit: number): Promise<readonly DeletedAccount[]>;
  markLogged(ids: readonly string[]): Promise<void>;
  /**
   * One intent: adds the entries to the deletion list, and deletes those accounts that exist, whatever their state.
   * What they own goes to the oldest operator who is not in the list, disabled or leaving: the backup is older than the
   * hand-over that came before they left. Without such an operator it is deleted too, except where only the list keeps
   * them from being one: the last enabled operator stays, out of the list, and gets what the others own (contract 29).
   */
  deleteAgain(listed: readonly DeletedAccount[], now: number): Promise<DeletedAgain>;
  /** `overdue`: leaving accounts, not disabled, that should have ended before `now`. */
  count(now: number): Promise<{ leaving: number; overdue: number }>;
}
