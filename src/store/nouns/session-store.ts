// Sessions. Sign-ins of one account wait for each other at its row, which is locked before the sessions'.

import { MAX_SESSIONS_PER_ACCOUNT, type Session } from '../../core/sign-in/sessions/session.ts';
import type { HeldSessions, SessionStore } from '../../core/sign-in/sessions/session-store.ts';
import { type Base, count, type Intent, row } from '../intent.ts';
import { shownIn } from '../shown-in.ts';
import { ListOf, statement, table } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { END_SESSIONS, endSessions } from './end-sessions.ts';
import { keepSession } from './keep-session.ts';
import { recordDevice } from './new-device.ts';
import { usePasskey } from './passkey-store.ts';
import { insertTrustedDevice, isStillTrusted } from './trusted-device-store.ts';

export const SESSIONS = table('sessions', 'id', {
  text: 'id account_id user_agent network',
  bytes: 'handle_hash',
  boolean: 'persistent by_trusted_device',
  json: 'amr',
  integer: 'authenticated_at created_at last_used_at expires_at chosen_at sign_in_epoch address_proven_at factor_since',
});

const LIST_BY_ACCOUNT = statement(`
  select s.* from sessions s join accounts a on a.id = s.account_id
  where s.account_id = $accountId and s.expires_at > $now and s.sign_in_epoch = a.sign_in_epoch
  order by s.last_used_at desc, s.id desc limit $limit`);

/** The most surplus sessions that one sign-in ends: older versions let their number grow without bound. */
const MAX_SURPLUS = 1000;

// A transaction that ends the sign-ins of the account waits at this lock, too, so that each sees what the one before
// has written.
const MAY_START = statement(`
  select 1 from accounts where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null
    and leaving_since is null
  for no key update`);
const SURPLUS = `
  select id from sessions where account_id = $accountId and id is distinct from $renewedId and expires_at > $now
  order by created_at desc, id desc limit ${MAX_SURPLUS} offset ${MAX_SESSIONS_PER_ACCOUNT - 1}`;
// `array`, so that the sessions are selected once: PostgreSQL may run a subquery after `in` again for each row, with a
// new limit.
const END_SURPLUS = endSessions(`id = any(array(${SURPLUS}))`, `id in (${SURPLUS})`);
/** Age of the factor that was shown. A restored account does not say which of its passkeys: the youngest one counts. */
const FACTOR_SINCE = `case
  when $showsCode::boolean then (
    select coalesce(known_since, created_at) from one_time_codes where account_id = $accountId::text)
  when $showsPasskey::boolean then (
    select max(coalesce(known_since, created_at)) from passkeys
    where account_id = $accountId::text and ($passkeyId::text is null or id = $passkeyId::text))
  end`;
const RENEW = `
  update sessions set handle_hash = $handleHash, sign_in_epoch = $signInEpoch, persistent = $persistent,
    authenticated_at = $authenticatedAt, amr = $amr, by_trusted_device = $byTrustedDevice, chosen_at = $chosenAt,
    created_at = $createdAt, last_used_at = $lastUsedAt, expires_at = $expiresAt, user_agent = $userAgent,
    network = $network, factor_since = ${FACTOR_SINCE}
  where id = $renewedId and handle_hash = $renewedHash`;
const keepAs = (kept: string) => `
  update sessions as s set handle_hash = k.new_hash from ${kept} where s.handle_hash = k.old_hash`;
const insertUnless = (renewed: string) => `
  insert into sessions (id, handle_hash, account_id, sign_in_epoch, persistent, authenticated_at, amr,
    by_trusted_device, chosen_at, created_at, last_used_at, expires_at, user_agent, network, factor_since)
  select $id::text, $handleHash, $accountId::text, $signInEpoch, $persistent, $authenticatedAt, $amr,
    $byTrustedDevice, $chosenAt, $createdAt, $lastUsedAt, $expiresAt, $userAgent, $network, ${FACTOR_SINCE}
  where not exists (select 1 from ${renewed})`;
const RENEWED = 'sessions where id = $renewedId and handle_hash = $handleHash';
const START = statement({
  postgres: `
  with renewed as (${RENEW} returning id),
  kept as (${keepAs('unnest($keptHashes::bytea[], $keptNewHashes::bytea[]) as k (old_hash, new_hash)')}),
  started as (${insertUnless('renewed')} returning id)
  select id from renewed union all select id from started`,
  sqlite: [
    RENEW,
    keepAs(`(
      select unhex(o.value) as old_hash, unhex(n.value) as new_hash
      from json_each($keptHashes) o join json_each($keptNewHashes) n on n.key = o.key) as k`),
    insertUnless(RENEWED),
    `select coalesce((select id from ${RENEWED}), $id) as id`,
  ],
});
const CHOOSE = statement('update sessions set chosen_at = $chosenAt where id = $id');
const TOUCH = statement('update sessions set last_used_at = $lastUsedAt, expires_at = $expiresAt where id = $id');
// A trigger of the end writes to the account, so its row is locked before the session's.
const END = endSessions(
  'id = $sessionId and account_id = (select id from accounts where id = $accountId for key share)',
);
const RAISE = statement('update accounts set sign_in_epoch = sign_in_epoch + 1 where id = $accountId');

/** All but `find`, for which PostgreSQL joins what is asked in one turn. */
export const createSessions = (base: Base): Omit<SessionStore, 'find'> => ({
  listByAccount: (accountId, now, limit) => base.rows<Session>(LIST_BY_ACCOUNT, { accountId, now, limit }),
  start: (session, held, passkey, newDevice, trust) =>
    base.write(function* () {
      const { accountId, signInEpoch, createdAt: now } = session;
      if ((yield* count(MAY_START, { accountId, signInEpoch })) === 0) return undefined;
      if (passkey && !(yield* usePasskey({ ...passkey, accountId, now }))) return undefined;
      const uses = trust?.usesId;
      if (uses !== undefined && !(yield* isStillTrusted({ id: uses, accountId, now }))) return undefined;
      if (trust?.makes) yield* insertTrustedDevice(trust.makes);
      yield* count(END_SURPLUS, { accountId, renewedId: held?.renews?.id, now });
      if (held?.ends) yield* count(END, { sessionId: held.ends.id, accountId: held.ends.accountId, now });
      const id = yield* start({ ...session, ...shownIn(session, passkey) }, held);
      // Last, because of the lock of the mail's kind.
      yield* recordDevice({ accountId, newDevice, now });
      return id;
    }),
  choose: async (id, chosenAt) => {
    await base.change(CHOOSE, { id, chosenAt });
  },
  touch: async (id, lastUsedAt, expiresAt) => {
    await base.change(TOUCH, { id, lastUsedAt, expiresAt });
  },
  end: async (ended) => (await base.change(END, ended)) === 1,
  endAll: ({ accountId, now, by }) =>
    base.write(function* () {
      yield* requireMayAct({ by, accountId, now });
      yield* count(RAISE, { accountId });
      yield* count(END_SESSIONS, { accountId, keepSessionId: undefined, now });
    }),
  endOthers: ({ accountId, fromEpoch, keep, now }) =>
    base.write(function* () {
      if (!(yield* keepSession({ accountId, fromEpoch, keep, endGrants: false }))) return false;
      yield* count(END_SESSIONS, { accountId, keepSessionId: keep.id, now });
      return true;
    }),
});

function* start(session: Session & ReturnType<typeof shownIn>, held: HeldSessions | undefined): Intent<string> {
  const keeps = held?.keeps ?? [];
  const started = yield* row<{ id: string }>(START, {
    renewedId: held?.renews?.id,
    renewedHash: held?.renews?.handleHash,
    keptHashes: new ListOf(keeps.map(({ handleHash }) => handleHash)),
    keptNewHashes: new ListOf(keeps.map(({ newHandleHash }) => newHandleHash)),
    ...session,
  });
  return started?.id ?? session.id;
}
