// Told twice: PostgreSQL writes a batch with one statement for each table, from JSON; SQLite with one for each row.
// Whole accounts on SQLite: imports write them in batches, exports read them in pages.

import type { Account } from '../../core/ground/accounts/account.ts';
import {
  type AccountFileStore,
  type AccountToInsert,
  type CurrentAccount,
  rolesReported,
} from '../../core/operating/account-files/account-file-store.ts';
import { decideUpdate } from '../../core/operating/account-files/decide-update.ts';
import { USERNAME_KEY } from '../../core/people/usernames/username-key.ts';
import { decideImport, type Known, subjectKey, type Taken, type Wanted, wantedBy } from '../decide-import.ts';
import { type AccountRows, gatherAccounts } from '../gather-accounts.ts';
import { insertApiSubjects, takenApiSubjects } from '../nouns/brought-api-subjects.ts';
import { areGroups } from '../nouns/brought-groups.ts';
import { insertPasskey } from '../nouns/first-passkey.ts';
import { followsPolicy } from '../nouns/follows-policy.ts';
import { tellOperators } from '../nouns/queue-mail.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Connection = Sqlite['writer']['connection'];

export const createAccountFileStore = ({ writer, reader }: Sqlite): AccountFileStore => ({
  insert: insertAccounts(writer),
  update: updateAccounts(writer),
  findCurrent: findCurrentAccounts(reader),
  read: readAccounts(reader),
});

function insertAccounts({ connection, write }: Sqlite['writer']): AccountFileStore['insert'] {
  const isKey = prepare(
    connection,
    `select 1 from sealed_values where name = '${USERNAME_KEY}' and sealed = $sealedKey`,
  );
  const findTaken = prepareTaken(connection);
  const insert = prepareInsert(connection);
  const drive = driveOn(connection);
  return (batch, { sealedKey, policyRevision, dryRun = false }) =>
    write(() => {
      const isWithoutKey = dryRun && sealedKey === undefined;
      if (!isWithoutKey && isKey.get({ sealedKey }) === undefined) return 'other-key';
      if (policyRevision !== undefined && !drive(followsPolicy(policyRevision))) return 'other-policy';
      const taken = findTaken(wantedBy(batch), batch[0]?.account.updatedAt ?? 0);
      const decided = batch.map((line) => decideImport(line, taken));
      const stored = dryRun ? [] : decided.flatMap(({ store }) => store ?? []);
      if (!drive(areGroups(stored))) return 'other-groups';
      for (const one of stored) insert(one);
      drive(insertApiSubjects(stored));
      drive(tellOperators(rolesReported(stored)));
      return decided.map(({ result }) => result);
    });
}

function prepareTaken(connection: Connection): (wanted: Wanted, now: number) => Taken {
  const drive = driveOn(connection);
  const addresses = prepare<{ emailKey: string; id: string }>(
    connection,
    'select email_key, id from accounts where email_key in (select value from json_each($emailKeys))',
  );
  const reserved = prepare<{ emailKey: string }>(
    connection,
    `select email_key from former_emails
     where email_key in (select value from json_each($emailKeys)) and expires_at > $now`,
  );
  const names = prepare<{ key: string }>(
    connection,
    `select lower(hex(name_key)) as key from usernames
     where name_key in (select unhex(value) from json_each($nameKeys))`,
  );
  const subjects = prepare<Known>(
    connection,
    `select s.application_id as known_to, s.sub from json_each($subjects) w
       join subjects s on s.application_id = w.value ->> 'knownTo' and s.sub = w.value ->> 'sub'
     union all
     select c.application_id, c.sub from json_each($subjects) w
       join connections c on c.application_id = w.value ->> 'knownTo' and c.sub = w.value ->> 'sub'`,
  );
  const credentials = prepare<{ key: string }>(
    connection,
    `select lower(hex(credential_id)) as key from passkeys
     where credential_id in (select unhex(value) from json_each($credentialIds))`,
  );
  return (wanted, now) => ({
    addresses: new Map(addresses.all(wanted).map(({ emailKey, id }) => [emailKey, id])),
    reservedAddresses: new Set(reserved.all({ ...wanted, now }).map(({ emailKey }) => emailKey)),
    nameKeys: new Set(names.all(wanted).map(({ key }) => key)),
    subjects: new Set([...subjects.all(wanted), ...drive(takenApiSubjects(wanted.subjects))].map(subjectKey)),
    credentialIds: new Set(credentials.all(wanted).map(({ key }) => key)),
  });
}

function prepareInsert(connection: Connection): (line: AccountToInsert) => void {
  const drive = driveOn(connection);
  const insertAccount = prepare(
    connection,
    `insert into accounts (id, email, email_key, email_verified, email_verified_by, email_verified_at, password_hash, role,
       origin, username, username_changes, profile, disabled_at, sign_in_epoch, grant_epoch, created_at, updated_at)
     values ($id, $email, $emailKey, $emailVerified, $emailVerifiedBy, $emailVerifiedAt, $passwordHash, $role,
       $origin, $username, $usernameChanges, $profile, $disabledAt, $signInEpoch, $grantEpoch, $createdAt, $updatedAt)`,
  );
  const insertName = prepare(
    connection,
    'insert into usernames (name_key, account_id, taken_at) values ($nameKey, $id, $updatedAt)',
  );
  const insertUntouched = prepare(connection, 'insert into untouched_imports (account_id) values ($id)');
  const insertCodes = prepare(
    connection,
    `insert into one_time_codes (account_id, sealed_secret, algorithm, digits, period, last_step, tries_in_row,
       last_used_at, created_at, known_since, set_up_behind)
     values ($accountId, $sealedSecret, $algorithm, $digits, $period, $lastStep, $triesInRow, $lastUsedAt, $createdAt,
       $knownSince, $setUpBehind)`,
  );
  const insertRecoveryCode = prepare(
    connection,
    `insert into recovery_codes (account_id, code_hash, used_at, created_at)
     values ($id, $codeHash, $usedAt, $createdAt) on conflict do nothing`,
  );
  const insertAgreement = prepare(
    connection,
    `insert into document_agreements (account_id, document_id, document_version, agreed_at, withdrawn_at)
     values ($id, $documentId, $documentVersion, $agreedAt, $withdrawnAt) on conflict do nothing`,
  );
  const insertSubject = prepare(
    connection,
    'insert into subjects (application_id, sub, account_id) values ($applicationId, $sub, $id)',
  );
  const insertConnection = prepare(
    connection,
    `insert into connections (application_id, account_id, sub, generation, answers, created_at, last_used_at, epoch)
     select $applicationId, $id, $sub, 1, $answers, $createdAt, $lastUsedAt, connection_epoch
     from applications where id = $applicationId`,
  );
  const insertMember = prepare(
    connection,
    `insert into group_members (account_id, group_id, added_at)
     select $id, id, $updatedAt from user_groups where name = $name`,
  );
  return ({ account, nameKey, codes, recoveryCodes, passkeys, agreements, subjects, connections, groups }) => {
    const { id } = account;
    insertAccount.run(account);
    if (nameKey) insertName.run({ ...account, nameKey });
    if (account.passwordHash !== undefined) insertUntouched.run({ id });
    if (codes) insertCodes.run(codes);
    for (const code of recoveryCodes) insertRecoveryCode.run({ ...code, id });
    for (const passkey of passkeys) drive(insertPasskey(passkey));
    for (const agreement of agreements) insertAgreement.run({ ...agreement, id });
    for (const subject of [...subjects, ...connections]) insertSubject.run({ ...subject, id });
    for (const brought of connections) insertConnection.run({ ...brought, id });
    for (const name of groups) insertMember.run({ ...account, name });
  };
}

const prepareCurrent = (connection: Connection) =>
  prepare<CurrentAccount & { id: string }>(
    connection,
    `select id, profile, password_hash, disabled_at is not null as disabled, email_verified,
       exists (select 1 from untouched_imports where account_id = accounts.id) as is_untouched,
       (select json_group_array(p.name) from group_members m join user_groups p on p.id = m.group_id
        where m.account_id = accounts.id) as groups
     from accounts where id in (select value from json_each($ids))`,
    { disabled: 'boolean', is_untouched: 'boolean', groups: 'json' },
  );

const findCurrentAccounts = ({ connection, read }: Sqlite['reader']): AccountFileStore['findCurrent'] => {
  const current = prepareCurrent(connection);
  return (ids) => read(() => new Map(current.all({ ids }).map((one) => [one.id, one])));
};

function updateAccounts({ connection, write }: Sqlite['writer']): AccountFileStore['update'] {
  const current = prepareCurrent(connection);
  const saveProfile = prepare(
    connection,
    'update accounts set profile = $profile, updated_at = $now where id = $accountId',
  );
  const setPassword = prepare(
    connection,
    `update accounts set password_hash = $passwordHash, sign_in_epoch = sign_in_epoch + 1
     where id = $accountId and password_hash <> $passwordHash
       and exists (select 1 from untouched_imports where account_id = $accountId)`,
  );
  const keepUntouched = prepare(connection, 'insert into untouched_imports (account_id) values ($accountId)');
  return (batch, now) =>
    write(() =>
      batch.map((update) => {
        const { accountId, passwordHash } = update;
        const { updated, next } = decideUpdate(current.get({ ids: [accountId] }), update);
        if (updated.profile) saveProfile.run({ accountId, profile: next?.profile, now });
        const password = updated.password && setPassword.run({ accountId, passwordHash }) === 1;
        if (password) keepUntouched.run({ accountId });
        return { ...updated, password };
      }),
    );
}

function readAccounts({ connection, read }: Sqlite['reader']): AccountFileStore['read'] {
  const accounts = prepare<Account>(
    connection,
    'select * from accounts where id > $afterId and leaving_since is null order by id limit $limit',
  );
  const of = <Kind extends keyof AccountRows>(columns: string, from: string, order: string) =>
    prepare<AccountRows[Kind][number]>(
      connection,
      `select ${columns} from ${from} where t.account_id in (select value from json_each($ids)) order by ${order}`,
    );
  const codes = of<'codes'>('t.*', 'one_time_codes t', 't.account_id');
  const recoveryCodes = of<'recoveryCodes'>('t.*', 'recovery_codes t', 't.account_id, code_hash');
  const passkeys = of<'passkeys'>('t.*', 'passkeys t', 't.id');
  const agreements = of<'agreements'>('t.*', 'document_agreements t', 't.account_id, document_id, document_version');
  const live = 't.ended_at is null and t.epoch = a.connection_epoch';
  const connections = of<'connections'>(
    `t.account_id, t.application_id, t.sub, t.answers, t.created_at, t.last_used_at, ${live} as live`,
    'connections t join applications a on a.id = t.application_id',
    't.application_id, t.account_id',
  );
  const subjects = of<'subjects'>(
    't.account_id, t.application_id, t.sub',
    'subjects t join applications a on a.id = t.application_id',
    't.application_id, t.sub',
  );
  const apiSubjects = of<'apiSubjects'>(
    't.account_id, i.resource, t.sub',
    'api_subjects t join apis i on i.id = t.api_id',
    't.account_id, t.api_id',
  );
  const groups = of<'groups'>(
    't.account_id, p.name',
    'group_members t join user_groups p on p.id = t.group_id',
    't.account_id, p.name',
  );
  return (page) =>
    read(() => {
      const list = accounts.all(page);
      const ids = list.map(({ id }) => id);
      return gatherAccounts(list, {
        codes: codes.all({ ids }),
        recoveryCodes: recoveryCodes.all({ ids }),
        passkeys: passkeys.all({ ids }),
        agreements: agreements.all({ ids }),
        connections: connections.all({ ids }),
        subjects: subjects.all({ ids }),
        apiSubjects: apiSubjects.all({ ids }),
        groups: groups.all({ ids }),
      });
    });
}
