// The operator's APIs. Their tables are locked for each change: there are few, changes are rare, and names of scopes
// are unique on the server. What a program gets (`resource-tokens.ts`) takes none.
import type { Api, ApiScope, ApiSecret, MachineAccess } from '../../core/apis/api.ts';
import type { ApiRefused, ApiStore, ApiStored } from '../../core/apis/api-store.ts';
import { resourceKey } from '../../core/apis/resource.ts';
import type { Actor } from '../../core/operators/acting.ts';
import { type Base, count, type Intent, lock, row, rows } from '../intent.ts';
import { ListOf, type Statement, statement, table } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { createResourceTokens } from './resource-tokens.ts';

export const APIS = table('apis', 'id', {
  text: 'id resource resource_key name access_token_format access_token_alg',
  integer: 'access_token_ttl_seconds created_at updated_at version',
});
export const API_SCOPES = table('api_scopes', 'name', {
  text: 'name api_id description',
  boolean: 'machine',
  integer: 'position',
});
export const API_MACHINE_ACCESS = table('api_machine_access', 'application_id scope_name', {
  text: 'application_id scope_name',
});
export const API_SECRETS = table('api_secrets', 'id', {
  text: 'id api_id',
  bytes: 'secret_hash',
  integer: 'created_at last_used_at',
});

/** Scopes and access as lists of rows, in the order of the API. */
const apisWhere = (where: string): Statement => {
  const text = (scopes: string, access: string) => `
    select i.id, i.resource, i.name, i.access_token_format, i.access_token_alg, i.access_token_ttl_seconds, i.created_at,
      i.updated_at, i.version,
      (select ${scopes} from api_scopes s where s.api_id = i.id) as scopes,
      (select ${access} from api_machine_access m join api_scopes s on s.name = m.scope_name where s.api_id = i.id) as access
    from apis i where ${where}`;
  const list = (of: string, order: string) => `coalesce(json_agg(json_build_array(${of}) order by ${order}), '[]')`;
  const lite = (of: string, order: string) => `json_group_array(json_array(${of}) order by ${order})`;
  const SCOPE = 's.name, s.description, s.machine';
  const ACCESS = 'm.application_id, m.scope_name';
  return statement(
    {
      postgres: text(list(SCOPE, 's.position'), list(ACCESS, ACCESS)),
      sqlite: text(lite(SCOPE, 's.position'), lite(ACCESS, ACCESS)),
    },
    { scopes: 'json', access: 'json' },
  );
};
type ApiRow = Omit<Api, 'scopes' | 'machineAccess'> & {
  /** SQLite has 0 and 1 inside its JSON. */
  scopes: readonly [name: string, description: string | null, machine: boolean | 0 | 1][];
  access: readonly [application: string, scope: string][];
};

const FIND = apisWhere('i.id = $id');
const FIND_BY_KEY = apisWhere('i.resource_key = $key');
const LIST = apisWhere('i.id > $after order by i.id limit $limit');

const LOCK = statement('lock table apis in share row exclusive mode');
const COUNT = statement('select count(*) as count from apis');
const KEY_TAKEN = statement('select id from apis where resource_key = $key and id <> $id');
const NAMES_TAKEN = statement('select name from api_scopes where name = any($names) and api_id <> $id order by name');
const VERSION = statement('select version from apis where id = $id for update');
const INSERT = statement(`
  insert into apis (id, resource, resource_key, name, access_token_format, access_token_alg, access_token_ttl_seconds,
    created_at, updated_at, version)
  values ($id, $resource, $key, $name, $accessTokenFormat, $accessTokenAlg, $accessTokenTtlSeconds, $createdAt,
    $updatedAt, $version)`);
const UPDATE = statement(`
  update apis set resource = $resource, resource_key = $key, name = $name, access_token_format = $accessTokenFormat,
    access_token_alg = $accessTokenAlg, access_token_ttl_seconds = $accessTokenTtlSeconds, updated_at = $updatedAt,
    version = $version
  where id = $id`);
const DELETE = statement('delete from apis where id = $id');

const CLEAR_SCOPES = statement('delete from api_scopes where api_id = $id');
const INSERT_SCOPE = statement(`
  insert into api_scopes (name, api_id, position, description, machine)
  values ($name, $id, $position, $description, $machine)`);
// The share keeps an application from turning to FAPI 2.0 meanwhile.
const APPLICATIONS = statement(
  `select id, security_profile is not null as is_strict from applications where id = any($ids) order by id for share`,
  { is_strict: 'boolean' },
);
const INSERT_ACCESS = statement(`
  insert into api_machine_access (application_id, scope_name)
  select $application::text, s.name from api_scopes s where s.name = any($names)`);

const API = statement('select 1 as one from apis where id = $apiId for no key update');
const COUNT_SECRETS = statement('select count(*) as count from api_secrets where api_id = $apiId');
const INSERT_SECRET = statement(`
  insert into api_secrets (id, api_id, secret_hash, created_at, last_used_at)
  values ($id, $apiId, $secretHash, $createdAt, $lastUsedAt)`);
const LIST_SECRETS = statement('select * from api_secrets where api_id = $apiId order by id');
const REMOVE_SECRET = statement('delete from api_secrets where id = $id and api_id = $apiId');
const TOUCH_SECRET = statement('update api_secrets set last_used_at = $now where id = $id');

export const createApiStore = (base: Base): ApiStore => ({
  insert: (api, max, by) =>
    base.write(function* (): Intent<{ kind: 'created' } | { kind: 'too-many' } | ApiRefused> {
      yield* requireMay(by, api.createdAt);
      yield* lock(LOCK);
      if (((yield* row<{ count: number }>(COUNT))?.count ?? 0) >= max) return { kind: 'too-many' };
      const refused = yield* refusalOf(api);
      if (refused) return refused;
      yield* count(INSERT, valuesOf(api));
      yield* writeScopes(api);
      return { kind: 'created' };
    }),
  find: async (id) => apiIn(await base.row<ApiRow>(FIND, { id })),
  findByResource: async (key) => apiIn(await base.row<ApiRow>(FIND_BY_KEY, { key })),
  list: async (page) => (await base.rows<ApiRow>(LIST, page)).map(apiOf),
  replace: (api, fromVersion, by) =>
    base.write(function* (): Intent<ApiStored> {
      yield* requireMay(by, api.updatedAt);
      yield* lock(LOCK);
      const version = yield* versionOf(api.id);
      if (version !== fromVersion) return { kind: version === undefined ? 'gone' : 'stale' };
      const refused = yield* refusalOf(api);
      if (refused) return refused;
      yield* count(UPDATE, valuesOf(api));
      // Their access goes with the scopes, and is written anew.
      yield* count(CLEAR_SCOPES, api);
      yield* writeScopes(api);
      return { kind: 'stored' };
    }),
  remove: (id, fromVersion, by, now) =>
    base.write(function* () {
      yield* requireMay(by, now);
      const version = yield* versionOf(id);
      if (version !== fromVersion) return version === undefined ? 'gone' : 'stale';
      yield* count(DELETE, { id });
      return 'removed';
    }),
  insertSecret: (secret, max, by) =>
    base.write(function* () {
      yield* requireMay(by, secret.createdAt);
      if (!(yield* row(API, secret))) return 'gone';
      if (((yield* row<{ count: number }>(COUNT_SECRETS, secret))?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT_SECRET, secret);
      return 'created';
    }),
  listSecrets: (apiId) => base.rows<ApiSecret>(LIST_SECRETS, { apiId }),
  removeSecret: (secret, by) =>
    base.write(function* () {
      yield* requireMay(by, secret.now);
      return (yield* count(REMOVE_SECRET, secret)) === 1;
    }),
  touchSecret: async (id, now) => {
    await base.change(TOUCH_SECRET, { id, now });
  },
  ...createResourceTokens(base),
});

const requireMay = (by: Actor | undefined, now: number): Intent<void> =>
  requireMayAct({ by: by && { act: 'change-apis', caller: by }, now });

function* versionOf(id: string): Intent<number | undefined> {
  return (yield* row<{ version: number }>(VERSION, { id }))?.version;
}

const valuesOf = ({ scopes, machineAccess, ...api }: Api) => ({ ...api, key: resourceKey(api.resource) });

/** Why it cannot be stored beside what there is. The applications stay until the end of the transaction. */
function* refusalOf(api: Api): Intent<ApiRefused | undefined> {
  const { id, scopes, machineAccess } = api;
  if (yield* row(KEY_TAKEN, valuesOf(api))) return { kind: 'resource-taken' };
  const names = new ListOf(scopes.map(({ name }) => name));
  const taken = scopes.length > 0 ? yield* rows<{ name: string }>(NAMES_TAKEN, { id, names }) : [];
  if (taken.length > 0) return { kind: 'scope-taken', scopes: taken.map(({ name }) => name) };
  const ids = new ListOf(machineAccess.map(({ application }) => application));
  const found = machineAccess.length > 0 ? yield* rows<{ id: string; isStrict: boolean }>(APPLICATIONS, { ids }) : [];
  if (found.length < machineAccess.length) return { kind: 'application-unknown' };
  const strict = api.accessTokenAlg === 'RS256' ? found.filter(({ isStrict }) => isStrict) : [];
  return strict.length > 0 ? { kind: 'application-strict', applications: strict.map(({ id: one }) => one) } : undefined;
}

function* writeScopes({ id, scopes, machineAccess }: Api): Intent<void> {
  for (const [position, scope] of scopes.entries()) yield* count(INSERT_SCOPE, { ...scope, id, position });
  for (const { application, scopes: names } of machineAccess)
    yield* count(INSERT_ACCESS, { application, names: new ListOf(names) });
}

const apiIn = (found: ApiRow | undefined): Api | undefined => found && apiOf(found);

const apiOf = ({ scopes, access, ...api }: ApiRow): Api => ({
  ...api,
  scopes: scopes.map(
    ([name, description, machine]): ApiScope => ({
      name,
      description: description ?? undefined,
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
