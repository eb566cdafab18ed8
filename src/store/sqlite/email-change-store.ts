// Changes of the address on SQLite. The writer's transaction has the database to itself: nothing changes between the
// statements of an intent.
import type { Account } from '../../core/accounts/account.ts';
import { requireMayChange } from '../../core/email-changes/doubt.ts';
import type { EmailChange, FormerEmail } from '../../core/email-changes/email-change.ts';
import type { EmailChangeStore } from '../../core/email-changes/email-change-store.ts';
import { ConfirmationNeeded } from '../../core/sessions/session-proof.ts';
import { type EmailProof, MAX_PROOFS, MAX_WRONG_CODES } from '../../core/verification/email-proof.ts';
import { prepareFindDoubt } from './doubt.ts';
import { prepareKeepSession } from './keep-session.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';
import { addLink, FORMER, prepareEndDoubt, prepareRemoveFactors, takeBack } from './take-back.ts';

/** Changes `c` that are pending, of accounts `a`. */
const PENDING = `
  email_changes c join accounts a on a.id = c.account_id and a.sign_in_epoch = c.sign_in_epoch
  where c.expires_at > $now and a.disabled_at is null`;

/** Pending changes with their proofs `p` that can be used. */
const PROOFS = `
  email_changes c join accounts a on a.id = c.account_id and a.sign_in_epoch = c.sign_in_epoch
    join email_proofs p on p.account_id = c.account_id and p.purpose = 'change' and p.email_key = c.email_key
  where c.expires_at > $now and p.expires_at > $now and a.disabled_at is null`;

/** Takes `accountId`. */
const END_CHANGE = 'delete from email_changes where account_id = $accountId';

export const createEmailChangeStore = ({ writer, reader }: Sqlite): EmailChangeStore => ({
  ...readChanges(reader),
  ...askForChanges(writer),
  prove: prove(writer),
  takeBack: takeBack(writer),
  addLink: addLink(writer),
});

type Reads = Pick<EmailChangeStore, 'find' | 'findProof' | 'findFormer' | 'findReserved' | 'findDoubt'>;

function readChanges({ connection, read }: Sqlite['reader']): Reads {
  const find = prepare<EmailChange>(connection, `select c.* from ${PENDING} and c.account_id = $accountId`);
  const findProof = prepare<EmailProof>(connection, `select p.* from ${PROOFS} and p.token_hash = $tokenHash`);
  const findFormer = prepare<FormerEmail>(connection, `select f.* from ${FORMER}`);
  const findReserved = prepare<FormerEmail>(
    connection,
    'select * from former_emails where email_key = $emailKey and expires_at > $now order by changed_at limit 1',
  );
  const findDoubt = prepareFindDoubt(connection);
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
    findDoubt: (accountId, now) => read(() => findDoubt({ accountId, now })),
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
  const findDoubt = prepareFindDoubt(connection);
  const queueMail = prepareQueueMail(connection);
  return {
    ask: async ({ change, proof, mail, notice, session }) => {
      await write(() => {
        requireProof(session);
        requireMayChange(change, findDoubt({ accountId: change.accountId, now: proof.createdAt }));
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
  const findDoubt = prepareFindDoubt(connection);
  const keepSession = prepareKeepSession(connection);
  const endDoubt = prepareEndDoubt(connection);
  const removeFactors = prepareRemoveFactors(connection);
  const queueMail = prepareQueueMail(connection);
  return ({ accountId, by, session, takeBack, isRefused, mail, back, now }) =>
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
      const before = findDoubt({ accountId, now });
      requireMayChange(change, before);
      for (const end of ends) end.run({ accountId });
      if (!before && isRefused?.(change)) return 'email-refused';
      if (changeAddress.run({ ...change, now }) === 0) return 'email-taken';
      const { email, emailKey } = former;
      if (before) {
        if (!keepSession({ accountId, ...back, endGrants: true })) throw new ConfirmationNeeded();
        endDoubt({ accountId, askedAt: before.askedAt, keepSessionId: back.keep.id, now });
        removeFactors({ ...before, remove: back.remove });
        queueMail(back.notice && { ...back.notice, email });
        return 'changed-back';
      }
      if (former.emailVerified) {
        reserve.run({ ...takeBack, accountId, email, emailKey, askedAt: change.askedAt, now });
        queueMail(mail && { ...mail, email });
      }
      return 'changed';
    });
}
