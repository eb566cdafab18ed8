// A session: one browser in which a person is signed in to this server. The cookie is a random handle; only its hash is
// stored.
import type { Account } from '../../ground/accounts/account.ts';

export type Session = {
  id: string;
  /** SHA-256 of the cookie's value. */
  handleHash: Buffer;
  accountId: string;
  /** The account's value when the person proved who they are. The session lives while the account still has it. */
  signInEpoch: number;
  /** "Keep me signed in" was ticked: longer lifetimes, and the cookie outlives the browser. */
  persistent: boolean;
  /** When the person last proved in this session who they are. */
  authenticatedAt: number;
  /** How they proved it (RFC 8176). */
  amr: readonly string[];
  /** The account has a second factor, which was not asked for: the device was trusted. It confirms nothing. */
  byTrustedDevice: boolean;
  /** When they last chose this account among those on the device. Signing in counts as choosing. */
  chosenAt: number;
  createdAt: number;
  /** Accurate to five minutes: reading never writes more often than that (contract 10). */
  lastUsedAt: number;
  /** The earlier of idle and absolute expiry. */
  expiresAt: number;
  /** The browser's `User-Agent` at the last sign-in, at most 400 characters, for "your devices". */
  userAgent: string;
  /** Where that sign-in came from, as limits count it: an IPv4 /24 or an IPv6 /64. Empty: by an older program. */
  network: string;
  /** When the person proved in this session, by a mailed code or link, that they read mail at the account's address. */
  addressProvenAt?: number | undefined;
  /** Age of the factor that was shown at `authenticatedAt` (contract 24), or set up since. Undefined: none was. */
  factorSince?: number | undefined;
};

export type SignedIn = { session: Session; account: Account };

/** Who is signed in on one device. */
export type DeviceAccounts = {
  /**
   * The one last signed in or chosen; undefined when nobody is signed in, or its session ended and several others are
   * left.
   */
  current: SignedIn | undefined;
  /** Everybody, including `current`. */
  all: readonly SignedIn[];
};

/** Beyond this, the oldest sessions of an account end. */
export const MAX_SESSIONS_PER_ACCOUNT = 100;

/** Accounts that may be signed in on one device. */
export const MAX_ACCOUNTS_PER_DEVICE = 5;

/** @param found in the device's order, the account last signed in or chosen first; undefined: the session has ended */
export function deviceAccounts(found: readonly (SignedIn | undefined)[]): DeviceAccounts {
  const all = found.filter((signedIn) => signedIn !== undefined);
  return { current: found[0] ?? (all.length === 1 ? all[0] : undefined), all };
}
