// Usernames. The primary key of `usernames` decides: a transaction that inserts a key which another is inserting waits
// for that one, and then sees who holds the key. As everywhere, the account's row is locked first (account-store.ts),
// so that no other transaction deletes, disables or changes the account meanwhile.
import type { Account } from '../../core/ground/accounts/account.ts';
import type { FormerName, UsernameCounts, UsernameStore } from '../../core/people/usernames/username-store.ts';
import { type Base, count, type Intent, rows } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { requireMayCreate } from './account-act.ts';
import { INSERT_ACCOUNT } from './insert-account.ts';
import { tellOperators } from './queue-mail.ts';
import { clearUsername, FORGET, isKey, takeUsername } from './take-username.ts';

export const USERNAMES = table('usernames', 'name_key', { bytes: 'name_key', text: 'account_id', integer: 'taken_at' });
export const FORMER_USERNAMES = table('former_usernames', 'account_id', { text: 'account_id name' });

// Sorted by account, so that two processes that do this at once wait for each other without a deadlock.
const LOCK_FORMER = statement(`
  select f.account_id, f.name from former_usernames f
  join accounts a on a.id = f.account_id
  where f.account_id = any($accountIds::text[]) and f.name is not null
  order by f.account_id for no key update of a, f`);
const RESERVE = statement(`
  insert into usernames as u (name_key, account_id, taken_at) values ($nameKey, $accountId, $now)
  on conflict (name_key) do update set account_id = null where u.account_id is distinct from excluded.account_id`);
const KEEP = statement(`
  update accounts set username = $keptName, updated_at = greatest(updated_at, $now)
  where id = $accountId and username is null
    and exists (select 1 from usernames where name_key = $nameKey and account_id = $accountId)`);
const DROP = statement('update former_usernames set name = null where account_id = $accountId');
// Each database removes a member of JSON in a way of its own.
const LEAVE_PROFILE = statement({
  postgres: "update accounts set profile = (profile::jsonb - 'preferred_username')::json where id = $accountId",
  sqlite: "update accounts set profile = json_remove(profile, '$.preferred_username') where id = $accountId",
});

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
      select 1 from consent_items u where u.application_id = n.application_id and u.item = 'username')) as nickname_only`);

export const createUsernameStore = (base: Base): UsernameStore => ({
  take: (taking) => base.write(() => takeUsername(taking)),
  insertAccount: insertAccount(base),
  ...settleNames(base),
  ...readNames(base),
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
  (base: Base): UsernameStore['insertAccount'] =>
  (account, { nameKey, sealedKey, isReserved: hasReservedName }, by, tell) =>
    base.write(function* () {
      yield* requireMayCreate({ by, role: account.role, hasReservedName, now: account.createdAt });
      if (!(yield* isKey(sealedKey))) return 'other-key';
      const { id, emailKey, createdAt } = account;
      if ((yield* count(INSERT_KEY, { nameKey, createdAt })) === 0) {
        return { emailTaken: (yield* count(EMAIL_IS_TAKEN, { emailKey, createdAt })) > 0, usernameTaken: true };
      }
      if ((yield* count(INSERT_ACCOUNT, account)) === 0) {
        yield* count(REMOVE_KEY, { nameKey });
        return { emailTaken: true, usernameTaken: false };
      }
      yield* count(GIVE_KEY, { id, nameKey });
      yield* tellOperators(tell);
      return 'created';
    });

type Settles = Pick<UsernameStore, 'clear' | 'reserveFormer' | 'settleFormer' | 'restore'>;

const settleNames = (base: Base): Settles => ({
  clear: (accountId, now, by) => base.write(() => clearUsername({ accountId, now, by })),
  reserveFormer: (names, now) =>
    base.write(function* () {
      const unsettled = yield* lockFormer(names);
      // Keys are inserted in one order too.
      const ordered = [...names].sort((one, other) => Buffer.compare(one.nameKey, other.nameKey));
      for (const { accountId, name, nameKey } of ordered) {
        if (unsettled.get(accountId) === name) yield* count(RESERVE, { nameKey, accountId, now });
      }
    }),
  settleFormer: (names, now) =>
    base.write(function* () {
      const unsettled = yield* lockFormer(names);
      const settled = { kept: 0, dropped: 0 };
      for (const { accountId, name, kept } of names) {
        if (unsettled.get(accountId) !== name) continue;
        const values = kept && { accountId, keptName: kept.name, nameKey: kept.nameKey, now };
        const isKept = values !== undefined && (yield* count(KEEP, values)) === 1;
        yield* count(isKept ? FORGET : DROP, { accountId });
        yield* count(LEAVE_PROFILE, { accountId });
        settled[isKept ? 'kept' : 'dropped'] += 1;
      }
      return settled;
    }),
  restore: (names, now) =>
    base.write(function* () {
      const ordered = [...names].sort((one, other) => Buffer.compare(one.nameKey, other.nameKey));
      for (const { accountId, nameKey } of ordered) yield* count(RESTORE, { nameKey, accountId, now });
    }),
});

// The account may have been deleted since it was listed.
const RESTORE = statement(`
  insert into usernames (name_key, account_id, taken_at)
  select $nameKey::bytea, id, $now::bigint from accounts where id = $accountId for key share
  on conflict (name_key) do nothing`);

/** Locks the former names that are not settled yet. @returns them by account */
function* lockFormer(names: readonly FormerName[]): Intent<ReadonlyMap<string, string>> {
  const accountIds = new ListOf(names.map(({ accountId }) => accountId));
  const found = yield* rows<FormerName>(LOCK_FORMER, { accountIds });
  return new Map(found.map(({ accountId, name }) => [accountId, name]));
}

type Reads = Pick<UsernameStore, 'findHolder' | 'wasDropped' | 'listFormer' | 'listNamed' | 'counts'>;

const readNames = (base: Base): Reads => ({
  findHolder: (nameKey) => base.row<Account>(HOLDER, { nameKey }),
  wasDropped: async (accountId) => (await base.rows(WAS_DROPPED, { accountId })).length > 0,
  listFormer: ({ afterId = '', limit }) => base.rows<FormerName>(LIST_FORMER, { afterId, limit }),
  listNamed: ({ afterId = '', limit }) => base.rows<FormerName>(LIST_NAMED, { afterId, limit }),
  counts: async () => (await base.row<UsernameCounts>(COUNT)) ?? { dropped: 0, unsettled: 0, nicknameOnly: 0 },
});
