// Port: stores sign-ups that wait for the code of a mail. They are no accounts, and sign nobody in.
import type { Account } from '../accounts/account.ts';
import type { DocumentVersion } from '../documents/document.ts';
import type { NewMail } from '../mail/mail-store.ts';

export type PendingSignUp = {
  id: string;
  /** Hash of the device id of the browser that signed up. */
  deviceHash: Buffer;
  email: string;
  emailKey: string;
  passwordHash: string;
  nickname: string;
  /** The documents that the person agreed to. */
  agreed: readonly DocumentVersion[];
  /** SHA-256 of the secret in the link; undefined: its mail was written by an older version. */
  tokenHash: Buffer | undefined;
  codeMac: Buffer;
  createdAt: number;
  expiresAt: number;
};

export interface PendingSignUpStore {
  /** One intent: stores the sign-up and queues its mail. Of a device, the newest `MAX_PROOFS` are kept. */
  insert(pending: PendingSignUp, mail: NewMail | undefined): Promise<void>;
  findNewest(deviceHash: Buffer, now: number): Promise<PendingSignUp | undefined>;
  /** The sign-up of a link, on whatever device. */
  findByToken(tokenHash: Buffer, now: number): Promise<PendingSignUp | undefined>;
  /**
   * ONE INTENT, ONCE: of any number of callers, on any number of devices, one creates the account of an address. It
   * ends every pending sign-up of the address. Link and code work on the device that signed up. A wrong code counts
   * against each sign-up of the device; after `MAX_WRONG_CODES` a sign-up works by its link only.
   * @param input.accountOf makes the account, without side effects
   * @returns undefined when the code is wrong, code or link is over, or the address has an account
   */
  redeem(input: {
    deviceHash: Buffer;
    by: { tokenHash: Buffer } | { codeMacs: readonly Buffer[] };
    accountOf: (pending: PendingSignUp) => Account;
    now: number;
  }): Promise<Account | undefined>;
}
