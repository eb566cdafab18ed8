// What an owner sends to register an application, before any rule was applied: the console, the registration API and
// the command line all bring it into this shape. Values are as sent; `undefined` is absent, or was unreadable and has
// its fault already, so that one wrong member does not hide the others.

import type { Application, PlatformEntry } from './application.ts';
import { type FieldDrafts, FLAGS } from './application-fields.ts';

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
  /** Item `email` only: the application needs an address that is verified. */
  verified?: boolean | undefined;
};

export type ApplicationDraft = FieldDrafts & {
  name?: string | undefined;
  /** `ON` or `OFF`. */
  loginActivation?: string | undefined;
  platforms?: readonly (PlatformDraft | undefined)[] | undefined;
  redirectUris?: readonly (string | undefined)[] | undefined;
  consentItems?: readonly (ConsentItemDraft | undefined)[] | undefined;
  postLogoutRedirectUris?: readonly (string | undefined)[] | undefined;
  backchannelLogoutUri?: string | undefined;
};

/** An application as it would be sent to become what it is: the start of an edit of one part. */
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

/**
 * What an application becomes when all of it is replaced (PUT): what is absent goes or gets its default, except what
 * would silently break or open it (docs/decisions/0013-what-put-keeps.md).
 */
export const replacementOf = (current: Application, sent: ApplicationDraft): ApplicationDraft => ({
  ...sent,
  platforms: sent.platforms ?? current.platforms.map(platformDraftOf),
  ...Object.fromEntries(FLAGS.filter(([, { kept }]) => kept).map(([name]) => [name, sent[name] ?? current[name]])),
});
