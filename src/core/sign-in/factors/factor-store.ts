// Port: stores one-time codes and recovery codes of accounts (contract 24).

import type { Account } from '../../ground/accounts/account.ts';
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { KeptSession } from '../sessions/session-store.ts';
import type { OneTimeCodes } from './one-time-code.ts';

/** A code that was shown to be correct, at the account as it was read with the first proof. */
type AcceptedCode = {
  accountId: string;
  signInEpoch: number;
  /** When the person gave the first proof. No other code may have been accepted since. */
  provenAt: number;
  now: number;
};

/** What ends the account's other sessions, like `SessionStore.endOthers`. */
type EndOthers = Mailed & { fromEpoch: number; keep: KeptSession; proof: SessionProof };

/** `mail` is queued in the same intent, where it does something. */
type Mailed = { accountId: string; mail?: NewMail | undefined; now: number };

export interface FactorStore {
  find(accountId: string): Promise<OneTimeCodes | undefined>;
  /** How many recovery codes are not used. */
  countRecoveryCodes(accountId: string): Promise<number>;
  /**
   * One intent: stores the secret, with its age by what the session has shown (`behind`), and the recovery codes, ends
   * the account's other sessions, and gives this one `amr`. False, and nothing changes: the account has one-time codes,
   * or its sessions were ended a moment earlier.
   * @throws ConfirmationNeeded, and nothing is changed
   */
  enrol(
    input: EndOthers & {
      sealedSecret: Buffer;
      step: number;
      recoveryHashes: readonly Buffer[];
      /** Undefined: those that it has. */
      amr?: readonly string[];
    },
  ): Promise<boolean>;
  /** Replaces all recovery codes. False: the account has no one-time codes. @throws ConfirmationNeeded */
  replaceRecoveryCodes(input: Mailed & { recoveryHashes: readonly Buffer[]; proof: SessionProof }): Promise<boolean>;
  /**
   * One intent: removes one-time codes and recovery codes, and ends the account's other sessions. False, and nothing
   * changes: there are none, or the account's sessions were ended a moment earlier.
   * @throws ConfirmationNeeded, and nothing is changed
   */
  remove(input: EndOthers): Promise<boolean>;
  /**
   * The same by an operator, who removes passkeys too: every session ends. An account without a password keeps its
   * passkeys, because nobody could sign in to it any more. False, and nothing changes: there is nothing to remove.
   * `tell` is queued for every operator where the account works for the service.
   * @throws ActRefused, ConfirmationNeeded
   */
  removeByOperator(input: Mailed & { by?: AuthorizedAct | undefined; tell?: NewMail | undefined }): Promise<boolean>;
  /**
   * ONE INTENT, ONCE: removes what is named, raises `signInEpoch` and queues the mails. ONLY while the account has
   * `signInEpoch` and is not disabled, so that of several callers with one proof one succeeds, and none after a sign-in
   * was ended. Every session ends.
   * @returns the account afterwards; undefined, and nothing changes: otherwise
   */
  removeAfterReset(input: {
    accountId: string;
    signInEpoch: number;
    removesCodes: boolean;
    passkeyIds: readonly string[];
    mails: readonly (NewMail | undefined)[];
    now: number;
  }): Promise<Account | undefined>;
  /**
   * Counts a try BEFORE its code is checked, so that no number of simultaneous tries exceeds `MAX_TRIES_IN_ROW`.
   * @returns undefined: there were too many, or the account has no one-time codes
   */
  countTry(accountId: string): Promise<OneTimeCodes | undefined>;
  /**
   * THE ONLY USE OF A STEP: of many callers at once with one step, one gets true, and no step up to it is accepted
   * again. Only while the account is not disabled and has `signInEpoch`. Ends the count of tries.
   */
  useStep(input: AcceptedCode & { step: number }): Promise<boolean>;
  /** THE ONLY USE OF A RECOVERY CODE, under the conditions of `useStep`. Ends the count of tries. */
  useRecoveryCode(input: AcceptedCode & Mailed & { codeHash: Buffer }): Promise<boolean>;
  /**
   * Counts a wrong code that followed the right password, after it was checked.
   * @param input.mail queued with the fifth in a row, and with no other
   * @returns whether it was queued
   */
  noteWrongCode(input: { accountId: string; mail: NewMail | undefined }): Promise<boolean>;
  /** A batch of secrets in the order of their accounts, to encrypt them anew. */
  listSecrets(page: { afterId: string; limit: number }): Promise<readonly OneTimeCodes[]>;
  /** Replaces the encrypted secret, only while it still is `from`. */
  reseal(accountId: string, from: Buffer, to: Buffer): Promise<boolean>;
}
