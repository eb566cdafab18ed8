// Changes of the address. The account's row is locked before everything else: of several callers, one finds what the
// others spend.
import type { Account } from '../../core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../core/ground/acts/session-proof.ts';
import { requireMayChange } from '../../core/people/email-changes/doubt.ts';
import type { EmailChange, FormerEmail } from '../../core/people/email-changes/email-change.ts';
import type { EmailChangeStore } from '../../core/people/email-changes/email-change-store.ts';
import { type EmailProof, MAX_PROOFS, MAX_WRONG_CODES } from '../../core/people/verification/email-proof.ts';
import { type Base, count, lock, row } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { FIND_DOUBT, findDoubt } from './doubt.ts';
import { keepSession } from './keep-session.ts';
import { queueMail } from './queue-mail.ts';
import { requireProof } from './session-proof.ts';
import {
  addLink,
  END_CHANGE,
  END_PROOFS,
  endDoubt,
  FIND_FORMER,
  LOCK_ACCOUNT,
  removeFactors,
  takeBack,
} from './take-back.ts';

export const EMAIL_CHANGES = table('email_changes', 'account_id', {
  text: 'account_id email email_key',
  integer: 'sign_in_epoch asked_at expires_at',
});
export const FORMER_EMAILS = table('former_emails', 'id', {
  text: 'id account_id email email_key',
  bytes: 'token_hash',
  integer: 'asked_at changed_at expires_at',
});

/** Changes `c` that are pending, of accounts `a`. */
const PENDING = `
  email_changes c join accounts a on a.id = c.account_id and a.sign_in_epoch = c.sign_in_epoch
  where c.expires_at > $now and a.disabled_at is null`;

/** Pending changes with their proofs `p` that can be used. */
const PROOFS = `
  email_changes c join accounts a on a.id = c.account_id and a.sign_in_epoch = c.sign_in_epoch
    join email_proofs p on p.account_id = c.account_id and p.purpose = 'change' and p.email_key = c.email_key
  where c.expires_at > $now and p.expires_at > $now and a.disabled_at is null`;

const FIND = statement(`select c.* from ${PENDING} and c.account_id = $accountId`);
const FIND_PROOF = statement(`select p.* from ${PROOFS} and p.token_hash = $tokenHash`);
const FIND_RESERVED = statement(`
  select * from former_emails where email_key = $emailKey and expires_at > $now order by changed_at limit 1`);

const REPLACE = statement(`
  insert into email_changes as c (account_id, email, email_key, sign_in_epoch, asked_at, expires_at)
  values ($accountId, $email, $emailKey, $signInEpoch, $askedAt, $expiresAt)
  on conflict (account_id) do update set
    email = excluded.email, email_key = excluded.email_key, sign_in_epoch = excluded.sign_in_epoch,
    asked_at = case when c.expires_at > excluded.asked_at and c.sign_in_epoch = excluded.sign_in_epoch
      then c.asked_at else excluded.asked_at end,
    expires_at = excluded.expires_at`);
const EXTEND = statement(`
  update email_changes set expires_at = $expiresAt
  where account_id = $accountId and email_key = $emailKey and exists (
    select 1 from ${PENDING} and c.account_id = $accountId)`);
const END_OTHER_PROOFS = statement(
  "delete from email_proofs where account_id = $accountId and purpose = 'change' and email_key <> $emailKey",
);
const INSERT_PROOF = statement(`
  insert into email_proofs (id, account_id, purpose, email_key, token_hash, code_mac, sign_in_epoch, created_at,
    expires_at)
  values ($id, $accountId, 'change', $emailKey, $tokenHash, $codeMac, $signInEpoch, $createdAt, $expiresAt)`);
const REMOVE_OLDEST = statement(`
  delete from email_proofs where account_id = $accountId and purpose = 'change' and id in (
    select id from email_proofs where account_id = $accountId and purpose = 'change'
    order by created_at desc, id desc limit all offset ${MAX_PROOFS})`);
const END_PROOFS_OF_CHANGE = statement("delete from email_proofs where account_id = $accountId and purpose = 'change'");

const BY_LINK = statement(`select c.* from ${PROOFS} and c.account_id = $accountId and p.token_hash = $tokenHash`);
const BY_CODE = statement(`
  select c.* from ${PROOFS} and c.account_id = $accountId and p.code_mac = any($codeMacs::bytea[])
    and p.wrong_codes < ${MAX_WRONG_CODES}`);
const COUNT_WRONG = statement(
  "update email_proofs set wrong_codes = wrong_codes + 1 where account_id = $accountId and purpose = 'change'",
);
const CHANGE_ADDRESS = statement(`
  update accounts set email = $email, email_key = $emailKey, email_verified = true, email_verified_by = 'mail',
    email_verified_at = $now, updated_at = $now
  where id = $accountId and not exists (select 1 from accounts where email_key = $emailKey and id <> $accountId)
    and not exists (
      select 1 from former_emails where email_key = $emailKey and account_id <> $accountId and expires_at > $now)`);
const RESERVE = statement(`
  insert into former_emails (id, account_id, email, email_key, token_hash, asked_at, changed_at, expires_at)
  values ($id, $accountId, $email, $emailKey, $tokenHash, $askedAt, $now, $expiresAt)`);

export const createEmailChangeStore = (base: Base): EmailChangeStore => ({
  ...readChanges(base),
  ...askForChanges(base),
  prove: (input) => prove(base, input),
  takeBack: (input) => takeBack(base, input),
  addLink: (input) => addLink(base, input),
});

type Reads = Pick<EmailChangeStore, 'find' | 'findProof' | 'findFormer' | 'findReserved' | 'findDoubt'>;

const readChanges = (base: Base): Reads => ({
  find: (accountId, now) => base.row<EmailChange>(FIND, { accountId, now }),
  findProof: (tokenHash, now) =>
    base.read(function* () {
      const proof = yield* row<EmailProof>(FIND_PROOF, { tokenHash, now });
      const change = proof && (yield* row<EmailChange>(FIND, { accountId: proof.accountId, now }));
      return change?.emailKey === proof?.emailKey ? change && proof && { proof, change } : undefined;
    }),
  findFormer: (tokenHash, now) => base.row<FormerEmail>(FIND_FORMER, { tokenHash, now }),
  findDoubt: (accountId, now) => base.row<FormerEmail>(FIND_DOUBT, { accountId, now }),
  findReserved: (emailKey, now) => base.row<FormerEmail>(FIND_RESERVED, { emailKey, now }),
});

type Asks = Pick<EmailChangeStore, 'ask' | 'askAgain' | 'cancel'>;

const askForChanges = (base: Base): Asks => ({
  ask: ({ change, proof, mail, notice, session }) =>
    base.write(function* () {
      yield* lock(LOCK_ACCOUNT, change);
      yield* requireProof(session);
      requireMayChange(change, yield* findDoubt({ accountId: change.accountId, now: proof.createdAt }));
      yield* count(REPLACE, change);
      yield* count(END_OTHER_PROOFS, change);
      yield* count(INSERT_PROOF, proof);
      yield* count(REMOVE_OLDEST, proof);
      yield* queueMail(mail);
      yield* queueMail(notice);
    }),
  askAgain: ({ proof, mail, now }) =>
    base.write(function* () {
      yield* lock(LOCK_ACCOUNT, proof);
      if ((yield* count(EXTEND, { ...proof, now })) === 0) return false;
      yield* count(INSERT_PROOF, proof);
      yield* count(REMOVE_OLDEST, proof);
      yield* queueMail(mail);
      return true;
    }),
  cancel: (accountId) =>
    base.write(function* () {
      yield* lock(LOCK_ACCOUNT, { accountId });
      const ended = yield* count(END_CHANGE, { accountId });
      yield* count(END_PROOFS_OF_CHANGE, { accountId });
      return ended === 1;
    }),
});

const prove = (
  base: Base,
  { accountId, by, session, takeBack: link, isRefused, mail, back, now }: Parameters<EmailChangeStore['prove']>[0],
): ReturnType<EmailChangeStore['prove']> =>
  base
    .write(function* () {
      const former = yield* row<Account>(LOCK_ACCOUNT, { accountId });
      yield* requireProof(session);
      const change =
        'tokenHash' in by
          ? yield* row<EmailChange>(BY_LINK, { accountId, tokenHash: by.tokenHash, now })
          : yield* row<EmailChange>(BY_CODE, { accountId, codeMacs: new ListOf(by.codeMacs), now });
      if (!change || !former) {
        if ('codeMacs' in by) yield* count(COUNT_WRONG, { accountId });
        return 'wrong';
      }
      const before = yield* findDoubt({ accountId, now });
      requireMayChange(change, before);
      yield* count(END_CHANGE, { accountId });
      yield* count(END_PROOFS, { accountId });
      if (!before && isRefused?.(change)) return 'email-refused';
      if ((yield* count(CHANGE_ADDRESS, { ...change, now })) === 0) return 'email-taken';
      const { email, emailKey } = former;
      if (before) {
        if (!(yield* keepSession({ accountId, ...back, endGrants: true }))) throw new ConfirmationNeeded();
        yield* endDoubt({ accountId, askedAt: before.askedAt, keepSessionId: back.keep.id, now });
        yield* removeFactors({ ...before, remove: back.remove });
        yield* queueMail(back.notice && { ...back.notice, email });
        return 'changed-back';
      }
      if (former.emailVerified) {
        yield* count(RESERVE, { ...link, accountId, email, emailKey, askedAt: change.askedAt, now });
        yield* queueMail(mail && { ...mail, email });
      }
      return 'changed' as const;
    })
    .catch((error: unknown) => {
      // Another account took the address at the same moment. The change is still pending, and gets the same answer
      // again.
      if (base.isUniqueViolation(error)) return 'email-taken';
      throw error;
    });
