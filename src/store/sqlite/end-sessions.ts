// Ends sessions because somebody acted: deletes the rows, records their end for the refresh tokens that end with them,
// and raises `sessions-ended`. Runs inside the intent of the act. An expired session was not ended by anybody, whether
// or not the purge has removed it.
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';
import { prepareListeners } from './transaction-listeners.ts';

type Ended = { accountId: string; onlyId?: string | undefined; exceptId?: string | undefined; now: number };

/** @returns how many sessions ended. */
export function prepareEndSessions(connection: Sqlite['writer']['connection']): (ended: Ended) => number {
  const end = prepare<{ id: string }>(
    connection,
    `delete from sessions
     where account_id = $accountId and id is not $exceptId and ($onlyId is null or id = $onlyId) and expires_at > $now
     returning id`,
  );
  const note = prepare(
    connection,
    `insert into ended_sessions (id, ended_at) select value, $now from json_each($sessionIds) where true
     on conflict do nothing`,
  );
  const happened = prepareListeners(connection, 'sessions-ended');
  return ({ accountId, onlyId, exceptId, now }) => {
    const sessionIds = end.all({ accountId, onlyId, exceptId, now }).map(({ id }) => id);
    if (sessionIds.length === 0) return 0;
    note.run({ sessionIds, now });
    happened({ accountId, sessionIds, now });
    return sessionIds.length;
  };
}
