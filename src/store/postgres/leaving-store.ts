// Leaving accounts on PostgreSQL. Each transaction locks the account's row first, in the order of account-store.ts.
import { AccountInDoubt } from '../../core/email-changes/doubt.ts';
import type { DeletedAccount, KeptAgreement, LeavingStore } from '../../core/leaving/leaving-store.ts';
import { ListOf } from '../statement.ts';
import { lockOperators } from './account-act.ts';
import { removeAccount } from './account-store.ts';
import { deleteBatch } from './delete-batch.ts';
import { findDoubt } from './doubt.ts';
import { END_API_TOKENS, END_LINKS, END_SESSIONS } from './end-access.ts';
import { usePasskey } from './passkey-store.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

/** Condition: the account is leaving, and its person may come back. Takes `accountId` and `signInEpoch`. */
const MAY_RETURN = `
  id = $accountId and sign_in_epoch = $signInEpoch and leaving_since is not null and disabled_at is null`;
const DUE = 'leaving_until <= $now and disabled_at is null';

// Of an operator, with all others: of two that leave at once, one stays. Nothing that belongs to the account, such as
// an application, can be inserted until the transaction ends.
const LOCK = statement(`
  select id from accounts
  where id = $accountId
    or (role = 'operator' and exists (select from accounts where id = $accountId and role = 'operator'))
  order by id for update`);
const OWNS = statement('select 1 from applications where owner_id = $accountId limit 1');
const IS_LAST_OPERATOR = statement(`
  select 1 from accounts where id = $accountId and role = 'operator' and not exists (
    select from accounts where role = 'operator' and id <> $accountId and disabled_at is null and leaving_since is null)`);
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
const REMOVE_KEPT = statement(
  deleteBatch(
    'kept_agreements',
    'application_id, sub',
    'from kept_agreements where ended_at <= $endedBefore order by ended_at',
  ),
);
const REMOVE_RECEIPTS = statement(
  deleteBatch('receipts', 'id', 'from receipts where account_deleted_at <= $endedBefore order by account_deleted_at'),
);
const FIND_KEPT = statement('select * from kept_agreements where application_id = $applicationId and sub = $sub');
const LIST_UNLOGGED = statement(
  'select id, deleted_at from deleted_accounts where not logged order by id limit $limit',
);
const MARK_LOGGED = statement('update deleted_accounts set logged = true where id = any($ids)');
const ADD = statement('insert into deleted_accounts (id, deleted_at) values ($id, $deletedAt) on conflict do nothing');
const UNLIST = statement('delete from deleted_accounts where id = $heirId');
const HEIR = statement(`
  select id as heir_id from accounts a
  where role = 'operator' and disabled_at is null and leaving_since is null
  order by exists (select from deleted_accounts d where d.id = a.id), created_at, id limit 1`);
const INHERIT = statement(`
  update applications set owner_id = $heirId, updated_at = greatest($now, updated_at + 1), version = version + 1
  where owner_id = $id`);
const END_MEMBERSHIP = statement(`
  delete from application_members
  where account_id = $heirId and application_id in (select id from applications where owner_id = $heirId)`);
const COUNT = statement(`
  select count(*) as leaving, count(*) filter (where ${DUE}) as overdue
  from accounts where leaving_until is not null`);

export const createLeavingStore = ({ read, write, transaction }: Postgres): LeavingStore => ({
  leave: ({ accountId, until, proof, mail, now }) =>
    transaction(async (run) => {
      await run(LOCK, { accountId });
      await requireProof(run, proof);
      const doubt = await findDoubt(run, { accountId, now });
      if (doubt && (until ?? 0) < doubt.expiresAt) throw new AccountInDoubt(doubt.expiresAt);
      if ((await run(OWNS, { accountId })).count > 0) return 'owns-applications';
      if ((await run(IS_LAST_OPERATOR, { accountId })).count > 0) return 'last-operator';
      if (until === undefined) {
        await removeAccount(run, { id: accountId, now });
      } else {
        await run(LEAVE, { accountId, until, now });
        await run(END_SESSIONS, { accountId, keepSessionId: undefined, now });
        for (const end of ENDS) await run(end, { accountId });
      }
      await queueMail(run, mail);
      return 'done';
    }),
  admit: ({ accountId, signInEpoch, passkey, now }) =>
    transaction(async (run) => {
      if ((await run(LOCK_RETURNING, { accountId, signInEpoch })).count === 0) return false;
      return passkey === undefined || usePasskey(run, { ...passkey, accountId, now });
    }),
  restore: ({ accountId, signInEpoch, mail }) =>
    transaction(async (run) => {
      if ((await run(RESTORE, { accountId, signInEpoch })).count === 0) return false;
      await queueMail(run, mail);
      return true;
    }),
  endDue: ({ now, limit }) =>
    transaction(async (run) => {
      const { rows } = await run<{ id: string }>(LOCK_DUE, { now, limit });
      for (const { id } of rows) await removeAccount(run, { id, now });
      return rows.length;
    }),
  // Dead rows are the work of autovacuum.
  erase: async () => true,
  findKept: async (applicationId, sub) => (await read<KeptAgreement>(FIND_KEPT, { applicationId, sub }))[0],
  removeKept: async (old) => (await write(REMOVE_KEPT, old)).count + (await write(REMOVE_RECEIPTS, old)).count,
  listUnlogged: async (limit) => read<DeletedAccount>(LIST_UNLOGGED, { limit }),
  markLogged: async (ids) => {
    await write(MARK_LOGGED, { ids: new ListOf(ids) });
  },
  deleteAgain: (listed, now) =>
    transaction(async (run) => {
      await lockOperators(run);
      for (const one of listed) await run(ADD, one);
      const [heir] = (await run<{ heirId: string }>(HEIR)).rows;
      const going = listed.filter(({ id }) => id !== heir?.heirId);
      const keptOperator = going.length < listed.length ? heir?.heirId : undefined;
      if (heir) {
        if (keptOperator !== undefined) await run(UNLIST, heir);
        for (const { id } of going) await run(INHERIT, { ...heir, id, now });
        await run(END_MEMBERSHIP, heir);
      }
      let count = 0;
      for (const { id } of going) if (await removeAccount(run, { id, now })) count += 1;
      return { count, keptOperator };
    }),
  count: async (now) =>
    (await read<{ leaving: number; overdue: number }>(COUNT, { now }))[0] ?? { leaving: 0, overdue: 0 },
});
