// What a store does with the answer of a passkey: the challenge is spent, and the passkey was used.
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { Passkey } from './passkey.ts';

/** A challenge is answered once: the statement that acts on its answer remembers it until it is over. */
export type AnsweredChallenge = { challengeHash: Buffer; challengeExpiresAt: number };

/** A passkey that signed a challenge, and what a sign-in with it does to its row. See `SessionStore.start`. */
export type PasskeyUse = AnsweredChallenge & {
  passkeyId: string;
  /** As the authenticator says now. */
  signCount: number;
  backupEligible: boolean;
  backedUp: boolean;
  /** Queued when a device-bound passkey has become one that may be synced. */
  mailIfSynced: NewMail | undefined;
  /** Queued when the counter of a synced passkey has fallen. */
  mailIfFallen: NewMail | undefined;
  /**
   * When the person gave the first proof that this is the second of (ms). Refused when a code or a passkey of the
   * account was accepted since. Undefined: the passkey is the only proof.
   */
  provenAt: number | undefined;
};

/** The passkey that an account is created with, and the challenge that it answered. */
export type FirstPasskey = AnsweredChallenge & { passkey: Passkey };
