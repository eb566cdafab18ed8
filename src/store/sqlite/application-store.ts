// Applications on SQLite.
import type { Application } from '../../core/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/application-store.ts';
import { type ApplicationVersion, createKnownApplications } from '../known-applications.ts';
import { APPLICATION_COLUMNS, type ApplicationRow, applicationOf } from './application-row.ts';
import { writeApplications } from './application-writes.ts';
import type { Reader } from './reader.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

/** The application as it is known at that version, or else as it is now. Runs a statement: to be called inside a `read`. */
export type FindAt = (current: ApplicationVersion | undefined) => Application | undefined;

export function prepareFindAt({ connection }: Reader): FindAt {
  const known = createKnownApplications();
  const find = connection.prepare<[string], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a where a.id = ?`,
  );
  return (current) => {
    if (!current) return undefined;
    const application = known.at(current);
    if (application) return application;
    const row = find.get(current.id);
    return row && known.learn(applicationOf(row));
  };
}

export function createApplicationStore({ writer, reader }: Sqlite, findAt: FindAt): ApplicationStore {
  const remove = writer.connection.prepare('delete from applications where id = ? and version = coalesce(?, version)');
  const requireProof = prepareRequireProof(writer.connection);
  return {
    ...readApplications(reader, findAt),
    ...writeApplications(writer),
    remove: (id, fromVersion, proof) =>
      writer.write(() => {
        requireProof(proof);
        return remove.run(id, fromVersion ?? null).changes === 1;
      }),
  };
}

function readApplications(
  { connection, read }: Reader,
  findAt: FindAt,
): Omit<ApplicationStore, 'insert' | 'replace' | 'remove'> {
  const versionOf = connection.prepare<[string], ApplicationVersion>(
    'select id, version from applications where id = ?',
  );
  const versionByApiKey = connection.prepare<[string], ApplicationVersion>(
    'select a.id, a.version from platforms p join applications a on a.id = p.application_id where p.api_key = ?',
  );
  const listAll = connection.prepare<[string, number], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a where a.id > ? order by a.id limit ?`,
  );
  const listOfAccount = connection.prepare<[string, string, number, string, string, number], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a where a.id in (
       select id from applications where owner_id = ? and id > ? and ?
       union select application_id from application_members where account_id = ? and application_id > ?
       order by 1 limit ?)
     order by a.id`,
  );
  const isOriginRegistered = connection
    .prepare<[string], number>(
      'select exists (select 1 from site_domains where origin in (select value from json_each(?)))',
    )
    .pluck();

  return {
    find: (id) => read(() => findAt(versionOf.get(id))),
    findByApiKey: (apiKey) =>
      read(() => {
        const application = findAt(versionByApiKey.get(apiKey));
        const platform = application?.platforms.find((entry) => entry.apiKey === apiKey);
        return application && platform && { application, platform };
      }),
    list: ({ accountId, owned, afterId = '', limit }) =>
      read(() => {
        const rows =
          accountId === undefined
            ? listAll.all(afterId, limit)
            : listOfAccount.all(accountId, afterId, owned ? 1 : 0, accountId, afterId, limit);
        return rows.map(applicationOf);
      }),
    isOriginRegistered: (origins) => read(() => isOriginRegistered.get(JSON.stringify(origins)) === 1),
  };
}
