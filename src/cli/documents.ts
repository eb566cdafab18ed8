// How the nouns of core look in the documents that `--json` prints: `snake_case` with RFC 3339 times, an application
// exactly as the registration API shows it (contract 3; a test compares them). Secrets and hashes are no part of any of them.
import type { Account } from '../core/accounts/account.ts';
import type { ApiToken } from '../core/accounts/api-token.ts';
import type { Application, PlatformEntry } from '../core/applications/application.ts';
import { logoUri } from '../core/applications/application-logo.ts';
import type { ClientSecret } from '../core/applications/client-secret.ts';

/** RFC 3339 in UTC; `null` where there is no such moment. */
export const toTime = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

export const accountDocument = (account: Account) => ({
  id: account.id,
  email: account.email,
  email_verified: account.emailVerified,
  role: account.role,
  nickname: account.profile.nickname ?? null,
  has_password: account.passwordHash !== undefined,
  disabled_at: toTime(account.disabledAt),
  created_at: toTime(account.createdAt),
  updated_at: toTime(account.updatedAt),
});

export const apiTokenDocument = (token: ApiToken) => ({
  id: token.id,
  name: token.name,
  created_at: toTime(token.createdAt),
  last_used_at: toTime(token.lastUsedAt),
  expires_at: toTime(token.expiresAt),
});

export const clientSecretDocument = (secret: ClientSecret) => ({
  id: secret.id,
  created_at: toTime(secret.createdAt),
  last_used_at: toTime(secret.lastUsedAt),
  expires_at: toTime(secret.expiresAt),
});

/** @param issuer public origin of the auth host, which serves the logo. */
export const applicationDocument = (application: Application, issuer: string) => ({
  id: application.id,
  name: application.name,
  implementation_method: application.implementationMethod,
  login_activation: application.loginActivation ? 'ON' : 'OFF',
  platforms: application.platforms.map(platformDocument),
  redirect_uris: application.redirectUris.map(({ redirectUri }) => redirectUri),
  consent_items: application.consentItems.map(({ item, consent, purpose }) => ({ item, consent, purpose })),
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
  created_at: toTime(application.createdAt),
  updated_at: toTime(application.updatedAt),
});

const platformDocument = (entry: PlatformEntry) => ({
  id: entry.id,
  platform: entry.platform,
  api_key: entry.apiKey,
  ...(entry.platform === 'Web' && { site_domains: entry.siteDomains }),
  package_name: entry.packageName,
  bundle_id: entry.bundleId,
  created_at: toTime(entry.createdAt),
});
