// Ends sessions as somebody's act: besides the rows going, their end is noted for refresh tokens that end with them. A
// session whose time is over was ended by nobody, whether the purge has come by or not.
import { listenersOf } from './transaction-listeners.ts';

/**
 * One statement; gives the id of each session that ended. @param which condition on `sessions`; `$now` is the moment
 */
export const endSessions = (which: string): string => `
  with ended as (
    delete from sessions where (${which}) and expires_at > $now::bigint returning id, account_id
  ), noted as (
    insert into ended_sessions (id, ended_at) select id, $now::bigint from ended on conflict do nothing
  )${listenersOf('sessions-ended', 'ended')}
  select id from ended`;
