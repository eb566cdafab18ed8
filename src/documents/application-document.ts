// An application and what belongs to it as documents (contract 3), for the registration API and for `--json` alike:
// `snake_case`, RFC 3339 times in UTC. A member without a value is left out where undefined; `null` says never.
import type { Application, ConsentItem, PlatformEntry, RedirectUri } from '../core/applications/application.ts';
import { logoUri } from '../core/applications/application-logo.ts';
import type { ClientSecret } from '../core/applications/client-secret.ts';

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
const timeOrNever = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : timeText(milliseconds);

/** @param issuer public origin of the auth host, which serves the logo. */
export const applicationDocument = (application: Application, issuer: string) => ({
  id: application.id,
  name: application.name,
  implementation_method: application.implementationMethod,
  login_activation: application.loginActivation ? 'ON' : 'OFF',
  platforms: application.platforms.map(platformDocument),
  redirect_uris: application.redirectUris.map(({ redirectUri }) => redirectUri),
  consent_items: application.consentItems.map(consentItemDocument),
  require_pkce: application.requirePkce,
  client_secret_required: application.clientSecretRequired,
  homepage_uri: application.homepageUri,
  privacy_policy_uri: application.privacyPolicyUri,
  terms_uri: application.termsUri,
  id_token_claims: application.idTokenClaims,
  id_token_signed_response_alg: application.idTokenAlg,
  userinfo_signed_response_alg: application.userInfoAlg,
  post_logout_redirect_uris: application.postLogoutRedirectUris,
  backchannel_logout_uri: application.backchannelLogoutUri,
  logo_uri: logoUri(application, issuer),
  created_at: timeText(application.createdAt),
  updated_at: timeText(application.updatedAt),
});

export const platformDocument = (entry: PlatformEntry) => ({
  id: entry.id,
  platform: entry.platform,
  api_key: entry.apiKey,
  site_domains: entry.platform === 'Web' ? entry.siteDomains : undefined,
  package_name: entry.packageName,
  bundle_id: entry.bundleId,
  created_at: timeText(entry.createdAt),
});

export const redirectUriDocument = ({ id, redirectUri, createdAt }: RedirectUri) => ({
  id,
  redirect_uri: redirectUri,
  created_at: timeText(createdAt),
});

export const consentItemDocument = ({ item, consent, purpose }: ConsentItem) => ({ item, consent, purpose });

/** Never the secret itself: only the answer that made it shows that (case N4). */
export const clientSecretDocument = (entry: ClientSecret) => ({
  id: entry.id,
  created_at: timeText(entry.createdAt),
  last_used_at: timeOrNever(entry.lastUsedAt),
  expires_at: timeOrNever(entry.expiresAt),
});
