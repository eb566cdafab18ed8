// What is shown once, on SQLite. It is spent by deleting its row.
import type { ShownOnceStore } from '../../core/sessions/shown-once-store.ts';
import type { Sqlite } from './sqlite.ts';

export function createShownOnceStore({ writer, reader }: Sqlite): ShownOnceStore {
  const insert = writer.connection.prepare<[string, string, Buffer, number]>(`
    insert into shown_once (id, session_id, sealed, expires_at) values (?, ?, ?, ?)
    on conflict (id) do update set session_id = excluded.session_id, sealed = excluded.sealed,
      expires_at = excluded.expires_at`);
  const exists = reader.connection.prepare<[string, string, number]>(
    'select 1 from shown_once where id = ? and session_id = ? and expires_at > ?',
  );
  const take = writer.connection
    .prepare<[string, string, number], Buffer>(
      'delete from shown_once where id = ? and session_id = ? and expires_at > ? returning sealed',
    )
    .pluck();
  return {
    insert: async ({ id, sessionId, sealed, expiresAt }) => {
      await writer.write(() => insert.run(id, sessionId, sealed, expiresAt));
    },
    exists: ({ id, sessionId }, now) => reader.read(() => exists.get(id, sessionId, now) !== undefined),
    take: ({ id, sessionId }, now) => writer.write(() => take.get(id, sessionId, now)),
  };
}
