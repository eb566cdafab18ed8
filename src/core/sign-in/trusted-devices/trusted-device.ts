// A browser that is not asked for the second factor for 30 days (contract 24). Its cookie is a random token; only the
// hash is stored. The row counts while the account has the sign-in number that it had then, and any change of a factor
// deletes it.
export type TrustedDevice = {
  id: string;
  accountId: string;
  /** SHA-256 of the token in the cookie. */
  tokenHash: Buffer;
  /** The account's value when the device was trusted. */
  signInEpoch: number;
  /** The browser's `User-Agent`, at most 400 characters. */
  userAgent: string;
  /** As sessions have it. */
  network: string;
  createdAt: number;
  expiresAt: number;
};

export const TRUST_TTL_MS = 30 * 24 * 60 * 60 * 1000;
/** A newer one ends the oldest. */
export const MAX_TRUSTED_DEVICES = 20;
