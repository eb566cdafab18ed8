// What an owner sends of an application and the entries of its lists, for core to check, with the faults of its shape
// (contract 3). json/application.ts writes responses.
import type {
  ApplicationDraft,
  ConsentItemDraft,
  PlatformDraft,
} from '../../../core/applications/applications/application-draft.ts';
import { ALL_FIELDS, type FieldDrafts } from '../../../core/applications/applications/application-fields.ts';
import type { SentEntry } from '../../../core/applications/applications/change-parts.ts';
import {
  applicationSchema,
  consentItemSchema,
  platformSchema,
  redirectUriSchema,
} from '../../../schema/api/application.ts';
import { readWith, type Sent } from '../../../schema/read.ts';

export function readApplication(body: unknown): SentEntry<ApplicationDraft> {
  const { value = {}, faults } = readWith(applicationSchema(), body);
  const sent: Readonly<Record<string, unknown>> = value;
  const fields: FieldDrafts = Object.fromEntries(ALL_FIELDS.map(([name, { wire }]) => [name, sent[wire]]));
  const draft: ApplicationDraft = {
    ...fields,
    name: value.name,
    translations: value.translations,
    loginActivation: value.login_activation,
    platforms: value.platforms?.map((entry) => entry && platformDraft(entry)),
    redirectUris: value.redirect_uris,
    consentItems: value.consent_items,
    apiScopes: value.api_scopes?.map((entry) => {
      if (!entry) return undefined;
      const { scope: item, ...scope } = entry;
      return { item, ...scope };
    }),
    postLogoutRedirectUris: value.post_logout_redirect_uris,
    backchannelLogoutUri: value.backchannel_logout_uri,
    groups: value.groups,
    allowedGroups: value.allowed_groups,
    jwks: value.jwks,
    jwksUri: value.jwks_uri,
  };
  return { draft, faults };
}

export function readPlatform(body: unknown): SentEntry<PlatformDraft> {
  const { value = {}, faults } = readWith(platformSchema(), body);
  return { draft: platformDraft(value), faults };
}

const platformDraft = (entry: Sent<typeof platformSchema>): PlatformDraft => ({
  platform: entry.platform,
  siteDomains: entry.site_domains,
  packageName: entry.package_name,
  bundleId: entry.bundle_id,
});

export function readRedirectUri(body: unknown): SentEntry<string | undefined> {
  const { value, faults } = readWith(redirectUriSchema(), body);
  return { draft: value?.redirect_uri, faults };
}

export function readConsentItem(body: unknown): SentEntry<ConsentItemDraft> {
  const { value: draft = {}, faults } = readWith(consentItemSchema(), body);
  return { draft, faults };
}
