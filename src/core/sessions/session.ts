// A session: one browser in which a person is signed in at this server. The cookie is a random handle; only its hash
// is stored.
import type { Account } from '../accounts/account.ts';

export type Session = {
  id: string;
  /** SHA-256 of the cookie's value. */
  handleHash: Buffer;
  accountId: string;
  /** "Keep me signed in" was ticked: longer lifetimes, and the cookie outlives the browser. */
  persistent: boolean;
  /** When the password was last proven in this session. */
  authenticatedAt: number;
  createdAt: number;
  /** Kept to five minutes: reading never writes more often than that (contract 10). */
  lastUsedAt: number;
  /** The earlier of idle and absolute end. */
  expiresAt: number;
  /** The browser's `User-Agent`, at most 400 characters, for "your devices". */
  userAgent: string;
};

export type SignedIn = { session: Session; account: Account };
