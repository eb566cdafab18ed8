// Leaving accounts. Each intent locks the account's row first.

import type { DeletedAccount, KeptAgreement, LeavingStore } from '../../core/operating/leaving/leaving-store.ts';
import { AccountInDoubt } from '../../core/people/email-changes/doubt.ts';
import { type Base, count, lock, row, rows } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { lockOperators } from './account-act.ts';
import { removeBatch } from './delete-batch.ts';
import { findDoubt } from './doubt.ts';
import { END_API_TOKENS, END_LINKS } from './end-access.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { usePasskey } from './passkey-store.ts';
import { queueMail } from './queue-mail.ts';
import { removeAccount } from './remove-account.ts';
import { requireProof } from './session-proof.ts';

export const DELETED_ACCOUNTS = table('deleted_accounts', 'id', {
  text: 'id',
  boolean: 'logged',
  integer: 'deleted_at',
});

/** Condition: the account is leaving, and its person may come back. Takes `accountId` and `signInEpoch`. */
const MAY_RETURN = `
  id = $accountId and sign_in_epoch = $signInEpoch and leaving_since is not null and disabled_at is null`;
const DUE = 'leaving_until <= $now and disabled_at is null';

// Of an operator, with all others: of two that leave at once, one stays. Nothing that belongs to the account, such as
// an application, can be inserted until the transaction ends.
const LOCK = statement(`
  select id from accounts
  where id = $accountId
    or (role = 'operator' and exists (select 1 from accounts where id = $accountId and role = 'operator'))
  order by id for update`);
const OWNS = statement('select 1 from applications where owner_id = $accountId limit 1');
const IS_LAST_OPERATOR = statement(`
  select 1 from accounts where id = $accountId and role = 'operator' and not exists (
    select 1 from accounts where role = 'operator' and id <> $accountId and disabled_at is null and leaving_since is null)`);
const LEAVE = statement(`
  update accounts set leaving_since = $now, leaving_until = $until, sign_in_epoch = sign_in_epoch + 1,
    grant_epoch = grant_epoch + 1
  where id = $accountId`);
const ENDS = [
  END_API_TOKENS,
  END_LINKS,
  ...['email_proofs', 'email_changes'].map((table) => statement(`delete from ${table} where account_id = $accountId`)),
];

const LOCK_RETURNING = statement(`select 1 from accounts where ${MAY_RETURN} for no key update`);
const RESTORE = statement(`update accounts set leaving_since = null, leaving_until = null where ${MAY_RETURN}`);

// An account that somebody acts on at this moment comes with a later step.
const LOCK_DUE = statement(`
  select id from accounts where ${DUE} order by leaving_until limit $limit for update skip locked`);
const REMOVE_KEPT = removeBatch(
  'kept_agreements',
  'application_id, sub',
  'from kept_agreements where ended_at <= $endedBefore order by ended_at',
);
const REMOVE_RECEIPTS = removeBatch(
  'receipts',
  'id',
  'from receipts where account_deleted_at <= $endedBefore order by account_deleted_at',
);
const FIND_KEPT = statement('select * from kept_agreements where application_id = $applicationId and sub = $sub');
// Each finds its index of the unlogged ones by the condition as it was made with.
const listUnlogged = (where: string): string =>
  `select id, deleted_at from deleted_accounts where ${where} order by id limit $limit`;
const LIST_UNLOGGED = statement({
  postgres: listUnlogged('not logged'),
  sqlite: listUnlogged("logged = 0 and id > ''"),
});
const MARK_LOGGED = statement('update deleted_accounts set logged = true where id = any($ids)');
const ADD = statement('insert into deleted_accounts (id, deleted_at) values ($id, $deletedAt) on conflict do nothing');
const UNLIST = statement('delete from deleted_accounts where id = $heirId');
const HEIR = statement(`
  select id as heir_id from accounts a
  where role = 'operator' and disabled_at is null and leaving_since is null
  order by exists (select 1 from deleted_accounts d where d.id = a.id), created_at, id limit 1`);
const INHERIT = statement(`
  update applications set owner_id = $heirId, updated_at = greatest($now, updated_at + 1), version = version + 1
  where owner_id = $id`);
const END_MEMBERSHIP = statement(`
  delete from application_members
  where account_id = $heirId and application_id in (select id from applications where owner_id = $heirId)`);
const COUNT = statement(`
  select count(*) as leaving, count(*) filter (where ${DUE}) as overdue
  from accounts where leaving_until is not null`);

export const createLeavingStore = (base: Base): LeavingStore => ({
  leave: ({ accountId, until, proof, mail, now }) =>
    base.write(function* () {
      yield* lock(LOCK, { accountId });
      yield* requireProof(proof);
      const doubt = yield* findDoubt({ accountId, now });
      if (doubt && (until ?? 0) < doubt.expiresAt) throw new AccountInDoubt(doubt.expiresAt);
      if ((yield* count(OWNS, { accountId })) > 0) return 'owns-applications';
      if ((yield* count(IS_LAST_OPERATOR, { accountId })) > 0) return 'last-operator';
      if (until === undefined) {
        yield* removeAccount({ id: accountId, now });
      } else {
        yield* count(LEAVE, { accountId, until, now });
        yield* count(END_SESSIONS, { accountId, keepSessionId: undefined, now });
        for (const end of ENDS) yield* count(end, { accountId });
      }
      yield* queueMail(mail);
      return 'done';
    }),
  admit: ({ accountId, signInEpoch, passkey, now }) =>
    base.write(function* () {
      if ((yield* count(LOCK_RETURNING, { accountId, signInEpoch })) === 0) return false;
      return passkey === undefined || (yield* usePasskey({ ...passkey, accountId, now }));
    }),
  restore: ({ accountId, signInEpoch, mail }) =>
    base.write(function* () {
      if ((yield* count(RESTORE, { accountId, signInEpoch })) === 0) return false;
      yield* queueMail(mail);
      return true;
    }),
  endDue: ({ now, limit }) =>
    base.write(function* () {
      const due = yield* rows<{ id: string }>(LOCK_DUE, { now, limit });
      for (const { id } of due) yield* removeAccount({ id, now });
      return due.length;
    }),
  erase: base.erase,
  findKept: (applicationId, sub) => base.row<KeptAgreement>(FIND_KEPT, { applicationId, sub }),
  removeKept: async (old) => (await base.change(REMOVE_KEPT, old)) + (await base.change(REMOVE_RECEIPTS, old)),
  listUnlogged: (limit) => base.rows<DeletedAccount>(LIST_UNLOGGED, { limit }),
  markLogged: async (ids) => {
    await base.change(MARK_LOGGED, { ids: new ListOf(ids) });
  },
  deleteAgain: (listed, now) =>
    base.write(function* () {
      yield* lockOperators();
      for (const one of listed) yield* count(ADD, one);
      const heir = yield* row<{ heirId: string }>(HEIR);
      const going = listed.filter(({ id }) => id !== heir?.heirId);
      const keptOperator = going.length < listed.length ? heir?.heirId : undefined;
      if (heir) {
        if (keptOperator !== undefined) yield* count(UNLIST, heir);
        for (const { id } of going) yield* count(INHERIT, { ...heir, id, now });
        yield* count(END_MEMBERSHIP, heir);
      }
      let deleted = 0;
      for (const { id } of going) if (yield* removeAccount({ id, now })) deleted += 1;
      return { count: deleted, keptOperator };
    }),
  count: async (now) =>
    (await base.row<{ leaving: number; overdue: number }>(COUNT, { now })) ?? { leaving: 0, overdue: 0 },
});
