// From a consent item to the claims it opens, with the person's values (contract 3, "Catalogue of consent items";
// contract 6).
import type { Account, Profile } from '../accounts/account.ts';
import { CATALOGUE, type ConsentItemName } from './catalogue.ts';

/** What claims are made of; an account has it, and so has the row behind an access token. */
export type ClaimSource = Pick<Account, 'email' | 'emailVerified' | 'username' | 'profile' | 'updatedAt'>;

const ENTRY_OF = new Map(CATALOGUE.map((entry) => [entry.item, entry]));

/** Every claim about a person that this server knows. */
export const KNOWN_CLAIMS: readonly string[] = [...CATALOGUE.flatMap((entry) => entry.claims), 'updated_at'];

/**
 * Whether applications do not get the address, though it was agreed: nobody has proven that it is the person's
 * (contract 2, "Unverified addresses"). It counts as a value all the same.
 */
export const isEmailWithheld = (source: Pick<ClaimSource, 'emailVerified'>, rules: WithholdingRules): boolean =>
  rules.withholdUnverifiedEmail && !source.emailVerified;

export type WithholdingRules = { withholdUnverifiedEmail: boolean };

/** Claims of one item that have a value, as the person sees them; an item without any gives an empty object. */
export function claimsOfItem(item: ConsentItemName, source: ClaimSource): Record<string, unknown> {
  if (item === 'email') return { email: source.email, email_verified: source.emailVerified };
  if (item === 'username') return source.username === undefined ? {} : { preferred_username: source.username };
  const claims: Record<string, unknown> = {};
  for (const claim of ENTRY_OF.get(item)?.claims ?? []) {
    const value = source.profile[claim as keyof Profile];
    if (value !== undefined) claims[claim] = value;
  }
  // Nobody has proven a telephone number to this server yet, and a claim of verification must not be guessed.
  if (item === 'phone_number' && 'phone_number' in claims) claims.phone_number_verified = false;
  return claims;
}

export const hasValue = (item: ConsentItemName, source: ClaimSource): boolean =>
  Object.keys(claimsOfItem(item, source)).length > 0;

/**
 * Claims of all `items`, as an application gets them; `updated_at` (whole seconds) comes with any of the profile items.
 * An answer that is put together from them is finished by `addName`.
 */
export function claimsOfItems(
  items: readonly ConsentItemName[],
  source: ClaimSource,
  rules: WithholdingRules,
): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  let fromProfile = false;
  for (const item of items) {
    if (item === 'email' && isEmailWithheld(source, rules)) continue;
    const opened = claimsOfItem(item, source);
    if (Object.keys(opened).length === 0) continue;
    Object.assign(claims, opened);
    fromProfile ||= ENTRY_OF.get(item)?.scopes.includes('profile') ?? false;
  }
  if (fromProfile) claims.updated_at = Math.floor(source.updatedAt / 1000);
  return claims;
}

const NAME_CLAIMS = ENTRY_OF.get('name')?.claims ?? [];

/**
 * Many programs refuse a person without `name`: an answer that holds `nickname` and no claim of the item `name` gets it
 * with the same text (contract 3, catalogue).
 */
export function addName(claims: Record<string, unknown>): Record<string, unknown> {
  if ('nickname' in claims && !NAME_CLAIMS.some((claim) => claim in claims)) claims.name = claims.nickname;
  return claims;
}
