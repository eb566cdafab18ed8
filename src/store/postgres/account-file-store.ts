// Told twice: PostgreSQL writes a batch with one statement for each table, from JSON; SQLite with one for each row.
// Whole accounts on PostgreSQL: imports write them in batches, one statement for each table; exports read them in
// pages.

import type { Account } from '../../core/ground/accounts/account.ts';
import {
  type AccountFileStore,
  type AccountToInsert,
  rolesReported,
} from '../../core/operating/account-files/account-file-store.ts';
import { USERNAME_KEY } from '../../core/people/usernames/username-key.ts';
import { decideImport, type Known, subjectKey, type Taken, type Wanted, wantedBy } from '../decide-import.ts';
import { type AccountRows, gatherAccounts } from '../gather-accounts.ts';
import { snakeNameOf } from '../names.ts';
import { insertApiSubjects, takenApiSubjects } from '../nouns/brought-api-subjects.ts';
import { areGroups } from '../nouns/brought-groups.ts';
import { followsPolicy } from '../nouns/follows-policy.ts';
import { tellOperators } from '../nouns/queue-mail.ts';
import { createAccountUpdates } from './account-file-updates.ts';
import { driveIn } from './drive.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { type Statement, statement } from './statement.ts';
import { isUniqueViolation } from './trouble.ts';

const LOCK_KEY = statement(`
  select 1 from sealed_values where name = '${USERNAME_KEY}' and sealed = $sealedKey for share`);
const listOf = (name: string) => `(select value from json_array_elements_text($${name}::json))`;
const hexOf = (name: string) => `(select decode(value, 'hex') from json_array_elements_text($${name}::json))`;
const TAKEN_ADDRESSES = statement(`select email_key, id from accounts where email_key in ${listOf('emailKeys')}`);
const RESERVED_ADDRESSES = statement(`
  select email_key from former_emails where email_key in ${listOf('emailKeys')} and expires_at > $now`);
const TAKEN_NAMES = statement(`
  select encode(name_key, 'hex') as key from usernames where name_key in ${hexOf('nameKeys')}`);
const WANTED_SUBJECTS = 'json_to_recordset($subjects::json) as w("knownTo" text, sub text)';
const TAKEN_SUBJECTS = statement(`
  select s.application_id as known_to, s.sub from ${WANTED_SUBJECTS}
    join subjects s on s.application_id = w."knownTo" and s.sub = w.sub
  union all
  select c.application_id, c.sub from ${WANTED_SUBJECTS}
    join connections c on c.application_id = w."knownTo" and c.sub = w.sub`);
const TAKEN_CREDENTIALS = statement(`
  select encode(credential_id, 'hex') as key from passkeys where credential_id in ${hexOf('credentialIds')}`);

/** Rows come as JSON, bytes in hexadecimal digits. @param columns each with its type */
function insertRows(table: string, columns: Readonly<Record<string, string>>): Statement {
  const names = Object.keys(columns);
  const values = names.map((name) => (columns[name] === 'bytea' ? `decode(x.${name}, 'hex')` : `x.${name}`));
  const types = names.map((name) => `${name} ${columns[name] === 'bytea' ? 'text' : columns[name]}`);
  return statement(`
    insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from json_to_recordset($rows::json) as x(${types.join(', ')})`);
}

const INSERT_ACCOUNTS = insertRows('accounts', {
  ...{ id: 'text', email: 'text', email_key: 'text', email_verified: 'boolean', email_verified_by: 'text' },
  ...{ email_verified_at: 'bigint', password_hash: 'text', role: 'text', origin: 'text', username: 'text' },
  ...{ username_changes: 'json', profile: 'json', disabled_at: 'bigint', sign_in_epoch: 'bigint' },
  ...{ grant_epoch: 'bigint', created_at: 'bigint', updated_at: 'bigint' },
});
const INSERT_NAMES = insertRows('usernames', { name_key: 'bytea', account_id: 'text', taken_at: 'bigint' });
const INSERT_UNTOUCHED = insertRows('untouched_imports', { account_id: 'text' });
const INSERT_CODES = insertRows('one_time_codes', {
  ...{ account_id: 'text', sealed_secret: 'bytea', algorithm: 'text', digits: 'integer', period: 'integer' },
  ...{ last_step: 'bigint', tries_in_row: 'integer', last_used_at: 'bigint', created_at: 'bigint' },
  ...{ known_since: 'bigint', set_up_behind: 'text' },
});
const INSERT_RECOVERY_CODES = insertRows('recovery_codes', {
  ...{ account_id: 'text', code_hash: 'bytea', used_at: 'bigint', created_at: 'bigint' },
});
const INSERT_PASSKEYS = insertRows('passkeys', {
  ...{ id: 'text', account_id: 'text', credential_id: 'bytea', public_key: 'bytea', sign_count: 'bigint' },
  ...{ rp_id: 'text', name: 'text', aaguid: 'text', transports: 'json', backup_eligible: 'boolean' },
  ...{ backed_up: 'boolean', created_at: 'bigint', last_used_at: 'bigint', counter_fell_at: 'bigint' },
  ...{ known_since: 'bigint', set_up_behind: 'text', user_handle: 'bytea' },
});
const INSERT_AGREEMENTS = insertRows('document_agreements', {
  ...{ account_id: 'text', document_id: 'text', document_version: 'text', agreed_at: 'bigint', withdrawn_at: 'bigint' },
});
const INSERT_SUBJECTS = insertRows('subjects', { application_id: 'text', sub: 'text', account_id: 'text' });
// As for an agreement: the application is locked, so that it is not deleted meanwhile (connection-store.ts).
const INSERT_CONNECTIONS = statement(`
  insert into connections (application_id, account_id, sub, generation, answers, created_at, last_used_at, epoch)
  select a.id, x.account_id, x.sub, 1, x.answers, x.created_at, x.last_used_at, a.connection_epoch
  from json_to_recordset($rows::json) as x(application_id text, account_id text, sub text, answers json,
    created_at bigint, last_used_at bigint)
  join applications a on a.id = x.application_id for key share of a`);
const INSERT_MEMBERS = statement(`
  insert into group_members (account_id, group_id, added_at)
  select x.account_id, p.id, x.added_at
  from json_to_recordset($rows::json) as x(account_id text, name text, added_at bigint)
  join user_groups p on p.name = x.name`);

const READ_ACCOUNTS = statement(
  'select * from accounts where id > $afterId and leaving_since is null order by id limit $limit',
);
const readOf = (columns: string, from: string, order: string) =>
  statement(`select ${columns} from ${from} where t.account_id in ${listOf('ids')} order by ${order}`);
const READ_CODES = readOf('t.*', 'one_time_codes t', 't.account_id');
const READ_RECOVERY_CODES = readOf('t.*', 'recovery_codes t', 't.account_id, code_hash');
const READ_PASSKEYS = readOf('t.*', 'passkeys t', 't.id');
const READ_AGREEMENTS = readOf('t.*', 'document_agreements t', 't.account_id, document_id, document_version');
const READ_CONNECTIONS = readOf(
  `t.account_id, t.application_id, t.sub, t.answers, t.created_at, t.last_used_at,
    t.ended_at is null and t.epoch = a.connection_epoch as live`,
  'connections t join applications a on a.id = t.application_id',
  't.application_id, t.account_id',
);
const READ_SUBJECTS = readOf(
  't.account_id, t.application_id, t.sub',
  'subjects t join applications a on a.id = t.application_id',
  't.application_id, t.sub',
);
const READ_API_SUBJECTS = readOf(
  't.account_id, i.resource, t.sub',
  'api_subjects t join apis i on i.id = t.api_id',
  't.account_id, t.api_id',
);
const READ_GROUPS = readOf(
  't.account_id, p.name',
  'group_members t join user_groups p on p.id = t.group_id',
  't.account_id, p.name',
);

export const createAccountFileStore = ({ read, transaction }: Postgres): AccountFileStore => ({
  ...createAccountUpdates({ transaction }),
  insert: (batch, { sealedKey, policyRevision, dryRun = false }) => {
    const insert = () =>
      transaction(async (run) => {
        const isWithoutKey = dryRun && sealedKey === undefined;
        if (!isWithoutKey && (await run(LOCK_KEY, { sealedKey })).count === 0) return 'other-key';
        if (policyRevision !== undefined && !(await driveIn(run, followsPolicy(policyRevision)))) return 'other-policy';
        const taken = await findTaken(run, wantedBy(batch), batch[0]?.account.updatedAt ?? 0);
        const decided = batch.map((line) => decideImport(line, taken));
        const stored = decided.flatMap(({ store }) => store ?? []);
        if (!dryRun) {
          if (!(await driveIn(run, areGroups(stored)))) return 'other-groups';
          await insertAccounts(run, stored);
          await driveIn(run, insertApiSubjects(stored));
          await driveIn(run, tellOperators(rolesReported(stored)));
        }
        return decided.map(({ result }) => result);
      });
    // Somebody took an address or a name meanwhile: the next transaction sees it.
    return insert().catch((error: unknown) => {
      if (isUniqueViolation(error)) return insert();
      throw error;
    });
  },
  read: async (page) => {
    const accounts = await read<Account>(READ_ACCOUNTS, page);
    const ids = accounts.map(({ id }) => id);
    const rows = <Kind extends keyof AccountRows>(of: Statement) => read<AccountRows[Kind][number]>(of, { ids });
    const [codes, recoveryCodes, passkeys, agreements, connections, subjects, apiSubjects, groups] = await Promise.all([
      rows<'codes'>(READ_CODES),
      rows<'recoveryCodes'>(READ_RECOVERY_CODES),
      rows<'passkeys'>(READ_PASSKEYS),
      rows<'agreements'>(READ_AGREEMENTS),
      rows<'connections'>(READ_CONNECTIONS),
      rows<'subjects'>(READ_SUBJECTS),
      rows<'apiSubjects'>(READ_API_SUBJECTS),
      rows<'groups'>(READ_GROUPS),
    ]);
    return gatherAccounts(accounts, {
      ...{ codes, recoveryCodes, passkeys, agreements, groups },
      ...{ connections, subjects, apiSubjects },
    });
  },
});

async function findTaken(run: Run, wanted: Wanted, now: number): Promise<Taken> {
  const addresses = await run<{ emailKey: string; id: string }>(TAKEN_ADDRESSES, wanted);
  const reserved = await run<{ emailKey: string }>(RESERVED_ADDRESSES, { ...wanted, now });
  const names = await run<{ key: string }>(TAKEN_NAMES, wanted);
  const subjects = await run<Known>(TAKEN_SUBJECTS, wanted);
  const apiSubjects = await driveIn(run, takenApiSubjects(wanted.subjects));
  const credentials = await run<{ key: string }>(TAKEN_CREDENTIALS, wanted);
  return {
    addresses: new Map(addresses.rows.map(({ emailKey, id }) => [emailKey, id])),
    reservedAddresses: new Set(reserved.rows.map(({ emailKey }) => emailKey)),
    nameKeys: new Set(names.rows.map(({ key }) => key)),
    subjects: new Set([...subjects.rows, ...apiSubjects].map(subjectKey)),
    credentialIds: new Set(credentials.rows.map(({ key }) => key)),
  };
}

async function insertAccounts(run: Run, lines: readonly AccountToInsert[]): Promise<void> {
  const insert = async (into: Statement, rows: readonly object[]) => {
    if (rows.length > 0) await run(into, { rows: rows.map(rowOf) });
  };
  const each = (rowsOf: (line: AccountToInsert) => readonly object[]) =>
    lines.flatMap((line) => rowsOf(line).map((row) => ({ ...row, accountId: line.account.id })));
  await insert(
    INSERT_ACCOUNTS,
    lines.map(({ account }) => account),
  );
  await insert(
    INSERT_NAMES,
    each(({ nameKey, account }) => (nameKey ? [{ nameKey, takenAt: account.updatedAt }] : [])),
  );
  await insert(
    INSERT_UNTOUCHED,
    each(({ account }) => (account.passwordHash === undefined ? [] : [{}])),
  );
  await insert(
    INSERT_CODES,
    each(({ codes }) => (codes ? [codes] : [])),
  );
  await insert(
    INSERT_RECOVERY_CODES,
    each(({ recoveryCodes }) => recoveryCodes),
  );
  await insert(
    INSERT_PASSKEYS,
    each(({ passkeys }) => passkeys),
  );
  await insert(
    INSERT_AGREEMENTS,
    each(({ agreements }) => agreements),
  );
  await insert(
    INSERT_SUBJECTS,
    each(({ subjects, connections }) => [...subjects, ...connections]),
  );
  await insert(
    INSERT_CONNECTIONS,
    each(({ connections }) => connections),
  );
  await insert(
    INSERT_MEMBERS,
    each(({ groups, account }) => groups.map((name) => ({ name, addedAt: account.updatedAt }))),
  );
}

const rowOf = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      snakeNameOf(name),
      Buffer.isBuffer(value) ? value.toString('hex') : value,
    ]),
  );
