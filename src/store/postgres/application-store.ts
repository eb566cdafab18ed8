// Applications on PostgreSQL: finding them, those that are asked for in one turn with one statement.
import type { Application } from '../../core/applications/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/applications/application-store.ts';
import { type ApplicationVersion, createApplicationCache } from '../application-cache.ts';
import { APPLICATION_ON_POSTGRES } from '../application-columns.ts';
import type { Base } from '../intent.ts';
import { createApplications } from '../nouns/application-store.ts';
import { anyOfKeys, findInGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const VERSIONS = statement(`select id as key, id, version from applications where id = ${anyOfKeys('text')}`);
const VERSIONS_BY_API_KEY = statement(`
  select k.api_key as key, a.id, a.version
  from platforms k join applications a on a.id = k.application_id where k.api_key = ${anyOfKeys('text')}`);
/** Hashes as text, because JSON has no bytes. */
const CLIENTS = statement(`
  select k.api_key as key, a.id, a.version, case when a.client_secret_required then (
    select json_agg(json_build_object('id', s.id, 'hash', encode(s.secret_hash, 'hex'), 'lastUsedAt', s.last_used_at,
      'expiresAt', s.expires_at) order by s.id)
    from client_secrets s where s.application_id = a.id) end as secrets
  from platforms k join applications a on a.id = k.application_id where k.api_key = ${anyOfKeys('text')}`);
type ClientRecord = ApplicationVersion & {
  secrets?: readonly { id: string; hash: string; lastUsedAt: number | null; expiresAt: number | null }[];
};
const FIND = statement(
  `select a.id as key, ${APPLICATION_ON_POSTGRES} from applications a where a.id = ${anyOfKeys('text')}`,
);

/** Returns an application by its current version: from the cache, or else from the database. */
export type FindAt = (current: ApplicationVersion | undefined) => Promise<Application | undefined>;

export function createApplicationStore(postgres: Postgres, base: Base, findAt: FindAt): ApplicationStore {
  const versionOf = findInGroups<ApplicationVersion>(postgres, VERSIONS);
  const versionByApiKey = findInGroups<ApplicationVersion>(postgres, VERSIONS_BY_API_KEY);
  const clientByApiKey = findInGroups<ClientRecord>(postgres, CLIENTS);
  const withPlatform = async (apiKey: string, version: ApplicationVersion | undefined) => {
    const application = await findAt(version);
    const platform = application?.platforms.find((entry) => entry.apiKey === apiKey);
    return application && platform && { application, platform };
  };
  return {
    ...createApplications(base, findAt),
    find: async (id) => findAt(await versionOf(id)),
    findByApiKey: async (apiKey) => withPlatform(apiKey, await versionByApiKey(apiKey)),
    findClient: async (apiKey) => {
      const record = await clientByApiKey(apiKey);
      const found = await withPlatform(apiKey, record);
      return found && { secrets: (record?.secrets ?? []).map(secretOf), ...found };
    },
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
