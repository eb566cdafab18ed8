// Sessions on SQLite.

import { MAX_SESSIONS_PER_ACCOUNT, type Session, type SignedIn } from '../../core/sessions/session.ts';
import type { SessionStore } from '../../core/sessions/session-store.ts';
import { shownIn } from '../shown-in.ts';
import { prepareRequireMayAct } from './account-act.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareKeepSession } from './keep-session.ts';
import { prepareTellDevice } from './new-device.ts';
import { prepareUsePasskey } from './passkey-store.ts';
import type { Sqlite } from './sqlite.ts';
import { columnsOf, prepare } from './statement.ts';
import { prepareTrust } from './trusted-device-store.ts';

const FIND = `
  select ${columnsOf('sessions', 's', 'session')}, ${columnsOf('accounts', 'a', 'account')}
  from sessions s join accounts a on a.id = s.account_id
  where s.handle_hash = $handleHash and s.expires_at > $now and s.sign_in_epoch = a.sign_in_epoch
    and a.disabled_at is null`;

/** Age of the factor that was shown. A restored account does not say which of its passkeys: the youngest one counts. */
const FACTOR_SINCE = `case
  when $showsCode then (select coalesce(known_since, created_at) from one_time_codes where account_id = $accountId)
  when $showsPasskey then (
    select max(coalesce(known_since, created_at)) from passkeys
    where account_id = $accountId and ($passkeyId is null or id = $passkeyId))
  end`;

/** The most surplus sessions that one sign-in ends: older versions let their number grow without bound. */
const MAX_SURPLUS = 1000;

export function createSessionStore({ writer, reader }: Sqlite): SessionStore {
  return { ...readSessions(reader), ...writeSessions(writer) };
}

function readSessions({ connection, read }: Sqlite['reader']): Pick<SessionStore, 'find' | 'listByAccount'> {
  const find = prepare<SignedIn>(connection, FIND);
  const listByAccount = prepare<Session>(
    connection,
    `select s.* from sessions s join accounts a on a.id = s.account_id
     where s.account_id = $accountId and s.expires_at > $now and s.sign_in_epoch = a.sign_in_epoch
     order by s.last_used_at desc, s.id desc limit $limit`,
  );
  return {
    find: (handleHash, now) => read(() => find.get({ handleHash, now })),
    listByAccount: (accountId, now, limit) => read(() => listByAccount.all({ accountId, now, limit })),
  };
}

function writeSessions({ connection, write }: Sqlite['writer']): Omit<SessionStore, 'find' | 'listByAccount'> {
  const insert = prepare(
    connection,
    `insert into sessions (id, handle_hash, account_id, sign_in_epoch, persistent, authenticated_at, amr,
       by_trusted_device, chosen_at, created_at, last_used_at, expires_at, user_agent, network, factor_since)
     values ($id, $handleHash, $accountId, $signInEpoch, $persistent, $authenticatedAt, $amr,
       $byTrustedDevice, $chosenAt, $createdAt, $lastUsedAt, $expiresAt, $userAgent, $network, ${FACTOR_SINCE})`,
  );
  const renew = prepare(
    connection,
    `update sessions set handle_hash = $handleHash, sign_in_epoch = $signInEpoch, persistent = $persistent,
       authenticated_at = $authenticatedAt, amr = $amr, by_trusted_device = $byTrustedDevice, chosen_at = $chosenAt, created_at = $createdAt,
       last_used_at = $lastUsedAt, expires_at = $expiresAt, user_agent = $userAgent,
       network = $network, factor_since = ${FACTOR_SINCE}
     where id = $renewedId and handle_hash = $renewedHash`,
  );
  const keep = prepare(connection, 'update sessions set handle_hash = $newHandleHash where handle_hash = $handleHash');
  const choose = prepare(connection, 'update sessions set chosen_at = $chosenAt where id = $id');
  const touch = prepare(
    connection,
    'update sessions set last_used_at = $lastUsedAt, expires_at = $expiresAt where id = $id',
  );
  const mayStart = prepare(
    connection,
    `select 1 from accounts where id = $accountId and sign_in_epoch = $signInEpoch and disabled_at is null
       and leaving_since is null`,
  );
  const surplus = prepare<{ id: string }>(
    connection,
    `select id from sessions where account_id = $accountId and id is not $renewedId and expires_at > $now
     order by created_at desc, id desc limit ${MAX_SURPLUS} offset ${MAX_SESSIONS_PER_ACCOUNT - 1}`,
  );
  const raise = prepare(connection, 'update accounts set sign_in_epoch = sign_in_epoch + 1 where id = $accountId');
  const requireMayAct = prepareRequireMayAct(connection);
  const endSessions = prepareEndSessions(connection);
  const keepSession = prepareKeepSession(connection);
  const usePasskey = prepareUsePasskey(connection);
  const tellDevice = prepareTellDevice(connection);
  const trusted = prepareTrust(connection);

  return {
    start: (session, held, passkey, newDevice, trust) =>
      write(() => {
        const { accountId, createdAt: now } = session;
        if (mayStart.get(session) === undefined) return undefined;
        if (passkey && !usePasskey({ ...passkey, accountId, now })) return undefined;
        if (trust?.usesId !== undefined && !trusted.counts({ id: trust.usesId, accountId, now })) return undefined;
        if (trust?.makes) trusted.insert(trust.makes);
        tellDevice({ accountId, newDevice, now });
        const row = { ...session, ...shownIn(session, passkey) };
        const { renews, keeps = [], ends } = held ?? {};
        for (const { id } of surplus.all({ accountId, renewedId: renews?.id, now })) {
          endSessions({ accountId, onlyId: id, now });
        }
        for (const kept of keeps) keep.run(kept);
        if (ends) endSessions({ accountId: ends.accountId, onlyId: ends.id, now });
        const renewed = renews && { ...row, renewedId: renews.id, renewedHash: renews.handleHash };
        if (renewed && renew.run(renewed) === 1) return renewed.renewedId;
        insert.run(row);
        return session.id;
      }),
    choose: async (id, chosenAt) => {
      await write(() => choose.run({ id, chosenAt }));
    },
    touch: async (id, lastUsedAt, expiresAt) => {
      await write(() => touch.run({ id, lastUsedAt, expiresAt }));
    },
    end: ({ accountId, sessionId, now }) => write(() => endSessions({ accountId, onlyId: sessionId, now }) === 1),
    endAll: async ({ accountId, now, by }) => {
      await write(() => {
        requireMayAct({ by, accountId, now });
        raise.run({ accountId });
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
