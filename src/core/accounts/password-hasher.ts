// Port: password hashing. Slow by design, so the number running at once is bounded; past the bound it is `Unavailable`.

export interface PasswordHasher {
  /**
   * A place for a request that will want a password hashed, to be given back when it has ended; undefined, and counted as
   * refused, when as many are in hand as can be hashed or wait. Who asks first spares everybody the work that leads to the
   * password (case M16).
   */
  reserve(): (() => void) | undefined;
  /** PHC string, Argon2id (contract 2; case P2). */
  hash(password: string): Promise<string>;
  /**
   * Whether `password` belongs to `passwordHash`. Without a hash (no such account, no password set) it does the same
   * work against a decoy and is false, so that time tells nothing (case K12).
   */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
  /** Whether the hash was made at a lower cost than today's and should be made anew at the next sign-in. */
  isOutdated(passwordHash: string): boolean;
}
