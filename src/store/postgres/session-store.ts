// Sessions on PostgreSQL: finding them, those that are asked for in one turn with one statement.
import type { Session, SignedIn } from '../../core/sign-in/sessions/session.ts';
import type { SessionStore } from '../../core/sign-in/sessions/session-store.ts';
import type { Base } from '../intent.ts';
import { createSessions } from '../nouns/session-store.ts';
import { anyOfKeys, findInGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { recordOf, statement } from './statement.ts';

const FIND = statement(`
  select s.handle_hash as key, s.*, row_to_json(a) as account
  from sessions s join accounts a on a.id = s.account_id
  where s.handle_hash = ${anyOfKeys('bytea')} and s.sign_in_epoch = a.sign_in_epoch and a.disabled_at is null`);

export function createSessionStore(postgres: Postgres, base: Base): SessionStore {
  const findRow = findInGroups<Session & { account: object }>(postgres, FIND);
  return {
    ...createSessions(base),
    async find(handleHash, now) {
      const row = await findRow(handleHash);
      if (!row || row.expiresAt <= now) return undefined;
      const { account, ...session } = row;
      return { session, account: recordOf<SignedIn['account']>(account) };
    },
  };
}
