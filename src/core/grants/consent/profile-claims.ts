// Maps consent items to claims, with the person's values (contract 3, "Catalogue of consent items"; contract 6).

import type { ConsentItem } from '../../applications/applications/application.ts';
import type { Account, Profile } from '../../ground/accounts/account.ts';
import { CATALOGUE, type ConsentItemName } from '../../ground/consent-items.ts';
import { uploadedPictureId } from '../../people/pictures/picture.ts';

/** What a person's own values are made from. */
export type PersonSource = Pick<Account, 'email' | 'emailVerified' | 'username' | 'profile' | 'updatedAt'>;

/** What claims are made from: the row behind an access token, or an account with what an application receives of it. */
export type ClaimSource = PersonSource & {
  /** Names of the groups that the application receives of the person, in order; undefined: of none. */
  groups: readonly string[] | undefined;
};

const ENTRY_OF = new Map(CATALOGUE.map((entry) => [entry.item, entry]));

/** Every claim about a person that this server knows. */
export const KNOWN_CLAIMS: readonly string[] = [...CATALOGUE.flatMap((entry) => entry.claims), 'updated_at'];

/**
 * Whether applications do not receive the address although it was agreed, because nobody has verified it (contract 2,
 * "Unverified addresses"). It still counts as a value.
 */
export const isEmailWithheld = (source: Pick<ClaimSource, 'emailVerified'>, rules: WithholdingRules): boolean =>
  rules.withholdUnverifiedEmail && !source.emailVerified;

export type WithholdingRules = { withholdUnverifiedEmail: boolean };

/** What an application receives instead of a value as it is stored. */
export type ReleaseRules = WithholdingRules & {
  /** The address of an uploaded picture for this application. */
  pictureAddress(pictureId: string): string;
};

/** The rules for an application: one that needs a verified address receives no other, whatever the server releases. */
export const withholdingFor = (
  { withholdUnverifiedEmail }: WithholdingRules,
  registered: readonly Pick<ConsentItem, 'verified'>[],
): WithholdingRules => ({
  withholdUnverifiedEmail: withholdUnverifiedEmail || registered.some(({ verified }) => verified),
});

/**
 * The claims of one item that have a value, as the person sees them; an empty object without any. Groups are always a
 * value: programs that map them to rights keep the last ones where the claim is missing.
 */
export function claimsOfItem(
  item: ConsentItemName,
  source: PersonSource & Partial<ClaimSource>,
): Record<string, unknown> {
  if (item === 'email') return { email: source.email, email_verified: source.emailVerified };
  if (item === 'username') return source.username === undefined ? {} : { preferred_username: source.username };
  if (item === 'groups') return { groups: source.groups ?? [] };
  const claims: Record<string, unknown> = {};
  for (const claim of ENTRY_OF.get(item)?.claims ?? []) {
    const value = source.profile[claim as keyof Profile];
    if (value !== undefined) claims[claim] = value;
  }
  // This server cannot verify phone numbers, and must not claim that it did.
  if (item === 'phone_number' && 'phone_number' in claims) claims.phone_number_verified = false;
  return claims;
}

export const hasValue = (item: ConsentItemName, source: PersonSource): boolean =>
  Object.keys(claimsOfItem(item, source)).length > 0;

/**
 * The claims of all `items`, as an application receives them. `updated_at` (whole seconds) comes with any of the
 * profile items. Complete answers need `addName` as well.
 */
export function claimsOfItems(
  items: readonly ConsentItemName[],
  source: ClaimSource,
  rules: ReleaseRules,
): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  let fromProfile = false;
  for (const item of items) {
    if (item === 'email' && isEmailWithheld(source, rules)) continue;
    const opened = claimsOfItem(item, source);
    if (Object.keys(opened).length === 0) continue;
    Object.assign(claims, opened);
    if (item === 'profile_image') claims.picture = releasedPicture(source.profile.picture, rules);
    fromProfile ||= ENTRY_OF.get(item)?.scopes.includes('profile') ?? false;
  }
  if (fromProfile) claims.updated_at = Math.floor(source.updatedAt / 1000);
  return claims;
}

const releasedPicture = (picture: string | undefined, { pictureAddress }: ReleaseRules): string | undefined => {
  const id = uploadedPictureId(picture);
  return id === undefined ? picture : pictureAddress(id);
};

const NAME_CLAIMS = ENTRY_OF.get('name')?.claims ?? [];

/**
 * Many programs refuse a person without `name`. An answer that has `nickname` and no claim of the item `name` gets
 * `name` with the same text (contract 3, catalogue).
 */
export function addName(claims: Record<string, unknown>): Record<string, unknown> {
  if ('nickname' in claims && lacksName(claims)) claims.name = claims.nickname;
  return claims;
}

const lacksName = (claims: Record<string, unknown>): boolean => !NAME_CLAIMS.some((claim) => claim in claims);

/**
 * Whether the application receives the nickname as `name` too, as pages tell whoever agrees to it. `unless-named`: only
 * if the person leaves the item `name` out.
 */
export type NicknameAsName = 'always' | 'unless-named' | 'never';

/** For people who are asked for `items`. What is required has a value before anybody goes on. */
export function nicknameAsNameOf(items: readonly Pick<ConsentItem, 'item' | 'consent'>[]): NicknameAsName {
  const name = items.find(({ item }) => item === 'name');
  if (name === undefined) return 'always';
  return name.consent === 'required' ? 'never' : 'unless-named';
}

/** For people who have agreed to these items. */
export const isNicknameGivenAsName = (agreed: readonly ConsentItemName[], source: PersonSource): boolean =>
  !agreed.includes('name') || lacksName(claimsOfItem('name', source));
