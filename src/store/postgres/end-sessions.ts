// Ends sessions because somebody acted: deletes the rows, records their end for the refresh tokens that end with them,
// and raises `sessions-ended`. An expired session was not ended by anybody, whether or not the purge has removed it.
import { listenersOf } from './transaction-listeners.ts';

/**
 * One statement that returns the id of each session that ended.
 * @param which condition on `sessions`; `$now` is the time
 */
export const endSessions = (which: string): string => `
  with ended as (
    delete from sessions where (${which}) and expires_at > $now::bigint returning id, account_id
  ), noted as (
    insert into ended_sessions (id, ended_at) select id, $now::bigint from ended on conflict do nothing
  )${listenersOf('sessions-ended', 'ended')}
  select id from ended`;
