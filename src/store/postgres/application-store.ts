// Applications on PostgreSQL.
import type { Application } from '../../core/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/application-store.ts';
import { APPLICATION_COLUMNS } from './application-columns.ts';
import { findInGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const FIND = statement(`select ${APPLICATION_COLUMNS} from applications a where a.id = $id`);
const FIND_BY_API_KEY = statement(`
  select k.api_key as key, ${APPLICATION_COLUMNS}
  from platforms k join applications a on a.id = k.application_id where k.api_key = any($keys)`);
const LIST_ALL = statement(`
  select ${APPLICATION_COLUMNS} from applications a where a.id > $afterId order by a.id limit $limit`);
const LIST_BY_OWNER = statement(`
  select ${APPLICATION_COLUMNS} from applications a
  where a.owner_id = $ownerId and a.id > $afterId order by a.id limit $limit`);
const IS_ORIGIN_REGISTERED = statement(`
  select exists (
    select 1 from site_domains where origin in (select json_array_elements_text($origins::json))) as registered`);

// One statement: the rows below refer to each other, and references are looked at when all of it is done.
const INSERT = statement(`
  with application as (
    insert into applications (id, owner_id, name, implementation_method, login_activation, require_pkce,
      client_secret_required, homepage_uri, privacy_policy_uri, terms_uri, id_token_claims, id_token_alg, userinfo_alg,
      backchannel_logout_uri, created_at, updated_at)
    values ($id, $ownerId, $name, $implementationMethod, $loginActivation, $requirePkce,
      $clientSecretRequired, $homepageUri, $privacyPolicyUri, $termsUri, $idTokenClaims, $idTokenAlg, $userInfoAlg,
      $backchannelLogoutUri, $createdAt, $updatedAt)
  ), entries as (
    insert into platforms (id, application_id, position, platform, api_key, package_name, bundle_id, created_at)
    select id, $id, position, platform, "apiKey", "packageName", "bundleId", "createdAt"
    from json_to_recordset($platforms::json) as p (
      id text, position int, platform text, "apiKey" text, "packageName" text, "bundleId" text, "createdAt" bigint)
  ), domains as (
    insert into site_domains (platform_id, position, origin)
    select "platformId", position, origin
    from json_to_recordset($siteDomains::json) as d ("platformId" text, position int, origin text)
  ), logout_uris as (
    insert into post_logout_redirect_uris (application_id, position, redirect_uri)
    select $id, position - 1, uri
    from json_array_elements_text($postLogoutRedirectUris::json) with ordinality as l (uri, position)
  ), uris as (
    insert into redirect_uris (id, application_id, position, redirect_uri, created_at)
    select id, $id, position, "redirectUri", "createdAt"
    from json_to_recordset($redirectUris::json) as r (id text, position int, "redirectUri" text, "createdAt" bigint)
  )
  insert into consent_items (application_id, item, position, consent, purpose, created_at)
  select $id, item, position, consent, purpose, "createdAt"
  from json_to_recordset($consentItems::json) as c (
    item text, position int, consent text, purpose text, "createdAt" bigint)`);

const REMOVE = statement('delete from applications where id = $id');

export function createApplicationStore(postgres: Postgres): ApplicationStore {
  const { write } = postgres;
  const findOwnerOf = findInGroups<Application>(postgres, FIND_BY_API_KEY);
  return {
    ...readApplications(postgres),
    findByApiKey: async (apiKey) => {
      const application = await findOwnerOf(apiKey);
      const platform = application?.platforms.find((entry) => entry.apiKey === apiKey);
      return application && platform && { application, platform };
    },
    insert: async (application) => {
      await write(INSERT, { ...application, ...listsOf(application) });
    },
    remove: async (id) => (await write(REMOVE, { id })).count === 1,
  };
}

const readApplications = ({ read }: Postgres): Pick<ApplicationStore, 'find' | 'list' | 'isOriginRegistered'> => ({
  find: async (id) => (await read<Application>(FIND, { id }))[0],
  list: async ({ ownerId, afterId = '', limit }) => [
    ...(ownerId === undefined
      ? await read<Application>(LIST_ALL, { afterId, limit })
      : await read<Application>(LIST_BY_OWNER, { ownerId, afterId, limit })),
  ],
  isOriginRegistered: async (origins) =>
    (await read<{ registered: boolean }>(IS_ORIGIN_REGISTERED, { origins }))[0]?.registered === true,
});

/** The lists inside an application, each entry with its place. */
const listsOf = ({ platforms, redirectUris, consentItems }: Application) => ({
  platforms: platforms.map((entry, position) => ({ ...entry, position })),
  siteDomains: platforms.flatMap(({ id, siteDomains }) =>
    siteDomains.map((origin, position) => ({ platformId: id, position, origin })),
  ),
  redirectUris: redirectUris.map((entry, position) => ({ ...entry, position })),
  consentItems: consentItems.map((entry, position) => ({ ...entry, position })),
});
