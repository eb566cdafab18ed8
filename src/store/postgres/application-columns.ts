// How an application with everything inside it is read: one statement, the lists as JSON with core's own names. Shared
// by the stores that read applications.

/** Columns of an `Application`, for `select … from applications a`. What has no value is absent from the lists. */
export const APPLICATION_COLUMNS = `
  a.id, a.owner_id, a.name, a.implementation_method, a.login_activation, a.require_pkce, a.client_secret_required,
  a.homepage_uri, a.privacy_policy_uri, a.terms_uri, a.id_token_claims, a.id_token_alg, a.userinfo_alg as user_info_alg,
  a.backchannel_logout_uri, a.logo_hash, a.created_at, a.updated_at, a.version,
  (select coalesce(json_agg(l.redirect_uri order by l.position), '[]')
   from post_logout_redirect_uris l where l.application_id = a.id) as post_logout_redirect_uris,
  (select coalesce(json_agg(json_strip_nulls(json_build_object(
      'id', p.id, 'platform', p.platform, 'apiKey', p.api_key,
      'siteDomains', (select coalesce(json_agg(d.origin order by d.position), '[]')
                      from site_domains d where d.platform_id = p.id),
      'packageName', p.package_name, 'bundleId', p.bundle_id, 'createdAt', p.created_at)) order by p.position), '[]')
   from platforms p where p.application_id = a.id) as platforms,
  (select coalesce(json_agg(json_build_object(
      'id', r.id, 'redirectUri', r.redirect_uri, 'createdAt', r.created_at) order by r.position), '[]')
   from redirect_uris r where r.application_id = a.id) as redirect_uris,
  (select coalesce(json_agg(json_strip_nulls(json_build_object(
      'item', c.item, 'consent', c.consent, 'purpose', c.purpose, 'createdAt', c.created_at)) order by c.position), '[]')
   from consent_items c where c.application_id = a.id) as consent_items`;
