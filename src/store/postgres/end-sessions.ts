// Ends sessions as somebody's act: besides the rows going, their end is noted for refresh tokens that end with them,
// and the API keys that want to know of it become messages in the outbox. A session whose time is over was ended by
// nobody, whether the purge has come by or not.

/**
 * One statement; gives the id of each session that ended. @param which condition on `sessions`; `$now` is the moment
 */
export const endSessions = (which: string): string => `
  with ended as (
    delete from sessions where (${which}) and expires_at > $now::bigint returning id
  ), noted as (
    insert into ended_sessions (id, ended_at) select id, $now::bigint from ended on conflict do nothing
  ), told as (
    update session_clients c set next_try_at = $now::bigint from ended e
    where c.session_id = e.id and c.next_try_at is null
  )
  select id from ended`;
