// Passkeys on SQLite.
import { hasFallen, MAX_PASSKEYS, mayBecome, type Passkey } from '../../core/passkeys/passkey.ts';
import type { PasskeyStore } from '../../core/passkeys/passkey-store.ts';
import type { AnsweredChallenge, FirstPasskey, PasskeyUse } from '../../core/passkeys/passkey-use.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareKeepSession } from './keep-session.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepareRequireProof } from './session-proof.ts';
import { prepareSetUpBehind } from './set-up-behind.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';
import { prepareEndTrust } from './trusted-device-store.ts';

type Connection = Sqlite['writer']['connection'];

export const createPasskeyStore = ({ writer, reader }: Sqlite): PasskeyStore => ({
  ...readPasskeys(reader),
  ...changePasskeys(writer),
  remove: removePasskey(writer),
});

function readPasskeys({
  connection,
  read,
}: Sqlite['reader']): Pick<PasskeyStore, 'listByAccount' | 'findByCredential' | 'countOfOtherRps'> {
  const list = prepare<Passkey>(connection, 'select * from passkeys where account_id = $accountId order by id');
  const find = prepare<Passkey>(connection, 'select * from passkeys where credential_id = $credentialId');
  const countOthers = prepare<{ count: number }>(
    connection,
    `select (select count(*) from passkeys where rp_id < $rpId) + (select count(*) from passkeys where rp_id > $rpId)
       as count`,
  );
  return {
    listByAccount: (accountId) => read(() => list.all({ accountId })),
    findByCredential: (credentialId) => read(() => find.get({ credentialId })),
    countOfOtherRps: (rpId) => read(() => countOthers.get({ rpId })?.count ?? 0),
  };
}

/** @returns a function that is false for a challenge that was answered before */
export function prepareAnswer(connection: Connection): (challenge: AnsweredChallenge) => boolean {
  const remember = prepare(
    connection,
    `insert into used_challenges (challenge_hash, expires_at) values ($challengeHash, $challengeExpiresAt)
     on conflict do nothing`,
  );
  return (challenge) => remember.run(challenge) === 1;
}

/** Takes a `Passkey`. Inserts nothing when some account has it. */
export const INSERT_PASSKEY = `
  insert into passkeys (id, account_id, user_handle, credential_id, public_key, sign_count, rp_id, name, aaguid, transports,
    backup_eligible, backed_up, created_at, known_since, set_up_behind, last_used_at, counter_fell_at)
  values ($id, $accountId, $userHandle, $credentialId, $publicKey, $signCount, $rpId, $name, $aaguid, $transports,
    $backupEligible, $backedUp, $createdAt, $knownSince, $setUpBehind, $lastUsedAt, $counterFellAt)
  on conflict (credential_id) do nothing`;

/** Gives a new account its passkey. `mayInsert` is false, and changes nothing, where the passkey is refused. */
export function prepareFirstPasskey(connection: Connection) {
  const isKnown = prepare(connection, 'select 1 from passkeys where credential_id = $credentialId');
  const insert = prepare(connection, INSERT_PASSKEY);
  const answer = prepareAnswer(connection);
  return {
    mayInsert: ({ passkey, ...challenge }: FirstPasskey): boolean => !isKnown.get(passkey) && answer(challenge),
    /** Does nothing where some account has it. */
    insert: (passkey: Passkey): void => void insert.run(passkey),
  };
}

function changePasskeys({ connection, write }: Sqlite['writer']): Pick<PasskeyStore, 'add' | 'rename'> {
  const isKnown = prepare(connection, 'select 1 from passkeys where credential_id = $credentialId');
  const count = prepare<{ count: number }>(
    connection,
    'select count(*) as count from passkeys where account_id = $accountId',
  );
  const insert = prepare(connection, INSERT_PASSKEY);
  const rename = prepare(connection, 'update passkeys set name = $name where id = $id and account_id = $accountId');
  const requireProof = prepareRequireProof(connection);
  const setUpBehind = prepareSetUpBehind(connection);
  const answer = prepareAnswer(connection);
  const endTrust = prepareEndTrust(connection);
  const queueMail = prepareQueueMail(connection);
  return {
    add: ({ passkey, proof, mail, ...challenge }) =>
      write(() => {
        requireProof(proof);
        if (isKnown.get(passkey)) return 'known';
        if ((count.get(passkey)?.count ?? 0) >= MAX_PASSKEYS) return 'full';
        if (!answer(challenge)) return 'answered';
        insert.run({ ...passkey, ...setUpBehind(proof, passkey.createdAt) });
        endTrust(passkey.accountId);
        queueMail(mail);
        return 'added';
      }),
    rename: (input) => write(() => rename.run(input) === 1),
  };
}

function removePasskey({ connection, write }: Sqlite['writer']): PasskeyStore['remove'] {
  const find = prepare(connection, 'select 1 from passkeys where id = $id and account_id = $accountId');
  const otherWay = prepare(
    connection,
    `select 1 from accounts a where a.id = $accountId and (a.password_hash is not null or exists (
       select 1 from passkeys p where p.account_id = a.id and p.rp_id = $rpId and p.id <> $id))`,
  );
  const remove = prepare(connection, 'delete from passkeys where id = $id');
  const requireProof = prepareRequireProof(connection);
  const keepSession = prepareKeepSession(connection);
  const endSessions = prepareEndSessions(connection);
  const queueMail = prepareQueueMail(connection);
  return (input) =>
    write(() => {
      const { accountId, keep, proof, mail, now } = input;
      requireProof(proof);
      if (!find.get(input)) return 'gone';
      if (!otherWay.get(input)) return 'last';
      if (!keepSession({ ...input, endGrants: false })) return 'gone';
      endSessions({ accountId, exceptId: keep.id, now });
      remove.run(input);
      queueMail(mail);
      return 'removed';
    });
}

/**
 * @returns a function that does to a passkey, and to one-time codes beside it, what a sign-in with it does. False, and
 *   nothing changes: the account has it no more, its challenge was answered before, the first proof was used since, or
 *   the counter of a device-bound one has fallen
 */
export function prepareUsePasskey(
  connection: Connection,
): (use: PasskeyUse & { accountId: string; now: number }) => boolean {
  const find = prepare<Pick<Passkey, 'signCount' | 'backupEligible'>>(
    connection,
    `select sign_count, backup_eligible from passkeys where id = $passkeyId and account_id = $accountId
       and not exists (select 1 from passkeys where account_id = $accountId and last_used_at > $provenAt)
       and not exists (select 1 from one_time_codes where account_id = $accountId and last_used_at > $provenAt)`,
  );
  const note = prepare(
    connection,
    `update passkeys set sign_count = $signCount, backup_eligible = $backupEligible, backed_up = $backedUp,
       last_used_at = $now,
       counter_fell_at = coalesce($counterFellAt, counter_fell_at)
     where id = $passkeyId`,
  );
  const acceptCodes = prepare(
    connection,
    'update one_time_codes set last_used_at = $now, tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId',
  );
  const answer = prepareAnswer(connection);
  const queueMail = prepareQueueMail(connection);
  return (use) => {
    const passkey = find.get(use);
    if (!passkey) return false;
    const fell = hasFallen(passkey.signCount, use.signCount);
    if (!mayBecome(passkey, use) || (fell && !use.backupEligible) || !answer(use)) return false;
    const becameSynced = use.backupEligible && !passkey.backupEligible;
    note.run({ ...use, counterFellAt: fell && !becameSynced ? use.now : undefined });
    acceptCodes.run(use);
    if (becameSynced) queueMail(use.mailIfSynced);
    else if (fell) queueMail(use.mailIfFallen);
    return true;
  };
}
