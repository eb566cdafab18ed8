// Applications on SQLite.
import type { Application } from '../../core/applications/application.ts';
import type { ApplicationStore, ClientByKey } from '../../core/applications/application-store.ts';
import { type ApplicationVersion, createApplicationCache } from '../application-cache.ts';
import { type Dialect, forEachSearch, searchStatement } from '../search-applications.ts';
import { APPLICATION_COLUMNS, APPLICATION_KINDS } from './application-columns.ts';
import { writeApplications } from './application-writes.ts';
import { prepareRequireSettled } from './doubt.ts';
import type { Reader } from './reader.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/**
 * Returns an application by its current version: from the cache, or else from the database. Runs a statement, so call
 * it inside a `read`.
 */
export type FindAt = (current: ApplicationVersion | undefined) => Application | undefined;

const DIALECT: Dialect = { lower: (text) => `lower(${text})`, position: 'instr' };

type Found = { application: Application };

const prepareApplications = ({ connection }: Reader, where: string) =>
  prepare<Found>(connection, `select ${APPLICATION_COLUMNS} from applications a where ${where}`, APPLICATION_KINDS);

export function prepareFindAt(reader: Reader): FindAt {
  const cache = createApplicationCache();
  const find = prepareApplications(reader, 'a.id = $id');
  return (current) => {
    if (!current) return undefined;
    const application = cache.get(current);
    if (application) return application;
    const found = find.get({ id: current.id });
    return found && cache.add(found.application);
  };
}

export function createApplicationStore({ writer, reader }: Sqlite, findAt: FindAt): ApplicationStore {
  const remove = prepare(
    writer.connection,
    'delete from applications where id = $id and version = coalesce($fromVersion, version)',
  );
  const requireProof = prepareRequireProof(writer.connection);
  const requireSettled = prepareRequireSettled(writer.connection);
  return {
    ...readApplications(reader, findAt),
    ...writeApplications(writer),
    remove: (id, fromVersion, proof, by) =>
      writer.write(() => {
        requireProof(proof);
        requireSettled(by);
        return remove.run({ id, fromVersion }) === 1;
      }),
  };
}

function readApplications(reader: Reader, findAt: FindAt): Omit<ApplicationStore, 'insert' | 'replace' | 'remove'> {
  const { connection, read } = reader;
  const versionOf = prepare<ApplicationVersion>(connection, 'select id, version from applications where id = $id');
  const versionByApiKey = prepare<ApplicationVersion>(
    connection,
    'select a.id, a.version from platforms p join applications a on a.id = p.application_id where p.api_key = $apiKey',
  );
  const listAll = prepareApplications(reader, 'a.id > $afterId order by a.id limit $limit');
  const listOfAccount = prepareApplications(
    reader,
    `a.id in (
       select id from applications where owner_id = $accountId and id > $afterId and $owned
       union select application_id from application_members where account_id = $accountId and application_id > $afterId
       order by 1 limit $limit)
     order by a.id`,
  );
  const searches = forEachSearch((which) => prepare<ApplicationVersion>(connection, searchStatement(which, DIALECT)));
  const registeredOrigin = prepare(
    connection,
    'select 1 from site_domains where origin in (select value from json_each($origins)) limit 1',
  );

  const secretsOf = prepare<ClientByKey['secrets'][number]>(
    connection,
    'select id, secret_hash, last_used_at, expires_at from client_secrets where application_id = $id order by id',
  );
  const byApiKey = (apiKey: string) => {
    const application = findAt(versionByApiKey.get({ apiKey }));
    const platform = application?.platforms.find((entry) => entry.apiKey === apiKey);
    return application && platform && { application, platform };
  };

  return {
    find: (id) => read(() => findAt(versionOf.get({ id }))),
    findByApiKey: (apiKey) => read(() => byApiKey(apiKey)),
    findClient: (apiKey) =>
      read(() => {
        const found = byApiKey(apiKey);
        const secrets = found?.application.clientSecretRequired ? secretsOf.all(found.application) : [];
        return found && { secrets, ...found };
      }),
    list: ({ accountId, owned = false, afterId = '', limit }) =>
      read(() => {
        const list = accountId === undefined ? listAll : listOfAccount;
        return list.all({ accountId, owned, afterId, limit }).map(({ application }) => application);
      }),
    search: ({ place, ...page }) =>
      read(() => {
        const all = page.accountId === undefined;
        const found = searches({ ...page, all }).all({ ...page, ...place });
        return found.flatMap((version) => findAt(version) ?? []);
      }),
    isOriginRegistered: (origins) => read(() => registeredOrigin.get({ origins }) !== undefined),
  };
}
