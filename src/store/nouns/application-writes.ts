// Writes applications: the row and the lists inside it.
import { type Application, isRegistered } from '../../core/applications/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/applications/application-store.ts';
import { isFapi } from '../../core/applications/client-jwts/security-profile.ts';
import { AccountInDoubt } from '../../core/people/email-changes/doubt.ts';
import { INSERT_COLUMNS, SET_COLUMNS } from '../application-columns.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { MAY_OWN } from '../roles.ts';
import { statement, table } from '../statement.ts';
import { askScopes } from './ask-scopes.ts';
import { findDoubt } from './doubt.ts';
import { nameGroups } from './name-groups.ts';
import { requireProof } from './session-proof.ts';

export const PLATFORMS = table('platforms', 'id', {
  text: 'id application_id platform api_key package_name bundle_id',
  integer: 'position created_at',
});
export const SITE_DOMAINS = table('site_domains', 'platform_id position', {
  text: 'platform_id origin',
  integer: 'position',
});
export const REDIRECT_URIS = table('redirect_uris', 'id', {
  text: 'id application_id redirect_uri',
  integer: 'position created_at',
});
export const CONSENT_ITEMS = table('consent_items', 'application_id item', {
  text: 'application_id item consent purpose retention',
  json: 'translations',
  integer: 'position created_at',
  boolean: 'verified',
});
export const POST_LOGOUT_REDIRECT_URIS = table('post_logout_redirect_uris', 'application_id position', {
  text: 'application_id redirect_uri',
  integer: 'position',
});

// The lock serializes inserts of one owner's applications: without it, a count would not see what other transactions
// insert meanwhile.
const LOCK_OWNER = statement(
  `
  select leaving_since is not null or disabled_at is not null or role not in ${MAY_OWN} as may_not_own
  from accounts where id = $ownerId for no key update`,
  { may_not_own: 'boolean' },
);
const COUNT = statement('select count(*) as count from applications where owner_id = $ownerId');

const INSERT = statement(`
  insert into applications ${INSERT_COLUMNS}`);

const UPDATE = statement(`
  update applications set ${SET_COLUMNS}
  where id = $id and version = $fromVersion`);

// The application is locked before it is read what it has: of an edit of an API at the same moment, one sees what the
// other has done.
const LOCK = statement('select id from applications where id = $id for no key update');
const HAS_RS256_API = statement(`
  select 1 as one from api_machine_access m join api_scopes s on s.name = m.scope_name join apis i on i.id = s.api_id
  where m.application_id = $id and i.access_token_alg = 'RS256' limit 1`);

const member = (name: string) => `value ->> '${name}'`;
// PostgreSQL has one statement for all lists: foreign keys are checked at its end, so its rows may refer to each other.
const INSERT_LISTS = statement({
  postgres: `
  with entries as (
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
  insert into consent_items (application_id, item, position, consent, purpose, retention, translations, verified,
    created_at)
  select $id, item, position, consent, purpose, retention, translations, verified, "createdAt"
  from json_to_recordset($consentItems::json) as c (
    item text, position int, consent text, purpose text, retention text, translations json,
    verified boolean, "createdAt" bigint)`,
  sqlite: [
    `insert into platforms (application_id, id, position, platform, api_key, package_name, bundle_id, created_at)
     select $id, ${['id', 'position', 'platform', 'apiKey', 'packageName', 'bundleId', 'createdAt'].map(member)}
     from json_each($platforms)`,
    `insert into site_domains (platform_id, position, origin)
     select ${['platformId', 'position', 'origin'].map(member)} from json_each($siteDomains)`,
    `insert into post_logout_redirect_uris (application_id, position, redirect_uri)
     select $id, key, value from json_each($postLogoutRedirectUris)`,
    `insert into redirect_uris (application_id, id, position, redirect_uri, created_at)
     select $id, ${['id', 'position', 'redirectUri', 'createdAt'].map(member)} from json_each($redirectUris)`,
    `insert into consent_items (application_id, item, position, consent, purpose, retention, translations, verified,
       created_at)
     select $id, ${['item', 'position', 'consent', 'purpose'].map(member)},
       ${['retention', 'translations', 'verified', 'createdAt'].map(member)}
     from json_each($consentItems)`,
  ],
});

/** An edit deletes the lists and inserts them again. A platform entry's site domains are deleted with it. */
const CLEAR_LISTS = statement({
  postgres: `
  with entries as (delete from platforms where application_id = $id),
    uris as (delete from redirect_uris where application_id = $id),
    items as (delete from consent_items where application_id = $id),
    scopes as (delete from application_api_scopes where application_id = $id),
    named as (delete from application_groups where application_id = $id)
  delete from post_logout_redirect_uris where application_id = $id`,
  sqlite: [
    ...['platforms', 'redirect_uris', 'consent_items', 'application_api_scopes', 'application_groups'],
    'post_logout_redirect_uris',
  ].map((table) => `delete from ${table} where application_id = $id`),
});
const REMOVE_SECRETS = statement('delete from client_secrets where application_id = $id');

export const writeApplications = ({ write }: Base): Pick<ApplicationStore, 'insert' | 'replace'> => ({
  insert: (application, max) =>
    write(function* () {
      if (!isRegistered(application)) throw new TypeError('Nobody owns the application');
      const { ownerId } = application;
      const owner = yield* row<{ mayNotOwn: boolean }>(LOCK_OWNER, { ownerId });
      const doubt = yield* findDoubt({ accountId: ownerId, now: application.createdAt });
      if (doubt) throw new AccountInDoubt(doubt.expiresAt);
      if (owner?.mayNotOwn) return false;
      const counted = yield* row<{ count: number }>(COUNT, { ownerId });
      if ((counted?.count ?? 0) >= max) return false;
      yield* count(INSERT, application);
      yield* insertLists(application);
      return true;
    }),
  replace: (application, fromVersion, proof) =>
    write(function* () {
      yield* requireProof(proof);
      const { id, platforms } = application;
      if (isFapi(application)) {
        yield* lock(LOCK, { id });
        if (yield* row(HAS_RS256_API, { id })) return false;
      }
      if ((yield* count(UPDATE, { ...application, fromVersion })) === 0) return false;
      if (!platforms.some(({ platform }) => platform === 'Web')) yield* count(REMOVE_SECRETS, { id });
      yield* writeLists(application);
      return true;
    }),
});

function* insertLists(application: Application): Intent<void> {
  yield* count(INSERT_LISTS, { id: application.id, ...listsOf(application) });
  yield* nameGroups(application);
  yield* askScopes(application);
}

/** Writes the lists inside an application instead of those that are stored. */
export function* writeLists(application: Application): Intent<void> {
  yield* count(CLEAR_LISTS, { id: application.id });
  yield* insertLists(application);
}

/** The lists inside an application, each entry with its position. */
const listsOf = ({ platforms, redirectUris, consentItems, postLogoutRedirectUris }: Application) => ({
  platforms: platforms.map((entry, position) => ({ ...entry, position })),
  siteDomains: platforms.flatMap(({ id, siteDomains }) =>
    siteDomains.map((origin, position) => ({ platformId: id, position, origin })),
  ),
  redirectUris: redirectUris.map((entry, position) => ({ ...entry, position })),
  consentItems: consentItems.map((entry, position) => ({ ...entry, position })),
  postLogoutRedirectUris,
});
