// Values that are shown once, on PostgreSQL. Deleting the row spends a value.
import type { ShownOnceStore, ToBeShown } from '../../core/sessions/shown-once-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const INSERT = statement(`
  insert into shown_once (id, session_id, sealed, expires_at) values ($id, $sessionId, $sealed, $expiresAt)
  on conflict (id) do update set session_id = excluded.session_id, sealed = excluded.sealed,
    expires_at = excluded.expires_at`);
const FIND = statement(
  'select 1 as found from shown_once where id = $id and session_id = $sessionId and expires_at > $now',
);
const TAKE = statement(`
  delete from shown_once where id = $id and session_id = $sessionId and expires_at > $now returning sealed`);

export const createShownOnceStore = ({ read, write }: Postgres): ShownOnceStore => ({
  insert: async (waiting) => {
    await write(INSERT, waiting);
  },
  exists: async ({ id, sessionId }, now) => (await read(FIND, { id, sessionId, now })).length > 0,
  take: async ({ id, sessionId }, now) =>
    (await write<Pick<ToBeShown, 'sealed'>>(TAKE, { id, sessionId, now })).rows[0]?.sealed,
});
