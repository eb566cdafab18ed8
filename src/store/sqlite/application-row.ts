// How an application with everything inside it is read: one statement, the lists as JSON. Shared by the stores that
// read applications.
import type {
  Application,
  ConsentItem,
  ImplementationMethod,
  PlatformEntry,
  RedirectUri,
} from '../../core/applications/application.ts';
import type { SigningAlgorithm } from '../../core/keys/signing-key.ts';

export type ApplicationRow = {
  id: string;
  owner_id: string;
  name: string;
  implementation_method: ImplementationMethod;
  login_activation: number;
  require_pkce: number;
  client_secret_required: number;
  homepage_uri: string | null;
  privacy_policy_uri: string | null;
  terms_uri: string | null;
  id_token_claims: number;
  id_token_alg: SigningAlgorithm;
  userinfo_alg: SigningAlgorithm | null;
  backchannel_logout_uri: string | null;
  logo_hash: string | null;
  created_at: number;
  updated_at: number;
  version: number;
  platforms: string;
  post_logout_redirect_uris: string;
  redirect_uris: string;
  consent_items: string;
};

/** Columns of `ApplicationRow`, for `select … from applications a`. */
export const APPLICATION_COLUMNS = `
  a.id, a.owner_id, a.name, a.implementation_method, a.login_activation, a.require_pkce, a.client_secret_required,
  a.homepage_uri, a.privacy_policy_uri, a.terms_uri, a.id_token_claims, a.id_token_alg, a.userinfo_alg,
  a.backchannel_logout_uri, a.logo_hash, a.created_at, a.updated_at, a.version,
  (select json_group_array(l.redirect_uri order by l.position)
   from post_logout_redirect_uris l where l.application_id = a.id) as post_logout_redirect_uris,
  (select json_group_array(json_object(
      'id', p.id, 'platform', p.platform, 'apiKey', p.api_key,
      'siteDomains', json((select json_group_array(d.origin order by d.position)
                           from site_domains d where d.platform_id = p.id)),
      'packageName', p.package_name, 'bundleId', p.bundle_id, 'createdAt', p.created_at) order by p.position)
   from platforms p where p.application_id = a.id) as platforms,
  (select json_group_array(json_object(
      'id', r.id, 'redirectUri', r.redirect_uri, 'createdAt', r.created_at) order by r.position)
   from redirect_uris r where r.application_id = a.id) as redirect_uris,
  (select json_group_array(json_object(
      'item', c.item, 'consent', c.consent, 'purpose', c.purpose, 'createdAt', c.created_at) order by c.position)
   from consent_items c where c.application_id = a.id) as consent_items`;

export const applicationOf = (row: ApplicationRow): Application => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  implementationMethod: row.implementation_method,
  loginActivation: row.login_activation === 1,
  platforms: listOf<PlatformEntry>(row.platforms),
  redirectUris: listOf<RedirectUri>(row.redirect_uris),
  consentItems: listOf<ConsentItem>(row.consent_items),
  requirePkce: row.require_pkce === 1,
  clientSecretRequired: row.client_secret_required === 1,
  homepageUri: row.homepage_uri ?? undefined,
  privacyPolicyUri: row.privacy_policy_uri ?? undefined,
  termsUri: row.terms_uri ?? undefined,
  idTokenClaims: row.id_token_claims === 1,
  idTokenAlg: row.id_token_alg,
  userInfoAlg: row.userinfo_alg ?? undefined,
  postLogoutRedirectUris: JSON.parse(row.post_logout_redirect_uris),
  backchannelLogoutUri: row.backchannel_logout_uri ?? undefined,
  logoHash: row.logo_hash ?? undefined,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
});

/** Parses a list of objects; SQL's null becomes undefined. */
function listOf<T extends object>(json: string): T[] {
  const list = JSON.parse(json) as Record<string, unknown>[];
  for (const entry of list) {
    for (const name in entry) {
      if (entry[name] === null) entry[name] = undefined;
    }
  }
  return list as T[];
}
