// What a store does with a sign-in from a device that the account has not used before: it queues the mail about it.
import type { NewMail } from '../../server/mail/mail-store.ts';

/** See `SessionStore.start`. */
export type NewDevice = {
  mail: NewMail;
  /**
   * Keyed hashes of account, browser family and network, under every accepted secret, the current one first: an account
   * is told once of each until `notifiedUntil` (ms).
   */
  macs: readonly Buffer[];
  notifiedUntil: number;
};
