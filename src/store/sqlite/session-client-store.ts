// The outbox of Back-Channel Logout on SQLite.
import type { DueSessionEnd, SessionClientStore } from '../../core/sessions/session-client-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

// THE CLAIM: SQLite has one writer at a time, and it finds and claims the rows in one statement.
const CLAIM = `
  update session_clients set next_try_at = $until
  where (session_id, api_key, sid) in (
    select session_id, api_key, sid from session_clients
    where next_try_at <= $now and api_key not in (select value from json_each($busy))
    order by next_try_at limit $limit)
  returning session_id, api_key, sid, sub, tries, next_try_at as claimed_until`;

const KEY = 'session_id = $sessionId and api_key = $apiKey and sid = $sid';

// Of a message that another process ended there is nothing left to keep.
const KEEP_GIVEN_UP = `
  insert into given_up_logouts (id, application_id, created_at, ended_at, tries, failure)
  select $id, p.application_id, coalesce(e.ended_at, c.created_at), $at, c.tries + 1, $failure
  from session_clients c join platforms p on p.api_key = c.api_key left join ended_sessions e on e.id = c.session_id
  where c.session_id = $sessionId and c.api_key = $apiKey and c.sid = $sid`;

const TELL_LATE = `
  update session_clients set next_try_at = $now
  where session_id in (select id from ended_sessions where ended_at >= $endedSince) and next_try_at is null`;

const COUNT_DUE =
  'select count(*) as count from (select 1 from session_clients where next_try_at <= $now limit $limit)';

export function createSessionClientStore({ writer: { connection, write }, reader }: Sqlite): SessionClientStore {
  const claim = prepare<DueSessionEnd>(connection, CLAIM);
  const putBack = prepare(
    connection,
    `update session_clients set next_try_at = $nextTryAt, tries = tries + 1
     where ${KEY} and next_try_at = $claimedUntil`,
  );
  const remove = prepare(connection, `delete from session_clients where ${KEY}`);
  const keepGivenUp = prepare(connection, KEEP_GIVEN_UP);
  const countDue = prepare<{ count: number }>(reader.connection, COUNT_DUE);
  const tellLate = prepare(connection, TELL_LATE);

  return {
    claim: (claimed) => write(() => claim.all(claimed)),
    putBack: async (message, nextTryAt) => {
      await write(() => putBack.run({ ...message, nextTryAt }));
    },
    remove: async (message, { failure, ...ended }) => {
      await write(() => {
        if (failure !== undefined) keepGivenUp.run({ ...message, ...ended, failure });
        remove.run(message);
      });
    },
    tellLate: async (late) => {
      await write(() => tellLate.run(late));
    },
    countDue: (now, limit) => reader.read(() => countDue.get({ now, limit })?.count ?? 0),
  };
}
