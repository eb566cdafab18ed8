// Port: stores sign-ups that wait for the code of a mail. They are no accounts, and sign nobody in.
import type { Account } from '../../ground/accounts/account.ts';
import type { DocumentVersion } from '../../ground/document.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { AnsweredChallenge } from '../../sign-in/passkeys/passkey-use.ts';
import type { PendingPasskey } from '../../sign-in/passkeys/pending-passkey.ts';

export type PendingSignUp = {
  id: string;
  /** Hash of the device id of the browser that signed up. */
  deviceHash: Buffer;
  email: string;
  emailKey: string;
  /** Empty: the person signs up with a passkey. */
  passwordHash: string;
  passkey: PendingPasskey | undefined;
  nickname: string;
  /** The documents that the person agreed to. */
  agreed: readonly DocumentVersion[];
  /** SHA-256 of the secret in the link; undefined: no mail was sent, because the address had enough of them. */
  tokenHash: Buffer | undefined;
  codeMac: Buffer;
  createdAt: number;
  expiresAt: number;
};

export interface PendingSignUpStore {
  /**
   * One intent: stores the sign-up and queues its mail. Of a device, the newest `MAX_PROOFS` whose mail was sent are
   * kept, and this one.
   * @param answered the challenge of its passkey, unless it is the same sign-up again
   * @returns false, and nothing is stored: the challenge was answered before
   */
  insert(pending: PendingSignUp, mail: NewMail | undefined, answered?: AnsweredChallenge | undefined): Promise<boolean>;
  findNewest(deviceHash: Buffer, now: number): Promise<PendingSignUp | undefined>;
  /** The sign-up of a link, on whatever device. */
  findByToken(tokenHash: Buffer, now: number): Promise<PendingSignUp | undefined>;
  /**
   * ONE INTENT, ONCE: of any number of callers, on any number of devices, one creates the account of an address. It
   * ends every pending sign-up of the address. Link and code work on the device that signed up. A wrong code counts
   * against each sign-up of the device; after `MAX_WRONG_CODES` a sign-up works by its link only.
   * @param input.accountOf makes the account, without side effects; undefined: the rules of now allow none, and the
   *   sign-up is over
   * @returns undefined when the code is wrong, code or link is over, no account is made, or the address has one
   */
  redeem(input: {
    deviceHash: Buffer;
    by: { tokenHash: Buffer } | { codeMacs: readonly Buffer[] };
    accountOf: (pending: PendingSignUp) => Account | undefined;
    now: number;
  }): Promise<Account | undefined>;
}
