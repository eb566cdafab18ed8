// A passkey: a WebAuthn credential with which a person signs in without a password (contract 23).
import type { FactorAge } from '../factors/factor-age.ts';

export type Passkey = FactorAge & {
  id: string;
  accountId: string;
  /** What the authenticator calls the account, where it is not the account's id: the passkey was imported. */
  userHandle: Buffer | undefined;
  /** The authenticator's name for it. Unique among all accounts. */
  credentialId: Buffer;
  /** COSE_Key (RFC 9052 7). */
  publicKey: Buffer;
  /** The signature counter; 0: the authenticator has none. */
  signCount: number;
  /** The relying party that it was created for. It signs for no other one. */
  rpId: string;
  /** As the person named it. */
  name: string;
  /** Which authenticator made it, as it says itself: it is not attested. */
  aaguid: string;
  /** How the browser can reach the authenticator: hints of its own. */
  transports: readonly string[];
  /** Whether the authenticator may sync it to other devices. See `mayBecome`. */
  backupEligible: boolean;
  /** Whether it is synced. */
  backedUp: boolean;
  lastUsedAt: number | undefined;
  /** When the counter of a synced passkey last fell. Undefined: never. */
  counterFellAt: number | undefined;
};

export const MAX_PASSKEYS = 20;

/** EdDSA, ES256 and RS256 (RFC 9053 2, RFC 8812 2), in the order of preference. */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257];

/** In Unicode characters. */
export const MAX_PASSKEY_NAME = 60;

/**
 * Whether the counter says that there are two copies of the key (WebAuthn Level 3, 6.1.1): it does not rise, where the
 * authenticator counts at all.
 */
export const hasFallen = (from: number, to: number): boolean => (from > 0 || to > 0) && to <= from;

/**
 * Whether a passkey can be what its authenticator says now. WebAuthn lets backup eligibility never change; one that is
 * device-bound becomes synced all the same, when its manager learns to sync (decision 65). Never the other way round.
 */
export const mayBecome = (known: Pick<Passkey, 'backupEligible'>, now: Pick<Passkey, 'backupEligible'>): boolean =>
  now.backupEligible || !known.backupEligible;

/** WebAuthn Level 3, 5.4.3. */
export const MAX_USER_HANDLE = 64;

/** What authenticators call the account with a new passkey, in base64url: its id, which says nothing of the person. */
export const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url');

/** What the authenticator of this passkey calls the account, in base64url. */
export const userHandleIn = ({ accountId, userHandle }: Pick<Passkey, 'accountId' | 'userHandle'>): string =>
  userHandle?.toString('base64url') ?? userHandleOf(accountId);
