// The outbox of Back-Channel Logout on SQLite.
import type { SessionClientStore } from '../../core/sessions/session-client-store.ts';
import type { Sqlite } from './sqlite.ts';

type Row = { session_id: string; api_key: string; sid: string; sub: string; tries: number };
type Claim = { now: number; until: number; limit: number; busy: string };
type Key = [string, string, string];

// THE CLAIM: the one writer finds and moves the rows in one statement.
const CLAIM = `
  update session_clients set next_try_at = $until
  where (session_id, api_key, sid) in (
    select session_id, api_key, sid from session_clients
    where next_try_at <= $now and api_key not in (select value from json_each($busy))
    order by next_try_at limit $limit)
  returning session_id, api_key, sid, sub, tries`;

const KEY = 'session_id = ? and api_key = ? and sid = ?';

const TELL_LATE = `
  update session_clients set next_try_at = $now
  where session_id in (select id from ended_sessions where ended_at >= $endedSince) and next_try_at is null`;

const COUNT_DUE = 'select count(*) from (select 1 from session_clients where next_try_at <= ? limit ?)';

export function createSessionClientStore({ writer: { connection, write }, reader }: Sqlite): SessionClientStore {
  const claim = connection.prepare<[Claim], Row>(CLAIM);
  const putBack = connection.prepare<[number, ...Key, number]>(
    `update session_clients set next_try_at = ?, tries = tries + 1 where ${KEY} and next_try_at = ?`,
  );
  const remove = connection.prepare<Key>(`delete from session_clients where ${KEY}`);
  const countDue = reader.connection.prepare<[number, number], number>(COUNT_DUE).pluck();
  const tellLate = connection.prepare<[{ endedSince: number; now: number }]>(TELL_LATE);

  return {
    claim: async ({ busy, ...claimed }) => {
      const rows = await write(() => claim.all({ ...claimed, busy: JSON.stringify(busy) }));
      return rows.map(({ session_id: sessionId, api_key: apiKey, sid, sub, tries }) => {
        return { sessionId, apiKey, sid, sub, tries, claimedUntil: claimed.until };
      });
    },
    putBack: async ({ sessionId, apiKey, sid, claimedUntil }, nextTryAt) => {
      await write(() => putBack.run(nextTryAt, sessionId, apiKey, sid, claimedUntil));
    },
    remove: async ({ sessionId, apiKey, sid }) => {
      await write(() => remove.run(sessionId, apiKey, sid));
    },
    tellLate: async (late) => {
      await write(() => tellLate.run(late));
    },
    countDue: (now, most) => reader.read(() => countDue.get(now, most) ?? 0),
  };
}
