// Sessions on PostgreSQL.
import type { Session, SignedIn } from '../../core/sessions/session.ts';
import type { SessionStore } from '../../core/sessions/session-store.ts';
import { endSessions } from './end-sessions.ts';
import { findInGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { recordOf, statement } from './statement.ts';

const FIND = statement(`
  select s.handle_hash as key, s.*, row_to_json(a) as account
  from sessions s join accounts a on a.id = s.account_id
  where s.handle_hash = any($keys) and a.disabled_at is null`);
const LIST_BY_ACCOUNT = statement(`
  select * from sessions where account_id = $accountId and expires_at > $now order by last_used_at desc, id desc`);

const START = statement(`
  with replaced as (delete from sessions where handle_hash = $replaces)
  insert into sessions (id, handle_hash, account_id, persistent, authenticated_at, amr, chosen_at,
    created_at, last_used_at, expires_at, user_agent)
  values ($id, $handleHash, $accountId, $persistent, $authenticatedAt, $amr, $chosenAt,
    $createdAt, $lastUsedAt, $expiresAt, $userAgent)`);
const TOUCH = statement('update sessions set last_used_at = $lastUsedAt, expires_at = $expiresAt where id = $id');
const END = statement(endSessions('id = $sessionId and account_id = $accountId'));
const END_ALL = statement(endSessions('account_id = $accountId and id is distinct from $exceptSessionId'));

export const createSessionStore = (postgres: Postgres): SessionStore => ({
  ...readSessions(postgres),
  ...writeSessions(postgres),
});

function readSessions(postgres: Postgres): Pick<SessionStore, 'find' | 'listByAccount'> {
  const findRow = findInGroups<Session & { account: object }>(postgres, FIND);
  return {
    find: async (handleHash, now) => {
      const row = await findRow(handleHash);
      if (!row || row.expiresAt <= now) return undefined;
      const { account, ...session } = row;
      return { session, account: recordOf<SignedIn['account']>(account) };
    },
    listByAccount: async (accountId, now) => [...(await postgres.read<Session>(LIST_BY_ACCOUNT, { accountId, now }))],
  };
}

const writeSessions = ({ write }: Postgres): Omit<SessionStore, 'find' | 'listByAccount'> => ({
  start: async (session, replacesHandleHash) => {
    await write(START, { ...session, replaces: replacesHandleHash });
  },
  touch: async (id, lastUsedAt, expiresAt) => {
    await write(TOUCH, { id, lastUsedAt, expiresAt });
  },
  end: async (ended) => (await write(END, ended)).count === 1,
  endAll: async ({ accountId, exceptSessionId, now }) => {
    await write(END_ALL, { accountId, exceptSessionId, now });
  },
});
