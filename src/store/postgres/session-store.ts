// Sessions on PostgreSQL.

import { MAX_SESSIONS_PER_ACCOUNT, type Session, type SignedIn } from '../../core/sessions/session.ts';
import type { HeldSessions, SessionStore } from '../../core/sessions/session-store.ts';
import { shownIn } from '../shown-in.ts';
import { ListOf } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { endSessions } from './end-sessions.ts';
import { findInGroups } from './groups.ts';
import { keepSession } from './keep-session.ts';
import { tellDevice } from './new-device.ts';
import { usePasskey } from './passkey-store.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { recordOf, statement } from './statement.ts';
import { insertTrustedDevice, isStillTrusted } from './trusted-device-store.ts';

const FIND = statement(`
  select s.handle_hash as key, s.*, row_to_json(a) as account
  from sessions s join accounts a on a.id = s.account_id
  where s.handle_hash = any($keys) and s.sign_in_epoch = a.sign_in_epoch and a.disabled_at is null`);
const LIST_BY_ACCOUNT = statement(`
  select s.* from sessions s join accounts a on a.id = s.account_id
  where s.account_id = $accountId and s.expires_at > $now and s.sign_in_epoch = a.sign_in_epoch
  order by s.last_used_at desc, s.id desc limit $limit`);

/** The most surplus sessions that one sign-in ends: older versions let their number grow without bound. */
const MAX_SURPLUS = 1000;

// Sign-ins of one account wait for each other at this lock, and for a transaction that ends its sign-ins, so that each
// sees what the one before has written.
const MAY_START = statement(`
  select 1 from accounts where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null
    and leaving_since is null
  for no key update`);
// `array`, so that the sessions are selected once: a subquery after `in` may run again for each row, with a new limit.
const END_SURPLUS = statement(
  endSessions(`id = any(array(
    select id from sessions where account_id = $accountId and id is distinct from $renewedId and expires_at > $now
    order by created_at desc, id desc limit ${MAX_SURPLUS} offset ${MAX_SESSIONS_PER_ACCOUNT - 1}))`),
);
/** Age of the factor that was shown. A restored account does not say which of its passkeys: the youngest one counts. */
const FACTOR_SINCE = `case
  when $showsCode::boolean then (
    select coalesce(known_since, created_at) from one_time_codes where account_id = $accountId::text)
  when $showsPasskey::boolean then (
    select max(coalesce(known_since, created_at)) from passkeys
    where account_id = $accountId::text and ($passkeyId::text is null or id = $passkeyId::text))
  end`;
const START = statement(`
  with renewed as (
    update sessions set handle_hash = $handleHash, sign_in_epoch = $signInEpoch, persistent = $persistent, authenticated_at = $authenticatedAt,
      amr = $amr, by_trusted_device = $byTrustedDevice, chosen_at = $chosenAt, created_at = $createdAt, last_used_at = $lastUsedAt, expires_at = $expiresAt,
      user_agent = $userAgent, network = $network, factor_since = ${FACTOR_SINCE}
    where id = $renewedId and handle_hash = $renewedHash
    returning id
  ), kept as (
    update sessions s set handle_hash = k.new_hash
    from unnest($keptHashes::bytea[], $keptNewHashes::bytea[]) as k (old_hash, new_hash)
    where s.handle_hash = k.old_hash
  ), started as (
    insert into sessions (id, handle_hash, account_id, sign_in_epoch, persistent, authenticated_at, amr, by_trusted_device, chosen_at,
      created_at, last_used_at, expires_at, user_agent, network, factor_since)
    select $id::text, $handleHash, $accountId::text, $signInEpoch, $persistent, $authenticatedAt, $amr, $byTrustedDevice, $chosenAt,
      $createdAt, $lastUsedAt, $expiresAt, $userAgent, $network, ${FACTOR_SINCE}
    where not exists (select from renewed)
    returning id
  )
  select id from renewed union all select id from started`);
const CHOOSE = statement('update sessions set chosen_at = $chosenAt where id = $id');
const TOUCH = statement('update sessions set last_used_at = $lastUsedAt, expires_at = $expiresAt where id = $id');
// A trigger of the end writes to the account, so its row is locked before the session's.
const END = statement(
  endSessions('id = $sessionId and account_id = (select id from accounts where id = $accountId for key share)'),
);
const END_OTHERS = statement(endSessions('account_id = $accountId and id is distinct from $keptId'));
const RAISE = statement('update accounts set sign_in_epoch = sign_in_epoch + 1 where id = $accountId');

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
    listByAccount: async (accountId, now, limit) => [
      ...(await postgres.read<Session>(LIST_BY_ACCOUNT, { accountId, now, limit })),
    ],
  };
}

const writeSessions = ({ write, transaction }: Postgres): Omit<SessionStore, 'find' | 'listByAccount'> => ({
  start: (session, held, passkey, newDevice, trust) =>
    transaction(async (run) => {
      const { accountId, signInEpoch, createdAt: now } = session;
      if ((await run(MAY_START, { accountId, signInEpoch })).count === 0) return undefined;
      if (passkey && !(await usePasskey(run, { ...passkey, accountId, now }))) return undefined;
      const uses = trust?.usesId;
      if (uses !== undefined && !(await isStillTrusted(run, { id: uses, accountId, now }))) return undefined;
      if (trust?.makes) await insertTrustedDevice(run, trust.makes);
      await run(END_SURPLUS, { accountId, renewedId: held?.renews?.id, now });
      if (held?.ends) await run(END, { sessionId: held.ends.id, accountId: held.ends.accountId, now });
      const id = await start(run, { ...session, ...shownIn(session, passkey) }, held);
      // Last, because of the lock of the mail's kind.
      await tellDevice(run, { accountId, newDevice, now });
      return id;
    }),
  choose: async (id, chosenAt) => {
    await write(CHOOSE, { id, chosenAt });
  },
  touch: async (id, lastUsedAt, expiresAt) => {
    await write(TOUCH, { id, lastUsedAt, expiresAt });
  },
  end: async (ended) => (await write(END, ended)).count === 1,
  endAll: ({ accountId, now, by }) =>
    transaction(async (run) => {
      await requireMayAct(run, { by, accountId, now });
      await run(RAISE, { accountId });
      await run(END_OTHERS, { accountId, keptId: undefined, now });
    }),
  endOthers: ({ accountId, fromEpoch, keep, now }) =>
    transaction(async (run) => {
      if (!(await keepSession(run, { accountId, fromEpoch, keep, endGrants: false }))) return false;
      await run(END_OTHERS, { accountId, keptId: keep.id, now });
      return true;
    }),
});

async function start(
  run: Run,
  session: Session & ReturnType<typeof shownIn>,
  held: HeldSessions | undefined,
): Promise<string> {
  const keeps = held?.keeps ?? [];
  const { rows } = await run<{ id: string }>(START, {
    renewedId: held?.renews?.id,
    renewedHash: held?.renews?.handleHash,
    keptHashes: new ListOf(keeps.map(({ handleHash }) => handleHash)),
    keptNewHashes: new ListOf(keeps.map(({ newHandleHash }) => newHandleHash)),
    ...session,
  });
  return rows[0]?.id ?? session.id;
}
