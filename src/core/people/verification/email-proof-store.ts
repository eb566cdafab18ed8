// Port: stores proofs of an address.

import type { Account } from '../../ground/accounts/account.ts';
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { EmailProof } from './email-proof.ts';

/** What happens to a claimed account; see `ClaimChoice`. An account takes the place of the one that is claimed. */
export type ClaimAnswer = 'keep' | 'prove-factor' | Account;

export interface EmailProofStore {
  /**
   * One intent: stores the proof and queues its mail. Of the account's proofs with this purpose, the newest
   * `MAX_PROOFS` are kept. For a password it is of the account's address, otherwise of the address that stands: the one
   * that stood before, while the account is in doubt.
   * @param input.notice to the address that stood before, of an account in doubt
   * @param input.requestId the request it answers, which is deleted
   * @returns false, and nothing is stored: the address is no longer the account's, the account is disabled, may not be
   *   reset by mail (`mayReset`), or the request was answered already
   * @param input.by who sends it to somebody else @throws ActRefused, ConfirmationNeeded
   */
  issue(input: {
    proof: EmailProof;
    mail: NewMail | undefined;
    notice?: NewMail | undefined;
    requestId?: string | undefined;
    by?: AuthorizedAct | undefined;
  }): Promise<boolean>;
  /** The proof of a link while it can be used: its address is as `issue` says, and the account is not disabled. */
  find(tokenHash: Buffer, now: number): Promise<EmailProof | undefined>;
  /**
   * ONE INTENT, ONCE: of any number of callers with live links and codes of one account, one is `proven`. It verifies
   * the account's address, if the mail went there, notes the time at the session, and ends every proof of it. A code
   * that is wrong counts against each proof that it could have been; after `MAX_WRONG_CODES` a proof works by its link
   * only.
   * @param input.session the session of the account; it must be valid in the same intent
   * @throws ConfirmationNeeded, and nothing is changed
   */
  proveAddress(input: {
    accountId: string;
    by: { tokenHash: Buffer } | { codeMacs: readonly Buffer[] };
    session: SessionProof;
    now: number;
  }): Promise<'proven' | 'wrong'>;
  /**
   * ONE INTENT, ONCE: spends a `password` link, sets the hash, raises both epochs, and ends all sessions, API tokens,
   * links and proofs of the account. Its sent invitations end with the epoch. ONLY while the address is the account's,
   * no sign-ins were ended since the mail was written, the account is not disabled, and `mayReset` allows it. What else
   * happens to an account whose address is unverified, `claim` says; any other account keeps everything.
   * `prove-factor`: a code of it was accepted since the link was opened; ONLY while it has codes.
   * @returns the account afterwards; undefined when the link is of no use, or the account cannot be started empty
   */
  redeemForPassword(input: {
    tokenHash: Buffer;
    passwordHash: string;
    claim: ClaimAnswer;
    mail?: NewMail | undefined;
    now: number;
  }): Promise<Account | undefined>;
}
