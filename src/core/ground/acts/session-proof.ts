// Confirming who you are (contract 25): a dangerous act needs a session in which the person proved within the last ten
// minutes who they are. Signing in is such a proof; later the confirm page asks for the password again. The statement
// of the act checks the proof itself, so that a session that ended a moment before can do nothing.
import type { Role } from '../accounts/account.ts';

const CONFIRMED_FOR_MS = 10 * 60 * 1000;

/**
 * What a dangerous act needs: the session must still be valid (account not disabled, sign-in not ended), and the person
 * must have proved in it who they are, not before `authenticatedSince` (ms) and not by a trusted device. 0: the session
 * only has to be valid.
 */
export type SessionProof = {
  sessionId: string;
  authenticatedSince: number;
  /** Where given, they must also have proved in it, not before then, that they read mail at the account's address. */
  addressProvenSince?: number | undefined;
  /** Where given, the account must still have this role: what else was asked of the person depends on it. */
  role?: Role | undefined;
  /** Where true, the account must still edit no application, for the same reason. */
  editsNothing?: boolean | undefined;
  /**
   * Where given, they must also have shown in it one of the factors that the account has, at that authentication or by
   * setting it up since, or have proven the address not before `orAddressProvenSince`. An account without a factor has
   * nothing to show; passkeys of another relying party than `rpId` can be shown nowhere.
   */
  factorShown?: { rpId: string | undefined; orAddressProvenSince: number | undefined } | undefined;
};

/**
 * Thrown by the statement of an act whose `SessionProof` is no longer valid. Nothing was done, and the person is asked
 * to confirm.
 */
export class ConfirmationNeeded extends Error {
  override readonly name = 'ConfirmationNeeded';

  constructor() {
    super('The person has not confirmed lately who they are');
  }
}

/** Of a session: when the person last proved who they are, and whether a trusted device stood in for a factor. */
type ProvenAt = { authenticatedAt: number; byTrustedDevice: boolean };

/** A sign-in on a trusted device proved the password alone, and the account has a second factor (contract 25). */
export const isConfirmed = ({ authenticatedAt, byTrustedDevice }: ProvenAt, now: number): boolean =>
  authenticatedAt >= now - CONFIRMED_FOR_MS && !byTrustedDevice;

/** For an act that needs a session, and nothing proved in it lately. */
export const validSession = ({ id }: { id: string }): SessionProof => ({ sessionId: id, authenticatedSince: 0 });

export const proofOf = ({ id }: { id: string }, now: number): SessionProof => ({
  sessionId: id,
  authenticatedSince: now - CONFIRMED_FOR_MS,
});
