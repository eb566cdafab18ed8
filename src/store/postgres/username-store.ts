// Usernames on PostgreSQL. The primary key of `usernames` decides: a transaction that inserts a key which another is
// inserting waits for that one, and then sees who holds the key. As everywhere, the account's row is locked first
// (account-store.ts), so that no other transaction deletes, disables or changes the account meanwhile.

import type { Account } from '../../core/accounts/account.ts';
import type { FormerName, UsernameCounts, UsernameStore } from '../../core/usernames/username-store.ts';
import { requireMayCreate } from './account-act.ts';
import { INSERT_ACCOUNT } from './account-store.ts';
import type { Postgres } from './postgres.ts';
import { tellOperators } from './queue-mail.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';
import { clearUsername, FORGET, isKey, takeUsername } from './take-username.ts';

// Sorted by account, so that two processes that do this at once wait for each other without a deadlock.
const LOCK_FORMER = statement(`
  select f.account_id, f.name from former_usernames f
  join accounts a on a.id = f.account_id
  where f.account_id in (select value ->> 'accountId' from json_array_elements($names::json)) and f.name is not null
  order by f.account_id for no key update of a, f`);
const RESERVE = statement(`
  insert into usernames as u (name_key, account_id, taken_at) values ($nameKey, $accountId, $now)
  on conflict (name_key) do update set account_id = null where u.account_id is distinct from excluded.account_id`);
const KEEP = statement(`
  update accounts set username = $keptName, updated_at = greatest(updated_at, $now)
  where id = $accountId and username is null
    and exists (select from usernames where name_key = $nameKey and account_id = $accountId)`);
const DROP = statement('update former_usernames set name = null where account_id = $accountId');
const LEAVE_PROFILE = statement(
  "update accounts set profile = (profile::jsonb - 'preferred_username')::json where id = $accountId",
);

const HOLDER = statement(
  'select a.* from usernames u join accounts a on a.id = u.account_id where u.name_key = $nameKey',
);
const WAS_DROPPED = statement('select 1 from former_usernames where account_id = $accountId and name is null');
const LIST_FORMER = statement(`
  select account_id, name from former_usernames
  where account_id > $afterId and name is not null order by account_id limit $limit`);
const LIST_NAMED = statement(`
  select id as account_id, username as name from accounts
  where id > $afterId and username is not null order by id limit $limit`);
const COUNT = statement(`
  select
    (select count(*) from former_usernames where name is null) as dropped,
    (select count(*) from former_usernames where name is not null) as unsettled,
    (select count(*) from consent_items n where item = 'nickname' and not exists (
      select from consent_items u where u.application_id = n.application_id and u.item = 'username')) as nickname_only`);

export const createUsernameStore = (postgres: Postgres): UsernameStore => ({
  take: (taking) => postgres.transaction((run) => takeUsername(run, taking)),
  insertAccount: insertAccount(postgres),
  ...settleNames(postgres),
  ...readNames(postgres),
});

// The key is inserted first, with no holder, so that a taken name is found before there is an account to undo.
const INSERT_KEY = statement(`
  insert into usernames (name_key, account_id, taken_at) values ($nameKey, null, $createdAt) on conflict do nothing`);
const GIVE_KEY = statement('update usernames set account_id = $id where name_key = $nameKey');
const REMOVE_KEY = statement('delete from usernames where name_key = $nameKey');
const EMAIL_IS_TAKEN = statement(`
  select 1 from accounts where email_key = $emailKey
  union all select 1 from former_emails where email_key = $emailKey and expires_at > $createdAt`);

const insertAccount =
  ({ transaction }: Postgres): UsernameStore['insertAccount'] =>
  (account, { nameKey, sealedKey, isReserved: hasReservedName }, by, tell) =>
    transaction(async (run) => {
      await requireMayCreate(run, { by, role: account.role, hasReservedName, now: account.createdAt });
      if (!(await isKey(run, sealedKey))) return 'other-key';
      const { id, emailKey, createdAt } = account;
      if ((await run(INSERT_KEY, { nameKey, createdAt })).count === 0) {
        return { emailTaken: (await run(EMAIL_IS_TAKEN, { emailKey, createdAt })).count > 0, usernameTaken: true };
      }
      if ((await run(INSERT_ACCOUNT, account)).count === 0) {
        await run(REMOVE_KEY, { nameKey });
        return { emailTaken: true, usernameTaken: false };
      }
      await run(GIVE_KEY, { id, nameKey });
      await tellOperators(run, tell);
      return 'created';
    });

type Settles = Pick<UsernameStore, 'clear' | 'reserveFormer' | 'settleFormer' | 'restore'>;

const settleNames = ({ transaction }: Postgres): Settles => ({
  clear: (accountId, now, by) => transaction((run) => clearUsername(run, { accountId, now, by })),
  reserveFormer: (names, now) =>
    transaction(async (run) => {
      const unsettled = await lockFormer(run, names);
      // Keys are inserted in one order too.
      const ordered = [...names].sort((one, other) => Buffer.compare(one.nameKey, other.nameKey));
      for (const { accountId, name, nameKey } of ordered) {
        if (unsettled.get(accountId) === name) await run(RESERVE, { nameKey, accountId, now });
      }
    }),
  settleFormer: (names, now) =>
    transaction(async (run) => {
      const unsettled = await lockFormer(run, names);
      const settled = { kept: 0, dropped: 0 };
      for (const { accountId, name, kept } of names) {
        if (unsettled.get(accountId) !== name) continue;
        const values = kept && { accountId, keptName: kept.name, nameKey: kept.nameKey, now };
        const isKept = values !== undefined && (await run(KEEP, values)).count === 1;
        await run(isKept ? FORGET : DROP, { accountId });
        await run(LEAVE_PROFILE, { accountId });
        settled[isKept ? 'kept' : 'dropped'] += 1;
      }
      return settled;
    }),
  restore: (names, now) =>
    transaction(async (run) => {
      const ordered = [...names].sort((one, other) => Buffer.compare(one.nameKey, other.nameKey));
      for (const { accountId, nameKey } of ordered) await run(RESTORE, { nameKey, accountId, now });
    }),
});

// The account may have been deleted since it was listed.
const RESTORE = statement(`
  insert into usernames (name_key, account_id, taken_at)
  select $nameKey::bytea, id, $now::bigint from accounts where id = $accountId for key share
  on conflict (name_key) do nothing`);

/** Locks the former names that are not settled yet. @returns them by account */
async function lockFormer(run: Run, names: readonly FormerName[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await run<FormerName>(LOCK_FORMER, { names: names.map(({ accountId }) => ({ accountId })) });
  return new Map(rows.map(({ accountId, name }) => [accountId, name]));
}

type Reads = Pick<UsernameStore, 'findHolder' | 'wasDropped' | 'listFormer' | 'listNamed' | 'counts'>;

const readNames = ({ read }: Postgres): Reads => ({
  findHolder: async (nameKey) => (await read<Account>(HOLDER, { nameKey }))[0],
  wasDropped: async (accountId) => (await read(WAS_DROPPED, { accountId })).length > 0,
  listFormer: async ({ afterId = '', limit }) => [...(await read<FormerName>(LIST_FORMER, { afterId, limit }))],
  listNamed: async ({ afterId = '', limit }) => [...(await read<FormerName>(LIST_NAMED, { afterId, limit }))],
  counts: async () => (await read<UsernameCounts>(COUNT))[0] ?? { dropped: 0, unsettled: 0, nicknameOnly: 0 },
});
