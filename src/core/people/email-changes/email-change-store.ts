// Port: stores pending changes of the address, and addresses that were given up.
import type { Account } from '../../ground/accounts/account.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { PasskeyUse } from '../../sign-in/passkeys/passkey-use.ts';
import type { KeptSession } from '../../sign-in/sessions/session-store.ts';
import type { EmailProof } from '../verification/email-proof.ts';
import type { EmailChange, FormerEmail, TakeBackLink } from './email-change.ts';

/** A passkey; without an id the one-time codes. `mail`: says that it was removed. */
export type ChosenFactor = { passkeyId: string | undefined; mail: NewMail | undefined };

export interface EmailChangeStore {
  /**
   * One intent: stores the change in place of any other of the account, with its proof (purpose `change`), and queues
   * both mails. Proofs of another address end. `askedAt` stays that of a change that is pending.
   * @param input.mail to the new address
   * @param input.notice to the account's address
   * @param input.session of the account; checked in the same intent
   * @throws ConfirmationNeeded; AccountInDoubt: a further change waits, except back to the address that stood before;
   *   nothing is changed
   */
  ask(input: {
    change: EmailChange;
    proof: EmailProof;
    mail: NewMail | undefined;
    notice: NewMail | undefined;
    session: SessionProof;
  }): Promise<void>;
  /**
   * One intent: stores one more proof of the pending change, extends the change to its end, and queues its mail. The
   * newest `MAX_PROOFS` are kept. False, and nothing is stored: the change is no longer pending.
   */
  askAgain(input: { proof: EmailProof; mail: NewMail | undefined; now: number }): Promise<boolean>;
  /** The pending change of an account that is not disabled. */
  find(accountId: string, now: number): Promise<EmailChange | undefined>;
  /** The proof of a link, with its change, while it can be used. */
  findProof(tokenHash: Buffer, now: number): Promise<{ proof: EmailProof; change: EmailChange } | undefined>;
  /** Ends the pending change and its proofs. False: there is none. */
  cancel(accountId: string): Promise<boolean>;
  /**
   * ONE INTENT, ONCE: of any number of callers with live links and codes of one change, one gets `changed` or
   * `changed-back`. It sets the address, which is verified; ends the change and every proof of the account; and, if the
   * former address was verified, reserves that and queues `mail` to it: the account is in doubt. Wrong codes count as
   * in `EmailProofStore.proveAddress`.
   *
   * `changed-back`: the account was in doubt, and has the address again that stood before. This ends the doubt and
   * whatever `takeBack` ends, but the session that acts, and begins no other: the lost address gets `back.notice`. What
   * is in `back.remove` goes as there.
   * @param input.session of the account; checked in the same intent
   * @param input.isRefused whether the rules of now refuse the address
   * @returns `email-taken`: another account has the address, or it is reserved for one · `email-refused`: `isRefused`;
   *   the change is then over
   * @throws ConfirmationNeeded; AccountInDoubt as `ask`; nothing is changed
   */
  prove(input: {
    accountId: string;
    by: { tokenHash: Buffer } | { codeMacs: readonly Buffer[] };
    session: SessionProof;
    takeBack: TakeBackLink;
    isRefused?: (change: EmailChange) => boolean;
    mail: NewMail | undefined;
    back: {
      fromEpoch: number;
      keep: KeptSession;
      remove: readonly ChosenFactor[];
      notice: NewMail | undefined;
    };
    now: number;
  }): Promise<'changed' | 'changed-back' | 'email-taken' | 'email-refused' | 'wrong'>;
  /** The address that the link restores, while it can be used: the account is not disabled. */
  findFormer(tokenHash: Buffer, now: number): Promise<FormerEmail | undefined>;
  /** The address that stood before, of an account in doubt. */
  findDoubt(accountId: string, now: number): Promise<FormerEmail | undefined>;
  /**
   * One intent: adds another link of a former address, which ends with the first, and queues its mail. Of them all, the
   * first and the newest `MAX_LINKS_AGAIN` work.
   * @param input.requestId the request for a password that it answers, which is deleted
   * @returns false, and nothing is stored: the link is over, the account is disabled, or the request was answered
   */
  addLink(input: {
    formerId: string;
    link: Pick<FormerEmail, 'id' | 'tokenHash'>;
    mail: NewMail | undefined;
    requestId: string;
    now: number;
  }): Promise<boolean>;
  /** The account that an address is reserved for. */
  findReserved(emailKey: string, now: number): Promise<FormerEmail | undefined>;
  /**
   * ONE INTENT, ONCE: takes back the change of the link, which ends the doubt. It restores the address, which is
   * verified, and an account that is leaving; sets the hash; raises the epochs; and ends every session, known and
   * trusted device, API token, link, proof and pending change of the account, and the one-time codes, recovery codes,
   * passkeys and connections that were made since the change was asked for. One-time codes that stay start their count
   * of tries anew.
   *
   * Where the account has one-time codes or a usable passkey from before `factorsAskedForBefore`, one of these is
   * required, in the same intent. A passkey is then used as in `SessionStore.start`. Of younger ones those that are in
   * `remove` go.
   * @param input.factor proven at this sign-in epoch, by a code or by `passkey`
   * @param input.rpId passkeys of another relying party are not usable; undefined: none is
   * @param input.remove passkeys, or the one-time codes with their recovery codes. One that is asked for stays. Each
   *   that goes queues its mail to the restored address
   * @param input.mail to the restored address
   * @param input.notice to the address that is lost, unless that is the same
   * @returns the account afterwards · `factor-needed`, and nothing is changed · undefined: the link is of no use
   */
  takeBack(input: {
    tokenHash: Buffer;
    passwordHash: string;
    factor: { signInEpoch: number; passkey?: PasskeyUse | undefined } | undefined;
    rpId: string | undefined;
    remove: readonly ChosenFactor[];
    mail: NewMail | undefined;
    notice: NewMail | undefined;
    now: number;
  }): Promise<Account | 'factor-needed' | undefined>;
}
