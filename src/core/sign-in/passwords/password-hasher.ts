// Port: password hashing. It is slow by design, so the number running at once is limited; beyond that it is
// `Unavailable`. No network gets more than its share (contract 10).
import type { ClientAddress } from '../../ground/limits/client-address.ts';

export interface PasswordHasher {
  /**
   * Reserves a place for a request that will need a password hashed. The caller calls the returned function when the
   * request has ended. Undefined, and counted as refused, when all places, or all of the client's network, are taken.
   * Reserving first saves the work that leads to the password (case M16).
   */
  reserve(from: ClientAddress): (() => void) | undefined;
  /**
   * @param from the client whose share is used; undefined: none, because no client asks or it holds a place of
   *   `reserve`
   * @returns PHC string, Argon2id (contract 2; case P2)
   */
  hash(password: string, from?: ClientAddress): Promise<string>;
  /**
   * Whether `password` belongs to `passwordHash`, of any kind that `readStoredHash` reads. Without a hash, or with one
   * that cannot be checked, it does the work of an ordinary check with a decoy and returns false, so that timing
   * reveals nothing (case K12).
   * @param options.from as for `hash`
   * @param options.signerKey for hashes of Firebase
   */
  verify(
    password: string,
    passwordHash: string | undefined,
    options?: { from?: ClientAddress | undefined; signerKey?: Buffer | undefined },
  ): Promise<boolean>;
  /** The kind of the hashes that `hash` makes, as `readStoredHash` returns it. */
  readonly ownKind: string;
  /** Whether the hash has a lower cost than today's and should be replaced at the next sign-in. */
  isOutdated(passwordHash: string): boolean;
}
