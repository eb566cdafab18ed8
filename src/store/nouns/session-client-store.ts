// The outbox of Back-Channel Logout.
import type { DueSessionEnd, SessionClientStore } from '../../core/sign-in/sessions/session-client-store.ts';
import type { Base } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';

export const SESSION_CLIENTS = table('session_clients', 'session_id api_key sid', {
  text: 'session_id api_key sid sub',
  integer: 'created_at next_try_at tries',
});
export const GIVEN_UP_LOGOUTS = table('given_up_logouts', 'id', {
  text: 'id application_id failure',
  integer: 'created_at ended_at tries',
});

const KEY = 'session_id = $sessionId and api_key = $apiKey and sid = $sid';

// THE CLAIM: rows that another process is claiming at this moment are locked, and skipped. SQLite has one writer.
const CLAIM = statement(`
  with due as (
    select session_id as due_session_id, api_key as due_api_key, sid as due_sid from session_clients
    where next_try_at <= $now and not (api_key = any($busy::text[]))
    order by next_try_at limit $limit for update skip locked
  )
  update session_clients set next_try_at = $until::bigint from due
  where session_id = due_session_id and api_key = due_api_key and sid = due_sid
  returning session_id, api_key, sid, sub, tries, next_try_at as claimed_until`);
const PUT_BACK = statement(
  `update session_clients set next_try_at = $nextTryAt, tries = tries + 1 where ${KEY} and next_try_at = $claimedUntil`,
);
const REMOVE = statement(`delete from session_clients where ${KEY}`);

// Of a message that another process ended there is nothing left to keep.
const keepFrom = (gone: string) => `
  insert into given_up_logouts (id, application_id, created_at, ended_at, tries, failure)
  select $id, p.application_id, coalesce(e.ended_at, g.created_at), $at::bigint, g.tries + 1, $failure
  from ${gone} g join platforms p on p.api_key = g.api_key left join ended_sessions e on e.id = g.session_id`;
const GIVE_UP = statement({
  postgres: `with gone as (delete from session_clients where ${KEY} returning *) ${keepFrom('gone')}`,
  sqlite: [keepFrom(`(select * from session_clients where ${KEY})`), REMOVE.postgres],
});

const tellThoseOf = (ended: string) => `
  update session_clients set next_try_at = $now where session_id ${ended} and next_try_at is null`;
const ENDED = 'select id from ended_sessions where ended_at >= $endedSince';
const TELL_LATE = statement({
  postgres: tellThoseOf(`= any (array(${ENDED}))`),
  sqlite: tellThoseOf(`in (${ENDED})`),
});

const COUNT_DUE = statement(
  'select count(*) as count from (select 1 from session_clients where next_try_at <= $now limit $limit) as due',
);

export const createSessionClientStore = ({ row, change, changed }: Base): SessionClientStore => ({
  claim: ({ busy, ...claimed }) => changed<DueSessionEnd>(CLAIM, { ...claimed, busy: new ListOf(busy) }),
  putBack: async (message, nextTryAt) => {
    await change(PUT_BACK, { ...message, nextTryAt });
  },
  remove: async (message, { failure, ...ended }) => {
    if (failure === undefined) await change(REMOVE, message);
    else await change(GIVE_UP, { ...message, ...ended, failure });
  },
  tellLate: async (late) => {
    await change(TELL_LATE, late);
  },
  countDue: async (now, limit) => (await row<{ count: number }>(COUNT_DUE, { now, limit }))?.count ?? 0,
});
