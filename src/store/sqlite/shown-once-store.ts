// Values that are shown once, on SQLite. Deleting the row spends a value.
import type { ShownOnceStore } from '../../core/sessions/shown-once-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const LIVE = 'id = $id and session_id = $sessionId and expires_at > $now';

export function createShownOnceStore({ writer, reader }: Sqlite): ShownOnceStore {
  const insert = prepare(
    writer.connection,
    `insert into shown_once (id, session_id, sealed, expires_at) values ($id, $sessionId, $sealed, $expiresAt)
     on conflict (id) do update set session_id = excluded.session_id, sealed = excluded.sealed,
       expires_at = excluded.expires_at`,
  );
  const find = prepare(reader.connection, `select 1 from shown_once where ${LIVE}`);
  const take = prepare<{ sealed: Buffer }>(writer.connection, `delete from shown_once where ${LIVE} returning sealed`);
  return {
    insert: async (shown) => {
      await writer.write(() => insert.run(shown));
    },
    exists: ({ id, sessionId }, now) => reader.read(() => find.get({ id, sessionId, now }) !== undefined),
    take: ({ id, sessionId }, now) => writer.write(() => take.get({ id, sessionId, now })?.sealed),
  };
}
