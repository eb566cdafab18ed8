// The outbox of Back-Channel Logout on PostgreSQL.
import type { DueSessionEnd, SessionClientStore } from '../../core/sessions/session-client-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

// THE CLAIM: rows that another process is claiming at this moment are locked, and skipped.
const CLAIM = statement(`
  with due as (
    select session_id, api_key, sid from session_clients
    where next_try_at <= $now and api_key not in (select json_array_elements_text($busy::json))
    order by next_try_at limit $limit for update skip locked
  )
  update session_clients c set next_try_at = $until::bigint from due d
  where c.session_id = d.session_id and c.api_key = d.api_key and c.sid = d.sid
  returning c.session_id, c.api_key, c.sid, c.sub, c.tries`);

const KEY = 'session_id = $sessionId and api_key = $apiKey and sid = $sid';
const PUT_BACK = statement(
  `update session_clients set next_try_at = $nextTryAt, tries = tries + 1 where ${KEY} and next_try_at = $claimedUntil`,
);
const REMOVE = statement(`delete from session_clients where ${KEY}`);

// Of a message that another process ended there is nothing left to keep.
const GIVE_UP = statement(`
  with gone as (delete from session_clients where ${KEY} returning *)
  insert into given_up_logouts (id, application_id, created_at, ended_at, tries, failure)
  select $id, p.application_id, coalesce(e.ended_at, g.created_at), $at::bigint, g.tries + 1, $failure
  from gone g join platforms p on p.api_key = g.api_key left join ended_sessions e on e.id = g.session_id`);

const TELL_LATE = statement(`
  update session_clients set next_try_at = $now
  where session_id = any (array(select id from ended_sessions where ended_at >= $endedSince)) and next_try_at is null`);

const COUNT_DUE = statement(
  'select count(*) as count from (select 1 from session_clients where next_try_at <= $now limit $limit) as due',
);

export const createSessionClientStore = ({ read, write }: Postgres): SessionClientStore => ({
  claim: async (claimed) => {
    const { rows } = await write<Omit<DueSessionEnd, 'claimedUntil'>>(CLAIM, claimed);
    return rows.map((row) => ({ ...row, claimedUntil: claimed.until }));
  },
  putBack: async (message, nextTryAt) => {
    await write(PUT_BACK, { ...message, nextTryAt });
  },
  remove: async (message, { failure, ...ended }) => {
    if (failure === undefined) await write(REMOVE, message);
    else await write(GIVE_UP, { ...message, ...ended, failure });
  },
  tellLate: async (late) => {
    await write(TELL_LATE, late);
  },
  countDue: async (now, limit) => (await read<{ count: number }>(COUNT_DUE, { now, limit }))[0]?.count ?? 0,
});
