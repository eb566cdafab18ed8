// Applications on SQLite.
import type { ApplicationStore } from '../../core/applications/application-store.ts';
import { APPLICATION_COLUMNS, type ApplicationRow, applicationOf } from './application-row.ts';
import { writeApplications } from './application-writes.ts';
import type { Sqlite } from './sqlite.ts';

export function createApplicationStore({ writer, reader }: Sqlite): ApplicationStore {
  const remove = writer.connection.prepare('delete from applications where id = ? and version = coalesce(?, version)');
  return {
    ...readApplications(reader),
    ...writeApplications(writer),
    remove: (id, fromVersion) => writer.write(() => remove.run(id, fromVersion ?? null).changes === 1),
  };
}

function readApplications({
  connection,
  read,
}: Sqlite['reader']): Omit<ApplicationStore, 'insert' | 'replace' | 'remove'> {
  const find = connection.prepare<[string], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a where a.id = ?`,
  );
  const findByApiKey = connection.prepare<[string], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a
     where a.id = (select application_id from platforms where api_key = ?)`,
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
    find: (id) =>
      read(() => {
        const row = find.get(id);
        return row && applicationOf(row);
      }),
    findByApiKey: (apiKey) =>
      read(() => {
        const row = findByApiKey.get(apiKey);
        const application = row && applicationOf(row);
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
