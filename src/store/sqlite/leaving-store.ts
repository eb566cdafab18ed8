// Leaving accounts on SQLite.
import { AccountInDoubt } from '../../core/email-changes/doubt.ts';
import type { DeletedAccount, KeptAgreement, LeavingStore } from '../../core/leaving/leaving-store.ts';
import { prepareFindDoubt } from './doubt.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareErasure } from './files/erasure.ts';
import { prepareUsePasskey } from './passkey-store.ts';
import { prepareQueueMail } from './queue-mail.ts';
import { prepareRemoveAccount } from './remove-account.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

/** Condition: the account is leaving, and its person may come back. Takes `accountId` and `signInEpoch`. */
const MAY_RETURN = `
  id = $accountId and sign_in_epoch = $signInEpoch and leaving_since is not null and disabled_at is null`;
const DUE = 'leaving_until <= $now and disabled_at is null';

export const createLeavingStore = ({ writer, reader }: Sqlite): LeavingStore => ({
  leave: leaveAccount(writer),
  ...restoreAccount(writer),
  ...endAccounts(writer),
  ...readLeaving(reader),
});

function leaveAccount({ connection, write }: Sqlite['writer']): LeavingStore['leave'] {
  const owns = prepare(connection, 'select 1 from applications where owner_id = $accountId limit 1');
  const isLastOperator = prepare(
    connection,
    `select 1 from accounts where id = $accountId and role = 'operator' and not exists (
       select 1 from accounts where role = 'operator' and id <> $accountId and disabled_at is null
         and leaving_since is null)`,
  );
  const leave = prepare(
    connection,
    `update accounts set leaving_since = $now, leaving_until = $until, sign_in_epoch = sign_in_epoch + 1,
       grant_epoch = grant_epoch + 1
     where id = $accountId`,
  );
  const ends = ['api_tokens', 'one_time_links', 'email_proofs', 'email_changes'].map((table) =>
    prepare(connection, `delete from ${table} where account_id = $accountId`),
  );
  const requireProof = prepareRequireProof(connection);
  const findDoubt = prepareFindDoubt(connection);
  const endSessions = prepareEndSessions(connection);
  const remove = prepareRemoveAccount(connection);
  const queueMail = prepareQueueMail(connection);
  return (input) =>
    write(() => {
      const { accountId, until, now } = input;
      requireProof(input.proof);
      const doubt = findDoubt({ accountId, now });
      if (doubt && (until ?? 0) < doubt.expiresAt) throw new AccountInDoubt(doubt.expiresAt);
      if (owns.get({ accountId })) return 'owns-applications';
      if (isLastOperator.get({ accountId })) return 'last-operator';
      if (until === undefined) {
        remove({ id: accountId, now });
      } else {
        endSessions({ accountId, now });
        for (const end of ends) end.run({ accountId });
        leave.run({ accountId, until, now });
      }
      queueMail(input.mail);
      return 'done';
    });
}

function restoreAccount({ connection, write }: Sqlite['writer']): Pick<LeavingStore, 'admit' | 'restore'> {
  const mayReturn = prepare(connection, `select 1 from accounts where ${MAY_RETURN}`);
  const restore = prepare(
    connection,
    `update accounts set leaving_since = null, leaving_until = null where ${MAY_RETURN}`,
  );
  const usePasskey = prepareUsePasskey(connection);
  const queueMail = prepareQueueMail(connection);
  return {
    admit: ({ accountId, signInEpoch, passkey, now }) =>
      write(() => {
        if (mayReturn.get({ accountId, signInEpoch }) === undefined) return false;
        return passkey === undefined || usePasskey({ ...passkey, accountId, now });
      }),
    restore: ({ accountId, signInEpoch, mail }) =>
      write(() => {
        if (restore.run({ accountId, signInEpoch }) === 0) return false;
        queueMail(mail);
        return true;
      }),
  };
}

type Ends = Pick<LeavingStore, 'endDue' | 'removeKept' | 'erase' | 'markLogged' | 'deleteAgain'>;

function endAccounts({ connection, write }: Sqlite['writer']): Ends {
  const due = prepare<{ id: string }>(
    connection,
    `select id from accounts where ${DUE} order by leaving_until limit $limit`,
  );
  const removeKept = ['kept_agreements where ended_at', 'receipts where account_deleted_at'].map((kept) =>
    prepare(connection, `delete from ${kept} <= $endedBefore limit $limit`),
  );
  const erase = prepareErasure(connection);
  const markLogged = prepare(
    connection,
    'update deleted_accounts set logged = 1 where id in (select value from json_each($ids))',
  );
  const list = prepare(
    connection,
    'insert into deleted_accounts (id, deleted_at) values ($id, $deletedAt) on conflict do nothing',
  );
  const unlist = prepare(connection, 'delete from deleted_accounts where id = $heirId');
  const heir = prepare<{ heirId: string }>(
    connection,
    `select id as heir_id from accounts a
     where role = 'operator' and disabled_at is null and leaving_since is null
     order by exists (select 1 from deleted_accounts d where d.id = a.id), created_at, id limit 1`,
  );
  const inherit = prepare(
    connection,
    `update applications set owner_id = $heirId, updated_at = max($now, updated_at + 1), version = version + 1
     where owner_id = $id`,
  );
  const endMembership = prepare(
    connection,
    `delete from application_members
     where account_id = $heirId and application_id in (select id from applications where owner_id = $heirId)`,
  );
  const remove = prepareRemoveAccount(connection);
  return {
    endDue: ({ now, limit }) =>
      write(() => {
        const ids = due.all({ now, limit });
        for (const { id } of ids) remove({ id, now });
        return ids.length;
      }),
    // Outside of the writer's transactions: neither a rewrite nor a checkpoint can be in one.
    erase: async () => erase(),
    removeKept: (old) => write(() => removeKept.reduce((count, remove) => count + remove.run(old), 0)),
    markLogged: async (ids) => {
      await write(() => markLogged.run({ ids }));
    },
    deleteAgain: (listed, now) =>
      write(() => {
        for (const deleted of listed) list.run(deleted);
        const to = heir.get();
        const going = listed.filter(({ id }) => id !== to?.heirId);
        const keptOperator = going.length < listed.length ? to?.heirId : undefined;
        if (to) {
          if (keptOperator !== undefined) unlist.run(to);
          for (const { id } of going) inherit.run({ ...to, id, now });
          endMembership.run(to);
        }
        return { count: going.filter(({ id }) => remove({ id, now })).length, keptOperator };
      }),
  };
}

function readLeaving({
  connection,
  read,
}: Sqlite['reader']): Pick<LeavingStore, 'findKept' | 'listUnlogged' | 'count'> {
  const kept = prepare<KeptAgreement>(
    connection,
    'select * from kept_agreements where application_id = $applicationId and sub = $sub',
  );
  const unlogged = prepare<DeletedAccount>(
    connection,
    "select id, deleted_at from deleted_accounts where logged = 0 and id > '' order by id limit $limit",
  );
  const count = prepare<{ leaving: number; overdue: number }>(
    connection,
    `select count(*) as leaving, count(*) filter (where ${DUE}) as overdue
     from accounts where leaving_until is not null`,
  );
  return {
    findKept: (applicationId, sub) => read(() => kept.get({ applicationId, sub })),
    listUnlogged: (limit) => read(() => unlogged.all({ limit })),
    count: (now) => read(() => count.get({ now }) ?? { leaving: 0, overdue: 0 }),
  };
}
