// Port: the outbox of mail. A mail is written by the store method of its cause, in the same transaction: the method
// takes a `NewMail`, and its store passes that to `queueMail`.
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { DueMessage, OutboxStore } from '../../ground/outbox/outbox-store.ts';
import type { MailFacts, MailKind } from './mail-kinds.ts';

/** A mail to queue. `writeMail` creates it. */
export type NewMail = {
  /** `Message-ID` is derived from it. */
  id: string;
  kind: MailKind;
  /** The account that it is about; the mail is deleted with it. Undefined: none. */
  accountId: string | undefined;
  /** As stored, never as typed. Undefined: the account's address at the time of the transaction. */
  email: string | undefined;
  /** A language tag. Undefined: the locale of the account's profile. */
  language: string | undefined;
  facts: MailFacts[MailKind];
  /** The secrets, encrypted with the server's secret; undefined: it has none. */
  sealed: Buffer | undefined;
  /** One of many within an hour is counted in a summary instead. */
  isNotice: boolean;
  createdAt: number;
  /** Not sent from then on. */
  expiresAt: number;
};

/** A mail in the hands of one process. */
export type DueMail = DueMessage &
  Pick<NewMail, 'id' | 'kind' | 'accountId' | 'sealed' | 'createdAt'> & {
    /** Where it goes. */
    email: string;
    /** A language tag; undefined: unknown. */
    language: string | undefined;
    facts: MailFacts[MailKind];
    expiresAt: number;
    /** How many notices of its kind this one stands for; 0: it is no summary. */
    summed: number;
    /** A notice of danger to the address that stood before, of an account in doubt. */
    toFormer: boolean;
    /** Nobody has proven the address, which is the account's. */
    toUnproven: boolean;
  };

/** The mail server refuses the mail of this server, whoever it goes to. Times in ms. */
export type MailTrouble = {
  /** What it answered to which command, without personal values. */
  reason: string;
  since: number;
  lastAt: number;
};

/** A queued mail with secrets, for `keys rewrap`. */
export type SealedMail = { id: string; sealed: Buffer };

/**
 * `remove` of a mail that was sent also starts the life of its link and code, which is the proof or the pending sign-up
 * with the mail's id: they end `PROOF_TTL_MS` later, as does the change of address that the proof is for.
 */
export interface MailStore extends OutboxStore<DueMail> {
  /** Queues a mail that has no other cause to be written with. */
  queue(mail: NewMail): Promise<void>;
  /**
   * Queues a mail that an operator sends to themselves.
   * @returns whether the account of the session still is an operator's @throws ConfirmationNeeded the session ended
   */
  queueTest(mail: NewMail, proof: SessionProof): Promise<boolean>;
  /**
   * Notes a refusal of a claimed mail, and whether it is one of many. A trouble begins with a refusal of the `sender`,
   * and with the same answer to the recipients of `TROUBLE_DOMAINS` domains within `REFUSAL_WINDOW_MS`, WHICHEVER
   * PROCESSES GOT THEM; it lasts for `TROUBLE_LASTS_MS` after it was last seen, that of a sender until a mail is taken.
   * @returns `since`: the first refusal of this mail · `trouble` `new`: it begins with this one, in this call alone
   */
  noteRefusal(refusal: {
    id: string;
    reason: string;
    refused: 'sender' | 'recipient';
    at: number;
  }): Promise<{ since: number; trouble: 'none' | 'known' | 'new' }>;
  /** The mail server took a mail, so it does not refuse the sender any more. */
  noteTaken(): Promise<void>;
  /** Those last seen at `seenSince` or later, the newest first. */
  listTroubles(seenSince: number): Promise<readonly MailTrouble[]>;
  /** Mails given up since `since`, at most `most`: counting stops there. */
  countGivenUp(since: number, most: number): Promise<number>;
  /** Queued mails with secrets after the mail `afterId`, in order of their ids. */
  listSealed(page: { afterId: string; limit: number }): Promise<readonly SealedMail[]>;
  /** Replaces the encrypted secrets, only while they still are `from`. */
  reseal(id: string, from: Buffer, to: Buffer): Promise<boolean>;
}

/** So many notices of one kind in `NOTICE_WINDOW_MS` are single mails; the others are one summary. */
export const MAX_NOTICES = 5;
export const NOTICE_WINDOW_MS = 60 * 60 * 1000;
