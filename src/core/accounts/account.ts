// An account: who signs in, owns applications or runs the server (contract 2).

export type Role = 'user' | 'owner' | 'operator';

/**
 * How an account came to be: by the setup link, the command line, the API, an import, an invitation, or the person's
 * own sign-up.
 */
export const ORIGINS = ['setup', 'command', 'api', 'import', 'invitation', 'sign-up'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Postal address, OpenID Connect Core 5.1.1. */
export type Address = {
  street_address?: string;
  locality?: string;
  region?: string;
  postal_code?: string;
  country?: string;
};

/**
 * What a person says of themselves, by claim name (OpenID Connect Core 5.1); address of mail and username are the
 * account's own. An absent member has no value; an empty string is never stored.
 */
export type Profile = {
  nickname?: string;
  picture?: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  middle_name?: string;
  gender?: string;
  birthdate?: string;
  website?: string;
  profile?: string;
  locale?: string;
  zoneinfo?: string;
  phone_number?: string;
  address?: Address;
};

export type Account = {
  id: string;
  /** As the person wrote it: trimmed, NFC. */
  email: string;
  /** How it is compared: lower case, domain as A-label (`emailKey` in `email.ts`). Unique. */
  emailKey: string;
  emailVerified: boolean;
  /** Who says that the address is the person's; undefined while it is not verified. */
  emailVerifiedBy: 'operator' | undefined;
  emailVerifiedAt: number | undefined;
  /** PHC string (Argon2id); undefined until a password was set by a one-time link. */
  passwordHash: string | undefined;
  role: Role;
  origin: Origin;
  /** The claim `preferred_username`: lower case, like no other account's that is or was (contract 2, "Username"). */
  username: string | undefined;
  /** When it was changed, oldest first, of the last 365 days: the first choice is no change. */
  usernameChanges: readonly number[];
  profile: Profile;
  disabledAt: number | undefined;
  /**
   * Rises with whatever ends the account's sign-ins; a session or code that carries an older one is dead (contract 2).
   */
  signInEpoch: number;
  /** Rises with whatever ends the account's grants; a family that carries an older one is dead (contract 2). */
  grantEpoch: number;
  createdAt: number;
  /** Last change of what an application may read. */
  updatedAt: number;
};
