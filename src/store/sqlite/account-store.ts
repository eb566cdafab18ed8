// Accounts on SQLite.

import { type Account, ORIGINS, type Profile } from '../../core/accounts/account.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import { STATUS, searchAccounts } from '../nouns/account-search.ts';
import { INSERT_ACCOUNT as INSERTED, NOT_RESERVED } from '../nouns/insert-account.ts';
import { textForSqlite } from '../statement.ts';
import { prepareKeepAnOperator, prepareRequireMayAct, prepareRequireMayCreate } from './account-act.ts';
import { writeEmails } from './account-emails.ts';
import { prepareSetDisabled, prepareSetRole } from './account-state.ts';
import { prepareInsertAgreements } from './agreement-store.ts';
import { prepareChangeAccount } from './change-account.ts';
import { sqliteBase } from './drive.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareLeaveApplications } from './hand-over.ts';
import { prepareKeepSession } from './keep-session.ts';
import { prepareFirstPasskey } from './passkey-store.ts';
import { prepareQueueMail, prepareTellOperators } from './queue-mail.ts';
import { prepareRemoveAccount } from './remove-account.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export const INSERT_ACCOUNT = textForSqlite(INSERTED.postgres);

export function createAccountStore({ writer, reader }: Sqlite): AccountStore {
  return {
    ...readAccounts(reader),
    ...searchAccounts(sqliteBase({ writer, reader })),
    ...writeAccounts(writer),
    ...writePasswords(writer),
    ...writeEmails(writer),
  };
}

type Reads = Pick<
  AccountStore,
  | 'find'
  | 'findByEmailKey'
  | 'listKeysBeyondAscii'
  | 'listAddressesBeyondAscii'
  | 'list'
  | 'operatorExists'
  | 'countUnverified'
>;

function readAccounts({ connection, read }: Sqlite['reader']): Reads {
  const find = prepare<Account>(connection, 'select * from accounts where id = $id');
  const findByEmailKey = prepare<Account>(connection, 'select * from accounts where email_key = $emailKey');
  const beyondAscii = prepare<Pick<Account, 'id' | 'email' | 'emailKey'>>(
    connection,
    `select id, email, email_key from accounts
     where email_key glob '*[^ -~]*' and id > $afterId order by id limit $limit`,
  );
  const addressesBeyondAscii = prepare<Pick<Account, 'id' | 'email'>>(
    connection,
    "select id, email from accounts where email glob '*[^ -~]*' and id > $afterId order by id limit $limit",
  );
  const list = prepare<Account>(
    connection,
    `select * from accounts
     where id > $afterId and ($role is null or role = $role)
       and ($disabled is null or (disabled_at is not null) = $disabled) and ($status is null or ${STATUS} = $status)
       and ($text is null or instr(email, $text) > 0 or instr(email_key, $key) > 0)
     order by id limit $limit`,
  );
  const operator = prepare(connection, "select 1 from accounts where role = 'operator' limit 1");
  // One query for each origin, so that each uses the index.
  const countUnverified = prepare<{ count: number }>(
    connection,
    'select count(*) as count from accounts where email_verified = 0 and origin = $origin',
  );

  return {
    find: (id) => read(() => find.get({ id })),
    findByEmailKey: (emailKey) => read(() => findByEmailKey.get({ emailKey })),
    listKeysBeyondAscii: (page) => read(() => beyondAscii.all(page)),
    listAddressesBeyondAscii: (page) => read(() => addressesBeyondAscii.all(page)),
    list: ({ afterId = '', limit, filter: { email, role, status, disabled } = {} }) =>
      read(() => list.all({ afterId, limit, role, status, disabled, text: email?.text, key: email?.key })),
    operatorExists: () => read(() => operator.get() !== undefined),
    countUnverified: () =>
      read(() => new Map(ORIGINS.map((origin) => [origin, countUnverified.get({ origin })?.count ?? 0]))),
  };
}

type Writes = Pick<
  AccountStore,
  'insert' | 'insertWithPasskey' | 'renewEmailKey' | 'saveProfile' | 'setRole' | 'setDisabled' | 'change' | 'remove'
>;

function writeAccounts({ connection, write }: Sqlite['writer']): Writes {
  const insert = prepare(connection, INSERT_ACCOUNT);
  const isTaken = prepare(
    connection,
    `select 1 where exists (select 1 from accounts where email_key = $emailKey)
       or not (${NOT_RESERVED.replace('$now', '$createdAt')})`,
  );
  const first = prepareFirstPasskey(connection);
  const insertAgreements = prepareInsertAgreements(connection);
  // `or ignore`: changes nothing when another account has the key.
  const renewKey = prepare(
    connection,
    'update or ignore accounts set email_key = $to where id = $id and email_key = $from',
  );
  const renewInvitations = prepare(
    connection,
    'update or ignore invitations set email_key = $to where email_key = $from',
  );
  const profileOf = prepare<{ profile: Profile }>(connection, 'select profile from accounts where id = $id');
  const saveProfile = prepare(connection, 'update accounts set profile = $profile, updated_at = $now where id = $id');
  const requireProof = prepareRequireProof(connection);
  const requireMayAct = prepareRequireMayAct(connection);
  const requireMayCreate = prepareRequireMayCreate(connection);
  const tellOperators = prepareTellOperators(connection);
  const keepAnOperator = prepareKeepAnOperator(connection);
  const leaveApplications = prepareLeaveApplications(connection);
  const setRole = prepareSetRole(connection);
  const setDisabled = prepareSetDisabled(connection);
  const change = prepareChangeAccount(connection);
  const remove = prepareRemoveAccount(connection);

  return {
    insert: (account, agreed = [], by = undefined, tell = undefined) =>
      write(() => {
        requireMayCreate({ by, role: account.role, now: account.createdAt });
        if (insert.run(account) === 0) return 'email-taken';
        insertAgreements({ accountId: account.id, agreed, now: account.createdAt });
        tellOperators(tell);
        return 'created';
      }),
    insertWithPasskey: (account, agreed, given) =>
      write(() => {
        if (isTaken.get(account)) return 'email-taken';
        if (!first.mayInsert(given)) return 'passkey-refused';
        insert.run(account);
        first.insert(given.passkey);
        insertAgreements({ accountId: account.id, agreed, now: account.createdAt });
        return 'created';
      }),
    renewEmailKey: (key) =>
      write(() => {
        if (renewKey.run(key) === 0) return false;
        renewInvitations.run(key);
        return true;
      }),
    saveProfile: (id, values, now, proof) =>
      write(() => {
        requireProof(proof);
        const current = profileOf.get({ id });
        // JSON omits undefined members, which removes their values.
        return current !== undefined && saveProfile.run({ id, profile: { ...current.profile, ...values }, now }) === 1;
      }),
    setRole: (id, role, now, from, by, tell) => write(() => setRole({ id, role, now, from, by, tell }) !== false),
    setDisabled: (id, disabled, now, by) => write(() => setDisabled({ id, disabled, now, by })),
    change: (changes, caller) => write(() => change(changes, caller)),
    remove: (id, now, by, handOver) =>
      write(() => {
        requireMayAct({ by, accountId: id, now });
        keepAnOperator(id);
        const handedOver = leaveApplications({ accountId: id, handOver, actor: by?.caller, now });
        return remove({ id, now }) && (handedOver ?? true);
      }),
  };
}

function writePasswords({
  connection,
  write,
}: Sqlite['writer']): Pick<AccountStore, 'changePassword' | 'rehashPassword'> {
  // `keepSession` raised the number. Naming it tells the trigger that this hash is of another password.
  const change = prepare(
    connection,
    'update accounts set password_hash = $toHash, sign_in_epoch = sign_in_epoch where id = $accountId',
  );
  const rehash = prepare(
    connection,
    'update accounts set password_hash = $toHash where id = $accountId and password_hash = $fromHash',
  );
  const endSessions = prepareEndSessions(connection);
  const keepSession = prepareKeepSession(connection);
  const requireProof = prepareRequireProof(connection);
  const queueMail = prepareQueueMail(connection);

  return {
    changePassword: (input) =>
      write(() => {
        if (!keepSession(input)) return false;
        requireProof(input.proof);
        endSessions({ accountId: input.accountId, exceptId: input.keep.id, now: input.now });
        change.run(input);
        queueMail(input.mail);
        return true;
      }),
    rehashPassword: async (accountId, fromHash, toHash) => {
      await write(() => rehash.run({ accountId, fromHash, toHash }));
    },
  };
}
