// Ends sessions as somebody's act: besides the rows going, their end is noted for refresh tokens that end with them,
// and the API keys that want to know of it become messages in the outbox. Runs inside the intent of whoever ends them.
// A session whose time is over was ended by nobody, whether the purge has come by or not.
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Ended = { accountId: string; onlyId?: string | undefined; exceptId?: string | undefined; now: number };

/** @returns how many sessions ended. */
export function prepareEndSessions(connection: Sqlite['writer']['connection']): (ended: Ended) => number {
  const which =
    'account_id = $accountId and id is not $exceptId and ($onlyId is null or id = $onlyId) and expires_at > $now';
  const note = prepare(
    connection,
    `insert into ended_sessions (id, ended_at) select id, $now from sessions where ${which} on conflict do nothing`,
  );
  const tell = prepare(
    connection,
    `update session_clients set next_try_at = $now
     where session_id in (select id from sessions where ${which}) and next_try_at is null`,
  );
  const end = prepare(connection, `delete from sessions where ${which}`);
  return ({ accountId, onlyId, exceptId, now }) => {
    const values = { accountId, onlyId, exceptId, now };
    if (note.run(values) === 0) return 0;
    tell.run(values);
    return end.run(values);
  };
}
