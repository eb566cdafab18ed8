// Refused post-logout redirect URIs on SQLite.
import type { RefusedUri } from '../../core/refused-uris/refused-uri.ts';
import type { RefusedUriStore } from '../../core/refused-uris/refused-uri-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const ADD = `
  insert into refused_logout_uris (application_id, uri, refused_at)
  select id, $uri, $refusedAt from applications where id = $applicationId
  on conflict do update set refused_at = excluded.refused_at`;

const TRIM = `
  delete from refused_logout_uris where application_id = $applicationId and uri in (
    select uri from refused_logout_uris where application_id = $applicationId
    order by refused_at desc, uri limit -1 offset $max)`;

const LIST = `
  select * from refused_logout_uris
  where application_id = $applicationId and refused_at > $since order by refused_at desc, uri`;

export function createRefusedUriStore({ writer, reader }: Sqlite): RefusedUriStore {
  const add = prepare(writer.connection, ADD);
  const trim = prepare(writer.connection, TRIM);
  const list = prepare<RefusedUri>(reader.connection, LIST);
  return {
    add: async (refused, max) => {
      await writer.write(() => {
        add.run(refused);
        trim.run({ applicationId: refused.applicationId, max });
      });
    },
    list: (input) => reader.read(() => list.all(input)),
  };
}
