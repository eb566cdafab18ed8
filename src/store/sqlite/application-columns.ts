// Told twice: each database makes JSON with functions of its own.
// The columns that read an application with its lists in one statement. The lists are JSON with core's member names.
// Shared by the stores that read applications.
import { READ } from '../application-columns.ts';
import { snakeNameOf } from '../names.ts';
import type { Kinds } from '../statement.ts';

/**
 * An `Application` as the member `application`, for `select … from applications a`. Members without a value are absent
 * from the lists' entries.
 */
export const APPLICATION_COLUMNS = `
  ${READ.map(([column, member]) => `a.${column} as "application.${snakeNameOf(member)}"`).join(', ')},
  (select json_group_array(l.redirect_uri order by l.position)
   from post_logout_redirect_uris l where l.application_id = a.id) as "application.post_logout_redirect_uris",
  (select json_group_array(json_patch('{}', json_object(
      'id', p.id, 'platform', p.platform, 'apiKey', p.api_key,
      'siteDomains', json((select json_group_array(d.origin order by d.position)
                           from site_domains d where d.platform_id = p.id)),
      'packageName', p.package_name, 'bundleId', p.bundle_id, 'createdAt', p.created_at)) order by p.position)
   from platforms p where p.application_id = a.id) as "application.platforms",
  (select json_group_array(json_object(
      'id', r.id, 'redirectUri', r.redirect_uri, 'createdAt', r.created_at) order by r.position)
   from redirect_uris r where r.application_id = a.id) as "application.redirect_uris",
  (select json_group_array(json_patch('{}', json_object(
      'item', c.item, 'consent', c.consent, 'purpose', c.purpose, 'retention', c.retention,
      'translations', json(c.translations), 'verified', json(case when c.verified then 'true' end),
      'createdAt', c.created_at)) order by c.position)
   from consent_items c where c.application_id = a.id) as "application.consent_items"`;

export const APPLICATION_KINDS: Kinds = {
  platforms: 'json',
  redirect_uris: 'json',
  consent_items: 'json',
  post_logout_redirect_uris: 'json',
};
