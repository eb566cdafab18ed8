// Changes of the address on SQLite. The writer's transaction has the database to itself: nothing changes between the
// statements of an intent.
import type { Account } from '../../core/accounts/account.ts';
import type { EmailChange, FormerEmail } from '../../core/email-changes/email-change.ts';
import type { EmailChangeStore } from '../../core/email-changes/email-change-store.ts';
import { type EmailProof, MAX_PROOFS, MAX_WRONG_CODES } from '../../core/verification/email-proof.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareUsePasskey } from './passkey-store.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/** Changes `c` that are pending, of accounts `a`. */
const PENDING = `
  email_changes c join accounts a on a.id = c.account_id and a.sign_in_epoch = c.sign_in_epoch
  where c.expires_at > $now and a.disabled_at is null`;

/** Pending changes with their proofs `p` that can be used. */
const PROOFS = `
  email_changes c join accounts a on a.id = c.account_id and a.sign_in_epoch = c.sign_in_epoch
    join email_proofs p on p.account_id = c.account_id and p.purpose = 'change' and p.email_key = c.email_key
  where c.expires_at > $now and p.expires_at > $now and a.disabled_at is null`;

/** Addresses `f` whose link can be used, of accounts `a`. */
const FORMER = `
  former_emails f join accounts a on a.id = f.account_id
  where f.token_hash = $tokenHash and f.expires_at > $now and a.disabled_at is null`;

/**
 * A row, if the account has a factor from before the change was asked for and `shown`, the id of a passkey or `codes`,
 * is none of these or was shown at another sign-in epoch.
 */
const MISSES_FACTOR = `
  with older as (
    select 'codes' as factor from one_time_codes where account_id = $accountId and created_at < $askedAt
    union all
    select id from passkeys where account_id = $accountId and created_at < $askedAt and rp_id = $rpId)
  select 1 from accounts a where a.id = $accountId and exists (select 1 from older)
    and not exists (select 1 from older where factor = $shown and a.sign_in_epoch = $shownEpoch)`;

/** Takes `accountId`. */
const END_CHANGE = 'delete from email_changes where account_id = $accountId';

export const createEmailChangeStore = ({ writer, reader }: Sqlite): EmailChangeStore => ({
  ...readChanges(reader),
  ...askForChanges(writer),
  prove: prove(writer),
  takeBack: takeBack(writer),
});

type Reads = Pick<EmailChangeStore, 'find' | 'findProof' | 'findFormer' | 'findReserved'>;

function readChanges({ connection, read }: Sqlite['reader']): Reads {
  const find = prepare<EmailChange>(connection, `select c.* from ${PENDING} and c.account_id = $accountId`);
  const findProof = prepare<EmailProof>(connection, `select p.* from ${PROOFS} and p.token_hash = $tokenHash`);
  const findFormer = prepare<FormerEmail>(connection, `select f.* from ${FORMER}`);
  const findReserved = prepare<FormerEmail>(
    connection,
    'select * from former_emails where email_key = $emailKey and expires_at > $now order by changed_at limit 1',
  );
  return {
    find: (accountId, now) => read(() => find.get({ accountId, now })),
    findProof: (tokenHash, now) =>
      read(() => {
        const proof = findProof.get({ tokenHash, now });
        const change = proof && find.get({ accountId: proof.accountId, now });
        return change && { proof, change };
      }),
    findFormer: (tokenHash, now) => read(() => findFormer.get({ tokenHash, now })),
    findReserved: (emailKey, now) => read(() => findReserved.get({ emailKey, now })),
  };
}

type Asks = Pick<EmailChangeStore, 'ask' | 'askAgain' | 'cancel'>;

function askForChanges({ connection, write }: Sqlite['writer']): Asks {
  const replace = prepare(
    connection,
    `insert into email_changes (account_id, email, email_key, sign_in_epoch, asked_at, expires_at)
     values ($accountId, $email, $emailKey, $signInEpoch, $askedAt, $expiresAt)
     on conflict (account_id) do update set
       email = excluded.email, email_key = excluded.email_key, sign_in_epoch = excluded.sign_in_epoch,
       asked_at = iif(expires_at > excluded.asked_at and sign_in_epoch = excluded.sign_in_epoch,
         asked_at, excluded.asked_at),
       expires_at = excluded.expires_at`,
  );
  const extend = prepare(
    connection,
    `update email_changes set expires_at = $expiresAt
     where account_id = $accountId and email_key = $emailKey and exists (
       select 1 from ${PENDING} and c.account_id = $accountId)`,
  );
  const endOthers = prepare(
    connection,
    "delete from email_proofs where account_id = $accountId and purpose = 'change' and email_key <> $emailKey",
  );
  const insert = prepare(
    connection,
    `insert into email_proofs (id, account_id, purpose, email_key, token_hash, code_mac, sign_in_epoch, created_at,
       expires_at)
     values ($id, $accountId, 'change', $emailKey, $tokenHash, $codeMac, $signInEpoch, $createdAt, $expiresAt)`,
  );
  const removeOldest = prepare(
    connection,
    `delete from email_proofs where account_id = $accountId and purpose = 'change' and id not in (
       select id from email_proofs where account_id = $accountId and purpose = 'change'
       order by created_at desc, id desc limit ${MAX_PROOFS})`,
  );
  const endChange = prepare(connection, END_CHANGE);
  const endProofs = prepare(
    connection,
    "delete from email_proofs where account_id = $accountId and purpose = 'change'",
  );
  const requireProof = prepareRequireProof(connection);
  const queueMail = prepareQueueMail(connection);
  return {
    ask: async ({ change, proof, mail, notice, session }) => {
      await write(() => {
        requireProof(session);
        replace.run(change);
        endOthers.run(change);
        insert.run(proof);
        removeOldest.run(proof);
        queueMail(mail);
        queueMail(notice);
      });
    },
    askAgain: ({ proof, mail, now }) =>
      write(() => {
        if (extend.run({ ...proof, now }) === 0) return false;
        insert.run(proof);
        removeOldest.run(proof);
        queueMail(mail);
        return true;
      }),
    cancel: (accountId) =>
      write(() => {
        endProofs.run({ accountId });
        return endChange.run({ accountId }) === 1;
      }),
  };
}

function prove({ connection, write }: Sqlite['writer']): EmailChangeStore['prove'] {
  const of = `${PROOFS} and c.account_id = $accountId`;
  const byLink = prepare<EmailChange>(connection, `select c.* from ${of} and p.token_hash = $tokenHash`);
  const byCode = prepare<EmailChange>(
    connection,
    `select c.* from ${of} and p.code_mac = $codeMac and p.wrong_codes < ${MAX_WRONG_CODES}`,
  );
  const countWrong = prepare(
    connection,
    "update email_proofs set wrong_codes = wrong_codes + 1 where account_id = $accountId and purpose = 'change'",
  );
  const accountOf = prepare<Account>(connection, 'select * from accounts where id = $accountId');
  const changeAddress = prepare(
    connection,
    `update accounts set email = $email, email_key = $emailKey, email_verified = 1, email_verified_by = 'mail',
       email_verified_at = $now, updated_at = $now
     where id = $accountId and not exists (select 1 from accounts where email_key = $emailKey and id <> $accountId)
       and not exists (
         select 1 from former_emails
         where email_key = $emailKey and account_id <> $accountId and expires_at > $now)`,
  );
  const reserve = prepare(
    connection,
    `insert into former_emails (id, account_id, email, email_key, token_hash, asked_at, changed_at, expires_at)
     values ($id, $accountId, $email, $emailKey, $tokenHash, $askedAt, $now, $expiresAt)`,
  );
  const ends = [END_CHANGE, 'delete from email_proofs where account_id = $accountId'].map((sql) =>
    prepare(connection, sql),
  );
  const requireProof = prepareRequireProof(connection);
  const queueMail = prepareQueueMail(connection);
  return ({ accountId, by, session, takeBack, isRefused, mail, now }) =>
    write(() => {
      requireProof(session);
      const change =
        'tokenHash' in by
          ? byLink.get({ accountId, tokenHash: by.tokenHash, now })
          : by.codeMacs.map((codeMac) => byCode.get({ accountId, codeMac, now })).find(Boolean);
      const former = change && accountOf.get({ accountId });
      if (!former) {
        if ('codeMacs' in by) countWrong.run({ accountId });
        return 'wrong';
      }
      for (const end of ends) end.run({ accountId });
      if (isRefused?.(change)) return 'email-refused';
      if (changeAddress.run({ ...change, now }) === 0) return 'email-taken';
      if (former.emailVerified) {
        const { email, emailKey } = former;
        reserve.run({ ...takeBack, accountId, email, emailKey, askedAt: change.askedAt, now });
        queueMail(mail && { ...mail, email });
      }
      return 'changed';
    });
}

function takeBack({ connection, write }: Sqlite['writer']): EmailChangeStore['takeBack'] {
  const find = prepare<FormerEmail & { current: string; signInEpoch: number }>(
    connection,
    `select f.*, a.email as current, a.sign_in_epoch from ${FORMER}`,
  );
  const missesFactor = prepare(connection, MISSES_FACTOR);
  const ends = [
    END_CHANGE,
    'delete from email_proofs where account_id = $accountId',
    'delete from one_time_links where account_id = $accountId',
    'delete from former_emails where account_id = $accountId and changed_at >= $changedAt',
    'delete from api_tokens where account_id = $accountId and created_at >= $askedAt',
    'delete from passkeys where account_id = $accountId and created_at >= $askedAt',
    'delete from one_time_codes where account_id = $accountId and created_at >= $askedAt',
    'delete from recovery_codes where account_id = $accountId and created_at >= $askedAt',
    'update one_time_codes set tries_in_row = 0, wrong_in_row = 0 where account_id = $accountId',
    `update connections set generation = generation + 1, answers = '{}', ended_at = $now, ended_by = 'person'
     where account_id = $accountId and ended_at is null and created_at >= $askedAt`,
  ].map((sql) => prepare(connection, sql));
  const restore = prepare<Account>(
    connection,
    `update or ignore accounts set email = $email, email_key = $emailKey, email_verified = 1,
       email_verified_by = 'mail', email_verified_at = $now, updated_at = $now, password_hash = $passwordHash,
       sign_in_epoch = sign_in_epoch + 1, grant_epoch = grant_epoch + 1, device_epoch = device_epoch + 1
     where id = $accountId returning *`,
  );
  const usePasskey = prepareUsePasskey(connection);
  const endSessions = prepareEndSessions(connection);
  const queueMail = prepareQueueMail(connection);
  return ({ tokenHash, passwordHash, factor, rpId, mail, notice, now }) =>
    write(() => {
      const found = find.get({ tokenHash, now });
      if (!found) return undefined;
      const { accountId, email, current } = found;
      const passkey = factor?.passkey;
      const shown = { shown: passkey?.passkeyId ?? 'codes', shownEpoch: factor?.signInEpoch };
      if (missesFactor.get({ ...found, ...shown, rpId })) return 'factor-needed';
      if (passkey && !usePasskey({ ...passkey, accountId, now })) return 'factor-needed';
      const account = restore.get({ ...found, passwordHash, now });
      if (!account) return undefined;
      endSessions({ accountId, now });
      for (const end of ends) end.run({ ...found, now });
      queueMail(mail && { ...mail, email });
      if (current !== email) queueMail(notice && { ...notice, email: current });
      return account;
    });
}
