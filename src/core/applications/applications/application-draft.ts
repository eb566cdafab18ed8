// What an owner sends to register an application, before any rule is applied. The console, the registration API and the
// command line all convert to this shape. Values are as sent; `undefined` means absent, or unreadable and already
// reported, so that one wrong member does not hide the others.

import type { TranslationsDraft } from '../../ground/texts/translations.ts';
import { ALL_GROUP_LISTS, type GroupListName } from '../../people/groups/group-lists.ts';
import type { Application, PlatformEntry } from './application.ts';
import { ALL_FIELDS, type FieldDrafts, type FieldName } from './application-fields.ts';
import type { MemberField } from './field.ts';

export type PlatformDraft = {
  platform?: string | undefined;
  siteDomains?: readonly (string | undefined)[] | undefined;
  packageName?: string | undefined;
  bundleId?: string | undefined;
};

export type ConsentItemDraft = {
  item?: string | undefined;
  consent?: string | undefined;
  purpose?: string | undefined;
  retention?: string | undefined;
  translations?: TranslationsDraft<'purpose' | 'retention'>;
  /** Item `email` only: the application needs a verified address. */
  verified?: boolean | undefined;
};

/** `item`: the name of the scope. */
export type ScopeDraft = {
  item?: string | undefined;
  consent?: string | undefined;
  purpose?: string | undefined;
  translations?: TranslationsDraft<'purpose'>;
};

export type ApplicationDraft = FieldDrafts & {
  name?: string | undefined;
  translations?: TranslationsDraft<'name'>;
  /** `ON` or `OFF`. */
  loginActivation?: string | undefined;
  platforms?: readonly (PlatformDraft | undefined)[] | undefined;
  redirectUris?: readonly (string | undefined)[] | undefined;
  consentItems?: readonly (ConsentItemDraft | undefined)[] | undefined;
  apiScopes?: readonly (ScopeDraft | undefined)[] | undefined;
  postLogoutRedirectUris?: readonly (string | undefined)[] | undefined;
  backchannelLogoutUri?: string | undefined;
  /** As sent: an object, but for what is in it. */
  jwks?: object | undefined;
  jwksUri?: string | undefined;
} & { [Name in GroupListName]?: readonly (string | undefined)[] | undefined };

/** The draft that describes the application as it is: the start of an edit of one part. */
export const draftOf = (application: Application): ApplicationDraft => ({
  ...application,
  loginActivation: application.loginActivation ? 'ON' : 'OFF',
  platforms: application.platforms.map(platformDraftOf),
  redirectUris: application.redirectUris.map(({ redirectUri }) => redirectUri),
});

export const platformDraftOf = (entry: PlatformEntry): PlatformDraft => ({
  ...entry,
  siteDomains: entry.platform === 'Web' ? entry.siteDomains : undefined,
});

/** What PUT keeps, under its name in JSON. */
const KEPT: readonly (readonly [name: FieldName | GroupListName, wire: string, field?: MemberField])[] = [
  ...ALL_FIELDS.filter(([, { kept }]) => kept).map(([name, field]) => [name, field.wire, field] as const),
  ...ALL_GROUP_LISTS.map(([name, { wire }]) => [name, wire] as const),
];

/** A value without a default is removed by naming it without a value. */
const isRemovable = (field: MemberField | undefined): boolean => !(field && 'byDefault' in field);

/**
 * The draft for replacing the whole application (PUT). What is absent is removed or set to its default, except where
 * that would silently break the application or open it to others (docs/decisions/0013-what-put-keeps.md).
 * @param named names of the members that were sent, as in JSON: one that was sent without a value (PATCH) is removed
 */
export const replacementOf = (
  current: Application,
  sent: ApplicationDraft,
  named: readonly string[],
): ApplicationDraft => ({
  ...sent,
  platforms: sent.platforms ?? current.platforms.map(platformDraftOf),
  apiScopes: sent.apiScopes ?? current.apiScopes,
  ...Object.fromEntries(
    KEPT.filter(([, wire, field]) => !(isRemovable(field) && named.includes(wire))).map(([name]) => [
      name,
      sent[name] ?? current[name],
    ]),
  ),
  // Keys are in one of two places, so that naming one leaves the other.
  ...(named.some((name) => name === 'jwks' || name === 'jwks_uri')
    ? {}
    : { jwks: current.jwks, jwksUri: current.jwksUri }),
});
