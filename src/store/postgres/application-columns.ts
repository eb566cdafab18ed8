// Told twice: each database makes JSON with functions of its own.
// The columns that read an application with its lists in one statement. The lists are JSON with core's member names.
// Shared by the stores that read applications.
import { READ } from '../application-columns.ts';
import { snakeNameOf } from '../names.ts';

/**
 * Columns of an `Application`, for `select … from applications a`. Members without a value are absent from the lists'
 * entries.
 */
export const APPLICATION_COLUMNS = `
  ${READ.map(([column, member]) => `a.${column} as ${snakeNameOf(member)}`).join(', ')},
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
      'item', c.item, 'consent', c.consent, 'purpose', c.purpose, 'retention', c.retention,
      'translations', c.translations, 'verified', c.verified,
      'createdAt', c.created_at)) order by c.position), '[]')
   from consent_items c where c.application_id = a.id) as consent_items`;
