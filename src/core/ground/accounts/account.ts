// An account signs in, owns applications or runs the server (contract 2).

export const ROLES = ['user', 'owner', 'support', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Support and operators work for the service (contract 24, 29). */
export const isStaff = (role: Role): boolean => role === 'support' || role === 'operator';

/** Users and support may be members of an application, and own none (contract 2). */
export const mayOwnApplications = (role: Role | 'machine'): boolean => role !== 'user' && role !== 'support';

/**
 * How an account was created: by the setup link, the command line, the API, an import, an invitation, or the person's
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
 * What people say about themselves, by claim name (OpenID Connect Core 5.1). Email address and username are members of
 * the account. An absent member has no value; an empty string is never stored.
 */
export type Profile = {
  nickname?: string;
  /** A URL from an import, or the name of an uploaded picture (`core/people/pictures/picture.ts`). */
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

/**
 * `active` · `disabled` by an operator · `leaving`: its person deleted it, and can restore it for some days (contract
 * 27).
 */
export const ACCOUNT_STATUSES = ['active', 'disabled', 'leaving'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type Account = {
  id: string;
  /** As the person wrote it: trimmed, NFC. */
  email: string;
  /** The compared form: lower case, domain as A-label (`emailKey` in `email.ts`). Unique. */
  emailKey: string;
  emailVerified: boolean;
  /** Who verified the address: an operator, or the person by mail; undefined while it is not verified. */
  emailVerifiedBy: 'operator' | 'mail' | undefined;
  emailVerifiedAt: number | undefined;
  /** PHC string (Argon2id); undefined until a one-time link sets the first password. */
  passwordHash: string | undefined;
  role: Role;
  origin: Origin;
  /**
   * The claim `preferred_username`, in lower case. No other account has or had the same one (contract 2, "Username").
   */
  username: string | undefined;
  /** Times of the changes in the last 365 days, oldest first. Choosing the first username is not a change. */
  usernameChanges: readonly number[];
  profile: Profile;
  disabledAt: number | undefined;
  /** Since when the account is leaving: its person deleted it, and can restore it until `leavingUntil`. */
  leavingSince: number | undefined;
  leavingUntil: number | undefined;
  /** Rises when the account's sign-ins end. A session or code with an older value is invalid (contract 2). */
  signInEpoch: number;
  /** Rises when the account's grants end. A family with an older value is invalid (contract 2). */
  grantEpoch: number;
  /** Rises when the account's known devices are forgotten (contract 26). */
  deviceEpoch: number;
  createdAt: number;
  /** Last change of anything that applications may read. */
  updatedAt: number;
};

/** An operator's act is stronger: a disabled account that is leaving is `disabled`. */
export function statusOf({ disabledAt, leavingSince }: Pick<Account, 'disabledAt' | 'leavingSince'>): AccountStatus {
  if (disabledAt !== undefined) return 'disabled';
  return leavingSince === undefined ? 'active' : 'leaving';
}
