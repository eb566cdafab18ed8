// Applications on PostgreSQL.
import type { Application } from '../../core/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/application-store.ts';
import { type ApplicationVersion, createApplicationCache } from '../application-cache.ts';
import { type Dialect, forEachSearch, searchStatement } from '../search-applications.ts';
import { APPLICATION_COLUMNS } from './application-columns.ts';
import { writeApplications } from './application-writes.ts';
import { requireSettled } from './doubt.ts';
import { findInGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

const VERSIONS = statement('select id as key, id, version from applications where id = any($keys)');
const VERSIONS_BY_API_KEY = statement(`
  select k.api_key as key, a.id, a.version
  from platforms k join applications a on a.id = k.application_id where k.api_key = any($keys)`);
/** Hashes as text, because JSON has no bytes. */
const CLIENTS = statement(`
  select k.api_key as key, a.id, a.version, case when a.client_secret_required then (
    select json_agg(json_build_object('id', s.id, 'hash', encode(s.secret_hash, 'hex'), 'lastUsedAt', s.last_used_at,
      'expiresAt', s.expires_at) order by s.id)
    from client_secrets s where s.application_id = a.id) end as secrets
  from platforms k join applications a on a.id = k.application_id where k.api_key = any($keys)`);
type ClientRecord = ApplicationVersion & {
  secrets?: readonly { id: string; hash: string; lastUsedAt: number | null; expiresAt: number | null }[];
};
const FIND = statement(`select a.id as key, ${APPLICATION_COLUMNS} from applications a where a.id = any($keys)`);
const LIST_ALL = statement(`
  select ${APPLICATION_COLUMNS} from applications a where a.id > $afterId order by a.id limit $limit`);
const LIST_OF_ACCOUNT = statement(`
  select ${APPLICATION_COLUMNS} from applications a
  where a.id in (
    select id from applications where owner_id = $accountId and id > $afterId and $owned::boolean
    union select application_id from application_members where account_id = $accountId and application_id > $afterId
    order by 1 limit $limit)
  order by a.id`);
const IS_ORIGIN_REGISTERED = statement(`
  select exists (
    select 1 from site_domains where origin in (select json_array_elements_text($origins::json))) as registered`);

const DIALECT: Dialect = { lower: (text) => `lower(${text} collate "C")`, position: 'strpos' };
const SEARCHES = forEachSearch((which) => statement(searchStatement(which, DIALECT)));

const REMOVE = statement('delete from applications where id = $id and version = coalesce($fromVersion, version)');

/** Returns an application by its current version: from the cache, or else from the database. */
export type FindAt = (current: ApplicationVersion | undefined) => Promise<Application | undefined>;

export function createApplicationStore(postgres: Postgres, findAt: FindAt): ApplicationStore {
  const versionOf = findInGroups<ApplicationVersion>(postgres, VERSIONS);
  const versionByApiKey = findInGroups<ApplicationVersion>(postgres, VERSIONS_BY_API_KEY);
  const clientByApiKey = findInGroups<ClientRecord>(postgres, CLIENTS);
  const withPlatform = async (apiKey: string, version: ApplicationVersion | undefined) => {
    const application = await findAt(version);
    const platform = application?.platforms.find((entry) => entry.apiKey === apiKey);
    return application && platform && { application, platform };
  };
  return {
    ...readApplications(postgres),
    find: async (id) => findAt(await versionOf(id)),
    findByApiKey: async (apiKey) => withPlatform(apiKey, await versionByApiKey(apiKey)),
    findClient: async (apiKey) => {
      const record = await clientByApiKey(apiKey);
      const found = await withPlatform(apiKey, record);
      return found && { secrets: (record?.secrets ?? []).map(secretOf), ...found };
    },
    search: async ({ place, ...page }) => {
      const all = page.accountId === undefined;
      const versions = await postgres.read<ApplicationVersion>(SEARCHES({ ...page, all }), { ...page, ...place });
      const found = await Promise.all(versions.map(findAt));
      return found.filter((application) => application !== undefined);
    },
    ...writeApplications(postgres),
    remove: (id, fromVersion, proof, by) =>
      postgres.transaction(async (run) => {
        await requireProof(run, proof);
        await requireSettled(run, by);
        return (await run(REMOVE, { id, fromVersion })).count === 1;
      }),
  };
}

const secretOf = ({ id, hash, lastUsedAt, expiresAt }: NonNullable<ClientRecord['secrets']>[number]) => ({
  id,
  secretHash: Buffer.from(hash, 'hex'),
  lastUsedAt: lastUsedAt ?? undefined,
  expiresAt: expiresAt ?? undefined,
});

export function prepareFindAt(postgres: Postgres): FindAt {
  const cache = createApplicationCache();
  const find = findInGroups<Application>(postgres, FIND);
  return async (current) => {
    if (!current) return undefined;
    const application = cache.get(current);
    if (application) return application;
    const read = await find(current.id);
    return read && cache.add(read);
  };
}

const readApplications = ({ read }: Postgres): Pick<ApplicationStore, 'list' | 'isOriginRegistered'> => ({
  list: async ({ accountId, owned, afterId = '', limit }) => [
    ...(accountId === undefined
      ? await read<Application>(LIST_ALL, { afterId, limit })
      : await read<Application>(LIST_OF_ACCOUNT, { accountId, owned, afterId, limit })),
  ],
  isOriginRegistered: async (origins) =>
    (await read<{ registered: boolean }>(IS_ORIGIN_REGISTERED, { origins }))[0]?.registered === true,
});
