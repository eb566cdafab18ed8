// Taking a change of the address back on SQLite: by the link to the former address, or by changing back by hand.
import type { Account } from '../../core/accounts/account.ts';
import { factorsAskedForBefore } from '../../core/email-changes/doubt.ts';
import { type FormerEmail, MAX_LINKS_AGAIN } from '../../core/email-changes/email-change.ts';
import type { ChosenFactor, EmailChangeStore } from '../../core/email-changes/email-change-store.ts';
import { IS_ASKED_FOR, IS_YOUNGER } from '../asked-for.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareUsePasskey } from './passkey-store.ts';
import { prepareQueueMail } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Writer = Sqlite['writer'];

/** Addresses `f` whose link can be used, of accounts `a`. */
export const FORMER = `
  former_emails f join accounts a on a.id = f.account_id
  where f.token_hash = $tokenHash and f.expires_at > $now and a.disabled_at is null`;

/**
 * A row, if the account has a factor that is asked for and `shown`, the id of a passkey or `codes`, is none of these or
 * was shown at another sign-in epoch.
 */
const MISSES_FACTOR = `
  with older as (
    select 'codes' as factor from one_time_codes where account_id = $accountId and ${IS_ASKED_FOR}
    union all
    select id from passkeys where account_id = $accountId and ${IS_ASKED_FOR} and rp_id = $rpId)
  select 1 from accounts a where a.id = $accountId and exists (select 1 from older)
    and not exists (select 1 from older where factor = $shown and a.sign_in_epoch = $shownEpoch)`;

type Ended = Pick<FormerEmail, 'accountId' | 'askedAt'> & { keepSessionId: string | undefined; now: number };

/**
 * The function ends the doubt about an account, and with it every session but one, known and trusted device, API token,
 * link, proof and pending change, and what was set up since the change was asked for. Epochs are the caller's to raise.
 */
export function prepareEndDoubt(connection: Writer['connection']): (ended: Ended) => void {
  const ends = [
    'delete from email_changes where account_id = $accountId',
    'delete from email_proofs where account_id = $accountId',
    'delete from one_time_links where account_id = $accountId',
    'delete from former_emails where account_id = $accountId',
    'delete from api_tokens where account_id = $accountId',
    'delete from passkeys where account_id = $accountId and created_at >= $askedAt',
    'delete from one_time_codes where account_id = $accountId and created_at >= $askedAt',
    'delete from recovery_codes where account_id = $accountId and created_at >= $askedAt',
    'update one_time_codes set tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId',
    'update accounts set device_epoch = device_epoch + 1 where id = $accountId',
    `update connections set generation = generation + 1, answers = '{}', ended_at = $now, ended_by = 'person'
     where account_id = $accountId and ended_at is null and created_at >= $askedAt`,
  ].map((sql) => prepare(connection, sql));
  const endSessions = prepareEndSessions(connection);
  return ({ accountId, askedAt, keepSessionId, now }) => {
    endSessions({ accountId, exceptId: keepSessionId, now });
    for (const end of ends) end.run({ accountId, askedAt, now });
  };
}

type Chosen = Pick<FormerEmail, 'accountId' | 'askedAt' | 'email'> & { remove: readonly ChosenFactor[] };

/** The function removes factors that are not asked for. Each that goes queues its mail to the restored address. */
export function prepareRemoveFactors(connection: Writer['connection']): (chosen: Chosen) => void {
  const removeFactor = prepareRemove(connection);
  const queueMail = prepareQueueMail(connection);
  return ({ accountId, askedAt, email, remove }) => {
    const askedForBefore = factorsAskedForBefore(askedAt);
    for (const one of remove) {
      if (removeFactor({ accountId, askedForBefore }, one)) queueMail(one.mail && { ...one.mail, email });
    }
  };
}

type Removed = { accountId: string; askedForBefore: number };

/** False: there is no such one. */
function prepareRemove(connection: Writer['connection']): (from: Removed, chosen: ChosenFactor) => boolean {
  const isYounger = `account_id = $accountId and ${IS_YOUNGER}`;
  const passkey = prepare(connection, `delete from passkeys where id = $passkeyId and ${isYounger}`);
  const codes = prepare(connection, `delete from one_time_codes where ${isYounger}`);
  const recoveryCodes = prepare(connection, 'delete from recovery_codes where account_id = $accountId');
  return (from, { passkeyId }) => {
    if (passkeyId !== undefined) return passkey.run({ ...from, passkeyId }) > 0;
    if (codes.run(from) === 0) return false;
    recoveryCodes.run(from);
    return true;
  };
}

export function takeBack({ connection, write }: Writer): EmailChangeStore['takeBack'] {
  const find = prepare<FormerEmail & { current: string }>(connection, `select f.*, a.email as current from ${FORMER}`);
  const missesFactor = prepare(connection, MISSES_FACTOR);
  const restore = prepare(
    connection,
    `update or ignore accounts set email = $email, email_key = $emailKey, email_verified = 1,
       email_verified_by = 'mail', email_verified_at = $now, updated_at = $now, password_hash = $passwordHash,
       sign_in_epoch = sign_in_epoch + 1, grant_epoch = grant_epoch + 1, leaving_since = null, leaving_until = null
     where id = $accountId`,
  );
  const restored = prepare<Account>(connection, 'select * from accounts where id = $accountId');
  const usePasskey = prepareUsePasskey(connection);
  const endDoubt = prepareEndDoubt(connection);
  const removeFactors = prepareRemoveFactors(connection);
  const queueMail = prepareQueueMail(connection);
  return ({ tokenHash, passwordHash, factor, rpId, remove, mail, notice, now }) =>
    write(() => {
      const found = find.get({ tokenHash, now });
      if (!found) return undefined;
      const { accountId, email, askedAt, current } = found;
      const passkey = factor?.passkey;
      const shown = { shown: passkey?.passkeyId ?? 'codes', shownEpoch: factor?.signInEpoch };
      const askedForBefore = factorsAskedForBefore(askedAt);
      if (missesFactor.get({ accountId, askedAt, askedForBefore, ...shown, rpId })) return 'factor-needed';
      if (passkey && !usePasskey({ ...passkey, accountId, now })) return 'factor-needed';
      if (restore.run({ ...found, passwordHash, now }) === 0) return undefined;
      endDoubt({ accountId, askedAt, keepSessionId: undefined, now });
      queueMail(mail && { ...mail, email });
      removeFactors({ accountId, askedAt, email, remove });
      if (current !== email) queueMail(notice && { ...notice, email: current });
      return restored.get({ accountId });
    });
}

export function addLink({ connection, write }: Writer): EmailChangeStore['addLink'] {
  const answer = prepare(connection, 'delete from reset_requests where id = $requestId');
  const add = prepare<{ accountId: string }>(
    connection,
    `insert into former_emails (id, account_id, email, email_key, token_hash, asked_at, changed_at, expires_at)
     select $id, f.account_id, f.email, f.email_key, $tokenHash, f.asked_at, f.changed_at, f.expires_at
     from former_emails f join accounts a on a.id = f.account_id
     where f.id = $formerId and f.expires_at > $now and a.disabled_at is null
     returning account_id`,
  );
  const removeOldest = prepare(
    connection,
    `delete from former_emails where account_id = $accountId
       and id not in (select id from former_emails where account_id = $accountId order by id limit 1)
       and id not in (
         select id from former_emails where account_id = $accountId order by id desc limit ${MAX_LINKS_AGAIN})`,
  );
  const queueMail = prepareQueueMail(connection);
  return ({ formerId, link, mail, requestId, now }) =>
    write(() => {
      if (answer.run({ requestId }) === 0) return false;
      const [added] = add.all({ ...link, formerId, now });
      if (!added) return false;
      removeOldest.run(added);
      queueMail(mail);
      return true;
    });
}
