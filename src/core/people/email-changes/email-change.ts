// A change of the email address that waits until the new address is proven, and an address that was given up by one.

/** At most one of an account. It is over when the account's sign-ins end. */
export type EmailChange = {
  accountId: string;
  /** The new address, as the person wrote it. */
  email: string;
  emailKey: string;
  /** Of the account when the change was asked for. */
  signInEpoch: number;
  /**
   * When it was asked for. Asking for another address while one is pending keeps this time: what was set up since the
   * first one goes when the change is taken back.
   */
  askedAt: number;
  expiresAt: number;
};

/**
 * A verified address that an account gave up. Until it expires, no other account gets the address, and the link that
 * was mailed to it takes the change back.
 */
export type FormerEmail = {
  id: string;
  accountId: string;
  email: string;
  emailKey: string;
  /** SHA-256 of the secret in the link. */
  tokenHash: Buffer;
  askedAt: number;
  changedAt: number;
  expiresAt: number;
};

/** What creates a `FormerEmail` when a change takes effect. */
export type TakeBackLink = Pick<FormerEmail, 'id' | 'tokenHash' | 'expiresAt'>;

/** Links that were mailed again, because somebody entered the former address on the page of forgotten passwords. */
export const MAX_LINKS_AGAIN = 2;

export const TAKE_BACK_MS = 7 * 24 * 60 * 60 * 1000;
