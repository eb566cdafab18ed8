// Values that are shown once. Deleting the row spends a value.
import type { OneTimeDisplayStore, PendingSecret } from '../../core/sign-in/sessions/one-time-display-store.ts';
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const SHOWN_ONCE = table('shown_once', 'id', { text: 'id session_id', bytes: 'sealed', integer: 'expires_at' });

const LIVE = 'id = $id and session_id = $sessionId and expires_at > $now';

const INSERT = statement(`
  insert into shown_once (id, session_id, sealed, expires_at) values ($id, $sessionId, $sealed, $expiresAt)
  on conflict (id) do update set session_id = excluded.session_id, sealed = excluded.sealed,
    expires_at = excluded.expires_at`);
const FIND = statement(`select 1 as found from shown_once where ${LIVE}`);
const TAKE = statement(`delete from shown_once where ${LIVE} returning sealed`);

export const createOneTimeDisplayStore = ({ row, change, changed }: Base): OneTimeDisplayStore => ({
  insert: async (waiting) => {
    await change(INSERT, waiting);
  },
  exists: async (place, now) => (await row(FIND, { ...place, now })) !== undefined,
  take: async (place, now) => (await changed<Pick<PendingSecret, 'sealed'>>(TAKE, { ...place, now }))[0]?.sealed,
});
