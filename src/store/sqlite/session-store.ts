// Sessions on SQLite.
import { SESSIONS_PER_ACCOUNT, type Session } from '../../core/sessions/session.ts';
import type { SessionStore } from '../../core/sessions/session-store.ts';
import { type AccountRow, accountOf } from './account-row.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareKeepSession } from './keep-session.ts';
import type { Sqlite } from './sqlite.ts';

type Row = {
  id: string;
  handle_hash: Buffer;
  account_id: string;
  sign_in_epoch: number;
  persistent: number;
  authenticated_at: number;
  amr: string;
  chosen_at: number;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  user_agent: string;
};
/** Session columns carry a prefix where both tables have the name; `sign_in_epoch` is the same in both. */
type SignedInRow = AccountRow &
  Omit<Row, 'id' | 'created_at' | 'sign_in_epoch'> & { session_id: string; session_created_at: number };

const FIND = `
  select a.*, s.id as session_id, s.created_at as session_created_at,
    s.handle_hash, s.account_id, s.persistent, s.authenticated_at, s.amr, s.chosen_at, s.last_used_at, s.expires_at, s.user_agent
  from sessions s join accounts a on a.id = s.account_id
  where s.handle_hash = ? and s.expires_at > ? and s.sign_in_epoch = a.sign_in_epoch and a.disabled_at is null`;

/** A sign-in ends no more than so many that are too many: older programs let them grow without bound. */
const SURPLUS_AT_ONCE = 1000;

export function createSessionStore({ writer, reader }: Sqlite): SessionStore {
  return { ...readSessions(reader), ...writeSessions(writer) };
}

function readSessions({ connection, read }: Sqlite['reader']): Pick<SessionStore, 'find' | 'listByAccount'> {
  const find = connection.prepare<[Buffer, number], SignedInRow>(FIND);
  const listByAccount = connection.prepare<[string, number, number], Row>(`
    select s.* from sessions s join accounts a on a.id = s.account_id
    where s.account_id = ? and s.expires_at > ? and s.sign_in_epoch = a.sign_in_epoch
    order by s.last_used_at desc, s.id desc limit ?`);
  return {
    find: (handleHash, now) =>
      read(() => {
        const row = find.get(handleHash, now);
        if (!row) return undefined;
        const session = sessionOf(row, row.session_id, row.session_created_at);
        return { session, account: accountOf(row) };
      }),
    listByAccount: (accountId, now, limit) =>
      read(() => listByAccount.all(accountId, now, limit).map((row) => sessionOf(row, row.id, row.created_at))),
  };
}

function writeSessions({ connection, write }: Sqlite['writer']): Omit<SessionStore, 'find' | 'listByAccount'> {
  const insert = connection.prepare<[Row]>(`
    insert into sessions (id, handle_hash, account_id, sign_in_epoch, persistent, authenticated_at, amr,
      chosen_at, created_at, last_used_at, expires_at, user_agent)
    values ($id, $handle_hash, $account_id, $sign_in_epoch, $persistent, $authenticated_at, $amr,
      $chosen_at, $created_at, $last_used_at, $expires_at, $user_agent)`);
  const renew = connection.prepare(`
    update sessions set handle_hash = $handle_hash, sign_in_epoch = $sign_in_epoch, persistent = $persistent, authenticated_at = $authenticated_at,
      amr = $amr, chosen_at = $chosen_at, created_at = $created_at, last_used_at = $last_used_at,
      expires_at = $expires_at, user_agent = $user_agent
    where id = $renewedId and handle_hash = $renewedHash`);
  const keep = connection.prepare<[Buffer, Buffer]>('update sessions set handle_hash = ? where handle_hash = ?');
  const choose = connection.prepare<[number, string]>('update sessions set chosen_at = ? where id = ?');
  const touch = connection.prepare('update sessions set last_used_at = ?, expires_at = ? where id = ?');
  const mayStart = connection
    .prepare<[string, number], number>(
      'select 1 from accounts where id = ? and sign_in_epoch = ? and disabled_at is null',
    )
    .pluck();
  const surplus = connection
    .prepare<[string, string | null, number], string>(`
      select id from sessions where account_id = ? and id is not ? and expires_at > ?
      order by created_at desc, id desc limit ${SURPLUS_AT_ONCE} offset ${SESSIONS_PER_ACCOUNT - 1}`)
    .pluck();
  const raise = connection.prepare('update accounts set sign_in_epoch = sign_in_epoch + 1 where id = ?');
  const endSessions = prepareEndSessions(connection);
  const keepSession = prepareKeepSession(connection);

  return {
    start: (session, held) =>
      write(() => {
        const { accountId, signInEpoch, createdAt: now } = session;
        if (mayStart.get(accountId, signInEpoch) === undefined) return undefined;
        const { renews, keeps = [], ends } = held ?? {};
        for (const onlyId of surplus.all(accountId, renews?.id ?? null, now)) endSessions({ accountId, onlyId, now });
        for (const { handleHash, newHandleHash } of keeps) keep.run(newHandleHash, handleHash);
        if (ends) endSessions({ accountId: ends.accountId, onlyId: ends.id, now });
        const row = rowOf(session);
        const renewed = renews && { ...row, renewedId: renews.id, renewedHash: renews.handleHash };
        if (renewed && renew.run(renewed).changes === 1) return renewed.renewedId;
        insert.run(row);
        return session.id;
      }),
    choose: async (id, chosenAt) => {
      await write(() => choose.run(chosenAt, id));
    },
    touch: async (id, lastUsedAt, expiresAt) => {
      await write(() => touch.run(lastUsedAt, expiresAt, id));
    },
    end: ({ accountId, sessionId, now }) => write(() => endSessions({ accountId, onlyId: sessionId, now }) === 1),
    endAll: async ({ accountId, now }) => {
      await write(() => {
        raise.run(accountId);
        endSessions({ accountId, now });
      });
    },
    endOthers: ({ accountId, fromEpoch, keep, now }) =>
      write(() => {
        if (!keepSession({ accountId, fromEpoch, keep, endGrants: false })) return false;
        endSessions({ accountId, exceptId: keep.id, now });
        return true;
      }),
  };
}

const sessionOf = (row: Omit<Row, 'id' | 'created_at'>, id: string, createdAt: number): Session => ({
  id,
  handleHash: row.handle_hash,
  accountId: row.account_id,
  signInEpoch: row.sign_in_epoch,
  persistent: row.persistent === 1,
  authenticatedAt: row.authenticated_at,
  amr: JSON.parse(row.amr),
  chosenAt: row.chosen_at,
  createdAt,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  userAgent: row.user_agent,
});

const rowOf = (session: Session): Row => ({
  id: session.id,
  handle_hash: session.handleHash,
  account_id: session.accountId,
  sign_in_epoch: session.signInEpoch,
  persistent: session.persistent ? 1 : 0,
  authenticated_at: session.authenticatedAt,
  amr: JSON.stringify(session.amr),
  chosen_at: session.chosenAt,
  created_at: session.createdAt,
  last_used_at: session.lastUsedAt,
  expires_at: session.expiresAt,
  user_agent: session.userAgent,
});
