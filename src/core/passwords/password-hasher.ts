// Port: password hashing. Slow by design, so the number running at once is bounded; past the bound it is `Unavailable`.
// Of what is bounded no network gets more than its share (contract 10).
import type { ClientAddress } from '../limits/client-address.ts';

export interface PasswordHasher {
  /**
   * A place for a request that will want a password hashed, to be given back when it has ended; undefined, and counted
   * as refused, when as many are in hand as can be hashed or wait, or as many of its network as may. Who asks first
   * spares everybody the work that leads to the password (case M16).
   */
  reserve(from: ClientAddress): (() => void) | undefined;
  /**
   * PHC string, Argon2id (contract 2; case P2).
   * @param from whose turn it is; undefined: of no client, or of one that holds a place of `reserve`
   */
  hash(password: string, from?: ClientAddress): Promise<string>;
  /**
   * Whether `password` belongs to `passwordHash`. Without a hash (no such account, no password set) it does the same
   * work against a decoy and is false, so that time tells nothing (case K12).
   * @param from whose turn it is
   */
  verify(password: string, passwordHash: string | undefined, from?: ClientAddress): Promise<boolean>;
  /** Whether the hash was made at a lower cost than today's and should be made anew at the next sign-in. */
  isOutdated(passwordHash: string): boolean;
}
