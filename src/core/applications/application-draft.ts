// What an owner sends to register an application, before any rule is applied. The console, the registration API and the
// command line all convert to this shape. Values are as sent; `undefined` means absent, or unreadable and already
// reported, so that one wrong member does not hide the others.

import type { Application, PlatformEntry } from './application.ts';
import {
  ALL_FIELDS,
  ALL_GROUP_LISTS,
  type FieldDrafts,
  type FieldName,
  type GroupListName,
} from './application-fields.ts';
import type { TranslationsDraft } from './translations.ts';

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

export type ApplicationDraft = FieldDrafts & {
  name?: string | undefined;
  translations?: TranslationsDraft<'name'>;
  /** `ON` or `OFF`. */
  loginActivation?: string | undefined;
  platforms?: readonly (PlatformDraft | undefined)[] | undefined;
  redirectUris?: readonly (string | undefined)[] | undefined;
  consentItems?: readonly (ConsentItemDraft | undefined)[] | undefined;
  postLogoutRedirectUris?: readonly (string | undefined)[] | undefined;
  backchannelLogoutUri?: string | undefined;
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

const KEPT: readonly (FieldName | GroupListName)[] = [
  ...ALL_FIELDS.filter(([, { kept }]) => kept).map(([name]) => name),
  ...ALL_GROUP_LISTS.map(([name]) => name),
];

/**
 * The draft for replacing the whole application (PUT). What is absent is removed or set to its default, except where
 * that would silently break the application or open it to others (docs/decisions/0013-what-put-keeps.md).
 */
export const replacementOf = (current: Application, sent: ApplicationDraft): ApplicationDraft => ({
  ...sent,
  platforms: sent.platforms ?? current.platforms.map(platformDraftOf),
  ...Object.fromEntries(KEPT.map((name) => [name, sent[name] ?? current[name]])),
});
