// What the registration API takes for an application and the entries of its lists (contract 3). What it gives is
// documents/application-document.ts.
import type { ApplicationDraft, ConsentItemDraft, PlatformDraft } from '../../core/applications/application-draft.ts';
import type { SentEntry } from '../../core/applications/change-parts.ts';
import type { Fault } from '../../core/fault.ts';
import { flag, listOf, objectOf, readOnlyMember, readShape, type ShapeOf, text, type WithHoles } from './read-shape.ts';

export const platformShape = objectOf({
  id: readOnlyMember,
  platform: text,
  api_key: readOnlyMember,
  site_domains: listOf(text),
  package_name: text,
  bundle_id: text,
  created_at: readOnlyMember,
});

export const redirectUriShape = objectOf({ id: readOnlyMember, redirect_uri: text, created_at: readOnlyMember });

export const consentItemShape = objectOf({ item: text, consent: text, purpose: text, verified: flag });

export const applicationShape = objectOf({
  id: readOnlyMember,
  name: text,
  implementation_method: text,
  login_activation: text,
  platforms: listOf(platformShape),
  redirect_uris: listOf(text),
  consent_items: listOf(consentItemShape),
  require_pkce: flag,
  client_secret_required: flag,
  homepage_uri: text,
  privacy_policy_uri: text,
  terms_uri: text,
  id_token_claims: flag,
  id_token_signed_response_alg: text,
  userinfo_signed_response_alg: text,
  post_logout_redirect_uris: listOf(text),
  backchannel_logout_uri: text,
  logo_uri: readOnlyMember,
  created_at: readOnlyMember,
  updated_at: readOnlyMember,
});

/** What an owner sent, for core to judge, with the faults of its shape. */
export function readApplication(body: unknown): { draft: ApplicationDraft; faults: readonly Fault[] } {
  const { value = {}, faults } = readShape(applicationShape, body);
  const draft: ApplicationDraft = {
    name: value.name,
    implementationMethod: value.implementation_method,
    loginActivation: value.login_activation,
    platforms: value.platforms?.map((entry) => entry && platformDraft(entry)),
    redirectUris: value.redirect_uris,
    consentItems: value.consent_items,
    requirePkce: value.require_pkce,
    clientSecretRequired: value.client_secret_required,
    homepageUri: value.homepage_uri,
    privacyPolicyUri: value.privacy_policy_uri,
    termsUri: value.terms_uri,
    idTokenClaims: value.id_token_claims,
    idTokenAlg: value.id_token_signed_response_alg,
    userInfoAlg: value.userinfo_signed_response_alg,
    postLogoutRedirectUris: value.post_logout_redirect_uris,
    backchannelLogoutUri: value.backchannel_logout_uri,
  };
  return { draft, faults };
}

/** The same for one entry of a list. */
export function readPlatform(body: unknown): SentEntry<PlatformDraft> {
  const { value = {}, faults } = readShape(platformShape, body);
  return { draft: platformDraft(value), faults };
}

const platformDraft = (entry: WithHoles<ShapeOf<typeof platformShape>>): PlatformDraft => ({
  platform: entry.platform,
  siteDomains: entry.site_domains,
  packageName: entry.package_name,
  bundleId: entry.bundle_id,
});

export function readRedirectUri(body: unknown): SentEntry<string | undefined> {
  const { value, faults } = readShape(redirectUriShape, body);
  return { draft: value?.redirect_uri, faults };
}

export function readConsentItem(body: unknown): SentEntry<ConsentItemDraft> {
  const { value: draft = {}, faults } = readShape(consentItemShape, body);
  return { draft, faults };
}
