// Applications on SQLite: finding one, for which PostgreSQL joins what is asked in one turn.
import type { Application } from '../../core/applications/applications/application.ts';
import type { ApplicationStore, ClientByKey } from '../../core/applications/applications/application-store.ts';
import { type ApplicationVersion, createApplicationCache } from '../application-cache.ts';
import { APPLICATION_KINDS, applicationOnSqlite } from '../application-columns.ts';
import type { Base } from '../intent.ts';
import { createApplications } from '../nouns/application-store.ts';
import type { Reader } from './reader.ts';
import { prepare } from './statement.ts';

/**
 * Returns an application by its current version: from the cache, or else from the database. Runs a statement, so call
 * it inside a `read`.
 */
export type FindAt = (current: ApplicationVersion | undefined) => Application | undefined;

export function prepareFindAt(reader: Reader): FindAt {
  const cache = createApplicationCache();
  const find = prepare<Application>(
    reader.connection,
    `select ${applicationOnSqlite('')} from applications a where a.id = $id`,
    APPLICATION_KINDS,
  );
  return (current) => {
    if (!current) return undefined;
    const application = cache.get(current);
    if (application) return application;
    const found = find.get({ id: current.id });
    return found && cache.add(found);
  };
}

export function createApplicationStore(reader: Reader, base: Base, findAt: FindAt): ApplicationStore {
  const { connection, read } = reader;
  const versionOf = prepare<ApplicationVersion>(connection, 'select id, version from applications where id = $id');
  const versionByApiKey = prepare<ApplicationVersion>(
    connection,
    'select a.id, a.version from platforms p join applications a on a.id = p.application_id where p.api_key = $apiKey',
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
    ...createApplications(base, (current) => read(() => findAt(current))),
    find: (id) => read(() => findAt(versionOf.get({ id }))),
    findByApiKey: (apiKey) => read(() => byApiKey(apiKey)),
    findClient: (apiKey) =>
      read(() => {
        const found = byApiKey(apiKey);
        const secrets = found?.application.clientSecretRequired ? secretsOf.all(found.application) : [];
        return found && { secrets, ...found };
      }),
  };
}
