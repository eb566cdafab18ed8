// A session: one browser in which a person is signed in at this server. The cookie is a random handle; only its hash
// is stored.
import type { Account } from '../accounts/account.ts';

export type Session = {
  id: string;
  /** SHA-256 of the cookie's value. */
  handleHash: Buffer;
  accountId: string;
  /** The account's when the person proved who they are: the session lives while it is still the account's. */
  signInEpoch: number;
  /** "Keep me signed in" was ticked: longer lifetimes, and the cookie outlives the browser. */
  persistent: boolean;
  /** When the person last proved in this session who they are. */
  authenticatedAt: number;
  /** How they did (RFC 8176). */
  amr: readonly string[];
  /** When they last picked this account among those of the device; signing in is picking too. */
  chosenAt: number;
  createdAt: number;
  /** Kept to five minutes: reading never writes more often than that (contract 10). */
  lastUsedAt: number;
  /** The earlier of idle and absolute end. */
  expiresAt: number;
  /** The browser's `User-Agent`, at most 400 characters, for "your devices". */
  userAgent: string;
};

export type SignedIn = { session: Session; account: Account };

/** Who is signed in on one device. */
export type DeviceAccounts = {
  /** The one last signed in or chosen; undefined when nobody is, or its session ended and several others are left. */
  current: SignedIn | undefined;
  /** Everybody, `current` included. */
  all: readonly SignedIn[];
};

/** How many sessions of one account may live; of more, the oldest end. */
export const SESSIONS_PER_ACCOUNT = 100;

/** How many accounts may be signed in on one device. */
export const ACCOUNTS_PER_DEVICE = 5;

/** @param found in the device's order, the account last signed in or chosen first; undefined: ended meanwhile. */
export function deviceAccounts(found: readonly (SignedIn | undefined)[]): DeviceAccounts {
  const all = found.filter((signedIn) => signedIn !== undefined);
  return { current: found[0] ?? (all.length === 1 ? all[0] : undefined), all };
}
