// Sessions on SQLite: finding one, for which PostgreSQL joins what is asked in one turn.
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import type { SessionStore } from '../../core/sign-in/sessions/session-store.ts';
import type { Base } from '../intent.ts';
import { createSessions } from '../nouns/session-store.ts';
import type { Sqlite } from './sqlite.ts';
import { columnsOf, prepare } from './statement.ts';

const FIND = `
  select ${columnsOf('sessions', 's', 'session')}, ${columnsOf('accounts', 'a', 'account')}
  from sessions s join accounts a on a.id = s.account_id
  where s.handle_hash = $handleHash and s.expires_at > $now and s.sign_in_epoch = a.sign_in_epoch
    and a.disabled_at is null`;

export function createSessionStore({ reader }: Sqlite, base: Base): SessionStore {
  const find = prepare<SignedIn>(reader.connection, FIND);
  return { ...createSessions(base), find: (handleHash, now) => reader.read(() => find.get({ handleHash, now })) };
}
