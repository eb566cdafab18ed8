// Maps the columns of the table `applications` to the members of an `Application`, for both databases. The columns of
// its plain values come from `core/applications/applications/application-fields.ts`. An application is read with its
// lists in one statement: each database makes JSON, with core's member names, with functions of its own. Members
// without a value are absent from the lists' entries.

import type { Application } from '../core/applications/applications/application.ts';
import { ALL_FIELDS } from '../core/applications/applications/application-fields.ts';
import { ALL_GROUP_LISTS } from '../core/people/groups/group-lists.ts';
import { AUDIENCE } from './group-columns.ts';
import { snakeNameOf } from './names.ts';
import type { Kinds } from './statement.ts';

/** `written`: what is stored instead of the member itself; `read`: what the member is read as. */
type Column = readonly [column: string, member: keyof Application, how?: { written?: string; read?: string }];

// The audience `groups` has a column of its own (migration 0032).
const AS_TEAM = {
  read: AUDIENCE,
  written: "case when $audience::text = 'groups' then 'team' else $audience::text end",
};

const FIELD_COLUMNS = ALL_FIELDS.map(
  ([member, { column }]): Column => (member === 'audience' ? [column, member, AS_TEAM] : [column, member]),
);

/** The columns that an edit writes. */
const UPDATED: readonly Column[] = [
  ['owner_id', 'ownerId'],
  ['name', 'name'],
  ['translations', 'translations'],
  ['login_activation', 'loginActivation'],
  ...FIELD_COLUMNS,
  ['backchannel_logout_uri', 'backchannelLogoutUri'],
  ['jwks', 'jwks'],
  ['jwks_uri', 'jwksUri'],
  ['updated_at', 'updatedAt'],
  ['version', 'version'],
];

/** The columns that a registration inserts. */
const INSERTED: readonly Column[] = [
  ['id', 'id'],
  ['document_url', 'documentUrl'],
  ...UPDATED,
  ['created_at', 'createdAt'],
];

const writtenAs = ([, member, how]: Column): string => how?.written ?? `$${member}`;
const BY_GROUPS = "($audience::text = 'groups')";

/** For `insert into applications`. */
export const INSERT_COLUMNS = `(${INSERTED.map(([column]) => column).join(', ')}, admits_groups)
  values (${INSERTED.map(writtenAs).join(', ')}, ${BY_GROUPS})`;

/** For `update applications set`. */
export const SET_COLUMNS = [
  ...UPDATED.map((column) => `${column[0]} = ${writtenAs(column)}`),
  `admits_groups = ${BY_GROUPS}`,
].join(', ');

/** The columns that are read. */
const READ: readonly Column[] = [...INSERTED, ['logo_hash', 'logoHash'], ['records_events', 'recordsEvents']];

const readAs = ([column, , how]: Column): string => how?.read ?? `a.${column}`;

/** Names of the groups that an application names, in order. @param list makes a JSON list of `p.name` */
const groupNames = (list: string, use: string): string => `(
  select ${list} from application_groups n join user_groups p on p.id = n.group_id
  where n.application_id = a.id and n.use = '${use}')`;

const groupLists = (list: string, prefix = ''): string =>
  ALL_GROUP_LISTS.map(([, { wire, use }]) => `${groupNames(list, use)} as "${prefix}${wire}"`).join(',\n  ');

/**
 * What the application `a` asks people for. A client that nobody registered asks for all that APIs let such clients ask
 * for (contract 46); an answer that is older than the API's scope was given to another. `cross join`: SQLite begins
 * with the few APIs.
 */
export const ASKED_SCOPES = `(
   select y.scope_name, y.consent, y.purpose, y.translations, y.position, y.created_at
   from application_api_scopes y where y.application_id = a.id
   union all
   select z.name, 'optional', null, null, z.position, z.created_at
   from apis cross join api_scopes z
   where a.document_url is not null and apis.documents = true and z.api_id = apis.id and z.machine = false)`;
const OF_SCOPES = `
   from ${ASKED_SCOPES} asked join api_scopes s on s.name = asked.scope_name join apis i on i.id = s.api_id`;
const scopeMembers = (byDefault: string, byGroups: string): string => `
      'item', asked.scope_name, 'consent', asked.consent, 'purpose', asked.purpose, 'createdAt', asked.created_at, 'apiId', i.id,
      'resource', i.resource, 'apiName', i.name, 'label', s.label, 'description', s.description,
      'byDefault', ${byDefault}, 'byGroups', ${byGroups},
      'accessTokenAlg', i.access_token_alg`;
const flagOnSqlite = (column: string): string => `json(case when ${column} then 'true' else 'false' end)`;

/** Columns of an `Application`, for `select … from applications a`, as PostgreSQL reads them. */
export const APPLICATION_ON_POSTGRES = `
  ${READ.map((column) => `${readAs(column)} as ${snakeNameOf(column[1])}`).join(', ')},
  ${groupLists("coalesce(json_agg(p.name order by p.name), '[]')")},
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
   from consent_items c where c.application_id = a.id) as consent_items,
  (select coalesce(json_agg(json_strip_nulls(json_build_object(
      ${scopeMembers('s.by_default', 'i.admits_groups')},
      'translations', asked.translations, 'texts', s.translations)) order by asked.position, asked.scope_name), '[]')
   ${OF_SCOPES}) as api_scopes`;

/** The same, as SQLite reads them. @param prefix `application.` for the columns of a member of this name */
export const applicationOnSqlite = (prefix: '' | 'application.'): string => `
  ${READ.map((column) => `${readAs(column)} as "${prefix}${snakeNameOf(column[1])}"`).join(', ')},
  ${groupLists('json_group_array(p.name order by p.name)', prefix)},
  (select json_group_array(l.redirect_uri order by l.position)
   from post_logout_redirect_uris l where l.application_id = a.id) as "${prefix}post_logout_redirect_uris",
  (select json_group_array(json_patch('{}', json_object(
      'id', p.id, 'platform', p.platform, 'apiKey', p.api_key,
      'siteDomains', json((select json_group_array(d.origin order by d.position)
                           from site_domains d where d.platform_id = p.id)),
      'packageName', p.package_name, 'bundleId', p.bundle_id, 'createdAt', p.created_at)) order by p.position)
   from platforms p where p.application_id = a.id) as "${prefix}platforms",
  (select json_group_array(json_object(
      'id', r.id, 'redirectUri', r.redirect_uri, 'createdAt', r.created_at) order by r.position)
   from redirect_uris r where r.application_id = a.id) as "${prefix}redirect_uris",
  (select json_group_array(json_patch('{}', json_object(
      'item', c.item, 'consent', c.consent, 'purpose', c.purpose, 'retention', c.retention,
      'translations', json(c.translations), 'verified', json(case when c.verified then 'true' end),
      'createdAt', c.created_at)) order by c.position)
   from consent_items c where c.application_id = a.id) as "${prefix}consent_items",
  (select json_group_array(json_patch('{}', json_object(
      ${scopeMembers(flagOnSqlite('s.by_default'), flagOnSqlite('i.admits_groups'))},
      'translations', json(asked.translations), 'texts', json(s.translations))) order by asked.position, asked.scope_name)
   ${OF_SCOPES}) as "${prefix}api_scopes"`;

export const APPLICATION_KINDS: Kinds = {
  platforms: 'json',
  redirect_uris: 'json',
  consent_items: 'json',
  api_scopes: 'json',
  post_logout_redirect_uris: 'json',
  ...Object.fromEntries(ALL_GROUP_LISTS.map(([, { wire }]) => [wire, 'json'] as const)),
};
