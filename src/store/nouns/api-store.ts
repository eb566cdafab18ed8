// The operator's APIs. Their tables are locked for each change: there are few, changes are rare, and names of scopes
// are unique on the server. What a program gets (`resource-tokens.ts`) takes none.
import type { Api, ApiScope, MachineAccess } from '../../core/applications/apis/api.ts';
import type { ApiRefused, ApiStore, ApiStored } from '../../core/applications/apis/api-store.ts';
import { resourceKey } from '../../core/applications/apis/resource.ts';
import { type Base, count, type Intent, lock, row, rows } from '../intent.ts';
import { ListOf, type Statement, statement, table } from '../statement.ts';
import { createApiAccess } from './api-access.ts';
import {
  areAllAsking,
  changeDocumentClients,
  lockAsking,
  strictAsking,
  takeFromApplications,
  unknownAsking,
  writeAsking,
} from './api-applications.ts';
import { createApiSecrets, requireMay } from './api-secrets.ts';
import { createResourceTokens } from './resource-tokens.ts';

export const APIS = table('apis', 'id', {
  text: 'id resource resource_key name access_token_format access_token_alg',
  boolean: 'any_application documents admits_groups',
  integer: 'access_token_ttl_seconds created_at updated_at version',
});
export const API_SCOPES = table('api_scopes', 'name', {
  text: 'name api_id label description',
  json: 'translations',
  boolean: 'machine by_default',
  integer: 'position created_at',
});
export const API_MACHINE_ACCESS = table('api_machine_access', 'application_id scope_name', {
  text: 'application_id scope_name',
});

/** Scopes and access as lists of rows, in the order of the API. */
const apisWhere = (where: string): Statement => {
  const text = (list: (of: string, order: string) => string, name: (of: string) => string) => `
    select i.id, i.resource, i.name, i.access_token_format, i.access_token_alg, i.access_token_ttl_seconds, i.created_at,
      i.updated_at, i.version, i.any_application, i.documents, i.admits_groups,
      (select ${list('s.name, s.label, s.description, s.machine, s.by_default, s.translations', 's.position')}
        from api_scopes s where s.api_id = i.id) as scopes,
      (select ${list('m.application_id, m.scope_name', 'm.application_id, m.scope_name')}
        from api_machine_access m join api_scopes s on s.name = m.scope_name where s.api_id = i.id) as access,
      (select ${name('o.application_id')} from api_applications o where o.api_id = i.id) as application_ids,
      ${groupNames('receives', name)} as groups, ${groupNames('admits', name)} as allowed_groups
    from apis i where ${where}`;
  return statement(
    {
      postgres: text(
        (of, order) => `coalesce(json_agg(json_build_array(${of}) order by ${order}), '[]')`,
        (of) => `coalesce(json_agg(${of} order by ${of}), '[]')`,
      ),
      sqlite: text(
        (of, order) =>
          `json_group_array(json_array(${of.replace('s.translations', 'json(s.translations)')}) order by ${order})`,
        (of) => `json_group_array(${of} order by ${of})`,
      ),
    },
    { scopes: 'json', access: 'json', application_ids: 'json', groups: 'json', allowed_groups: 'json' },
  );
};
const groupNames = (use: string, name: (of: string) => string): string => `(
  select ${name('p.name')} from api_groups n join user_groups p on p.id = n.group_id
  where n.api_id = i.id and n.use = '${use}')`;

/** SQLite has 0 and 1 inside its JSON. */
type Flag = boolean | 0 | 1;
type ApiRow = Omit<Api, 'scopes' | 'machineAccess' | 'applications' | 'audience'> & {
  scopes: readonly [
    ...[name: string, label: string | null, description: string | null],
    ...[machine: Flag, byDefault: Flag, translations: ApiScope['translations'] | null],
  ][];
  access: readonly [application: string, scope: string][];
  anyApplication: boolean;
  applicationIds: readonly string[];
  admitsGroups: boolean;
};

const FIND = apisWhere('i.id = $id');
const FIND_BY_KEY = apisWhere('i.resource_key = $key');
const LIST = apisWhere('i.id > $after order by i.id limit $limit');

const LOCK = statement('lock table apis in share row exclusive mode');
const COUNT = statement('select count(*) as count from apis');
const KEY_TAKEN = statement('select id from apis where resource_key = $key and id <> $id');
const NAMES_TAKEN = statement('select name from api_scopes where name = any($names) and api_id <> $id order by name');
const VERSION = statement('select version, documents from apis where id = $id for update', { documents: 'boolean' });
const INSERT = statement(`
  insert into apis (id, resource, resource_key, name, access_token_format, access_token_alg, access_token_ttl_seconds,
    any_application, documents, admits_groups, created_at, updated_at, version)
  values ($id, $resource, $key, $name, $accessTokenFormat, $accessTokenAlg, $accessTokenTtlSeconds, $anyApplication,
    $documents, $admitsGroups, $createdAt, $updatedAt, $version)`);
const UPDATE = statement(`
  update apis set resource = $resource, resource_key = $key, name = $name, access_token_format = $accessTokenFormat,
    access_token_alg = $accessTokenAlg, access_token_ttl_seconds = $accessTokenTtlSeconds, any_application = $anyApplication,
    documents = $documents, admits_groups = $admitsGroups, updated_at = $updatedAt, version = $version
  where id = $id`);
const DELETE = statement('delete from apis where id = $id');

// A scope that stays keeps its row: answers of people and what applications ask for hang on it.
const REMOVE_SCOPES = statement({
  postgres: 'delete from api_scopes where api_id = $id and name <> all($names)',
  sqlite: 'delete from api_scopes where api_id = $id and name not in (select value from json_each($names))',
});
const CLEAR_ACCESS = statement(
  'delete from api_machine_access where scope_name in (select name from api_scopes where api_id = $id)',
);
const WRITE_SCOPE = statement(`
  insert into api_scopes (name, api_id, position, label, description, translations, machine, by_default, created_at)
  values ($name, $id, $position, $label, $description, $translations, $machine, $byDefault, $now)
  on conflict (name) do update set position = excluded.position, label = excluded.label,
    description = excluded.description, translations = excluded.translations, machine = excluded.machine,
    by_default = excluded.by_default`);
// The share keeps an application from turning to FAPI 2.0 meanwhile.
const APPLICATIONS = statement(
  `select id, security_profile is not null as is_strict from applications where id = any($ids) order by id for share`,
  { is_strict: 'boolean' },
);
const INSERT_ACCESS = statement(`
  insert into api_machine_access (application_id, scope_name)
  select $application::text, s.name from api_scopes s where s.name = any($names)`);

export const createApiStore = (base: Base): ApiStore => ({
  insert: (api, max, by) =>
    base.write(function* (): Intent<{ kind: 'created' } | { kind: 'too-many' } | ApiRefused> {
      yield* requireMay(by, api.createdAt);
      yield* lock(LOCK);
      if (((yield* row<{ count: number }>(COUNT))?.count ?? 0) >= max) return { kind: 'too-many' };
      const refused = yield* refusalOf(api);
      if (refused) return refused;
      yield* count(INSERT, valuesOf(api));
      yield* writeScopes(api, api.createdAt);
      yield* writeAsking(api);
      if (api.documents) yield* changeDocumentClients(api.createdAt);
      return { kind: 'created' };
    }),
  find: async (id) => apiIn(await base.row<ApiRow>(FIND, { id })),
  findByResource: async (key) => apiIn(await base.row<ApiRow>(FIND_BY_KEY, { key })),
  list: async (page) => (await base.rows<ApiRow>(LIST, page)).map(apiOf),
  replace: (api, fromVersion, by) =>
    base.write(function* (): Intent<ApiStored> {
      yield* requireMay(by, api.updatedAt);
      yield* lock(LOCK);
      const asking = yield* lockAsking(api.id);
      const stored = yield* storedOf(api.id);
      if (!stored) return { kind: 'gone' };
      if (stored.version !== fromVersion || !(yield* areAllAsking(api.id, asking))) return { kind: 'stale' };
      const refused = yield* refusalOf(api);
      if (refused) return refused;
      yield* count(UPDATE, valuesOf(api));
      yield* count(CLEAR_ACCESS, api);
      yield* count(REMOVE_SCOPES, { id: api.id, names: new ListOf(api.scopes.map(({ name }) => name)) });
      yield* writeScopes(api, api.updatedAt);
      yield* writeAsking(api);
      yield* takeFromApplications(asking, api.updatedAt);
      if (api.documents || stored.documents) yield* changeDocumentClients(api.updatedAt);
      return { kind: 'stored' };
    }),
  remove: (id, fromVersion, by, now) =>
    base.write(function* () {
      yield* requireMay(by, now);
      yield* lock(LOCK);
      const asking = yield* lockAsking(id);
      const stored = yield* storedOf(id);
      if (!stored) return 'gone';
      if (stored.version !== fromVersion || !(yield* areAllAsking(id, asking))) return 'stale';
      yield* count(DELETE, { id });
      yield* takeFromApplications(asking, now);
      if (stored.documents) yield* changeDocumentClients(now);
      return 'removed';
    }),
  ...createApiSecrets(base),
  ...createResourceTokens(base),
  ...createApiAccess(base),
});

const storedOf = (id: string): Intent<{ version: number; documents: boolean } | undefined> => row(VERSION, { id });

const valuesOf = ({ scopes, machineAccess, applications, audience, groups, allowedGroups, ...api }: Api) => ({
  ...api,
  key: resourceKey(api.resource),
  anyApplication: applications === 'any',
  admitsGroups: audience === 'groups',
});

/** Why it cannot be stored beside what there is. The applications stay until the end of the transaction. */
function* refusalOf(api: Api): Intent<ApiRefused | undefined> {
  const { id, scopes, machineAccess } = api;
  if (yield* row(KEY_TAKEN, valuesOf(api))) return { kind: 'resource-taken' };
  const names = new ListOf(scopes.map(({ name }) => name));
  const taken = scopes.length > 0 ? yield* rows<{ name: string }>(NAMES_TAKEN, { id, names }) : [];
  if (taken.length > 0) return { kind: 'scope-taken', scopes: taken.map(({ name }) => name) };
  const unknown = yield* unknownAsking(api);
  if (unknown) return unknown;
  const ids = new ListOf(machineAccess.map(({ application }) => application));
  const found = machineAccess.length > 0 ? yield* rows<{ id: string; isStrict: boolean }>(APPLICATIONS, { ids }) : [];
  if (found.length < machineAccess.length) return { kind: 'application-unknown', member: 'machine_access' };
  if (api.accessTokenAlg !== 'RS256') return undefined;
  const having = found.filter(({ isStrict }) => isStrict).map((one) => one.id);
  const strict = [...having, ...(yield* strictAsking(api))];
  return strict.length > 0 ? { kind: 'application-strict', applications: strict } : undefined;
}

function* writeScopes({ id, scopes, machineAccess }: Api, now: number): Intent<void> {
  for (const [position, scope] of scopes.entries()) yield* count(WRITE_SCOPE, { ...scope, id, position, now });
  for (const { application, scopes: names } of machineAccess)
    yield* count(INSERT_ACCESS, { application, names: new ListOf(names) });
}

const apiIn = (found: ApiRow | undefined): Api | undefined => found && apiOf(found);

const apiOf = ({ scopes, access, anyApplication, applicationIds, admitsGroups, ...api }: ApiRow): Api => ({
  ...api,
  applications: anyApplication ? 'any' : applicationIds,
  audience: admitsGroups ? 'groups' : 'everyone',
  scopes: scopes.map(
    ([name, label, description, machine, byDefault, translations]): ApiScope => ({
      name,
      label: label ?? undefined,
      description: description ?? undefined,
      translations: translations ?? undefined,
      byDefault: Boolean(byDefault),
      machine: Boolean(machine),
    }),
  ),
  machineAccess: [...new Set(access.map(([application]) => application))].map(
    (application): MachineAccess => ({
      application,
      scopes: access.flatMap(([of, scope]) => (of === application ? [scope] : [])),
    }),
  ),
});
