// Ends sessions because somebody acted: deletes the rows, records their end for the refresh tokens that end with them,
// and raises `sessions-ended`. Runs inside the intent of the act. An expired session was not ended by anybody, whether
// or not the purge has removed it.
import { type Statement, statement, table } from '../statement.ts';
import { listenersBefore, listenersIn } from './transaction-listeners.ts';

export const ENDED_SESSIONS = table('ended_sessions', 'id', { text: 'id', integer: 'ended_at' });

/**
 * A statement that returns the id of each session that ended. PostgreSQL does all in one; SQLite deletes last.
 * @param which condition on `sessions`; `$now` is the time
 * @param onSqlite the same, where it is said in another way there
 */
export function endSessions(which: string, onSqlite = which): Statement {
  const rows = `select id, account_id from sessions where (${onSqlite}) and expires_at > $now`;
  return statement({
    postgres: `
      with ended as (
        delete from sessions where (${which}) and expires_at > $now::bigint returning id, account_id
      ), noted as (
        insert into ended_sessions (id, ended_at) select id, $now::bigint from ended on conflict do nothing
      )${listenersIn('sessions-ended', 'ended')}
      select id from ended`,
    sqlite: [
      `insert into ended_sessions (id, ended_at) select id, $now from (${rows}) where true on conflict do nothing`,
      ...listenersBefore('sessions-ended', rows),
      `delete from sessions where (${onSqlite}) and expires_at > $now returning id`,
    ],
  });
}

/** Takes `accountId`, `keepSessionId` (undefined: no session is kept) and `now`. */
export const END_SESSIONS = endSessions('account_id = $accountId and id is distinct from $keepSessionId');
