// User names on SQLite. What counts is the primary key of `usernames`: everything is decided inside the writer's transaction.
import { USERNAME_KEY } from '../../core/accounts/username-key.ts';
import type { FormerName, Taken, Taking, UsernameCounts, UsernameStore } from '../../core/accounts/username-store.ts';
import { type AccountRow, accountRow, INSERT_ACCOUNT } from './account-row.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

export function createUsernameStore({ writer, reader }: Sqlite): UsernameStore {
  return {
    take: takeName(writer),
    insertAccount: insertAccount(writer),
    ...settleNames(writer),
    ...readNames(reader),
  };
}

type Writer = Sqlite['writer'];

/** @returns takes the key for the account; what came of it is the same for a key that is its own already */
function prepareTakeKey(connection: Writer['connection']) {
  const isKey = connection
    .prepare<[string, Buffer]>('select 1 from sealed_values where name = ? and sealed = ?')
    .pluck();
  const insert = connection.prepare<[Buffer, string, number]>(
    'insert into usernames (name_key, account_id, taken_at) values (?, ?, ?) on conflict do nothing',
  );
  const holder = connection
    .prepare<[Buffer], string | null>('select account_id from usernames where name_key = ?')
    .pluck();
  return {
    isKey: (sealed: Buffer): boolean => isKey.get(USERNAME_KEY, sealed) !== undefined,
    isOwn: (nameKey: Buffer, accountId: string): boolean => holder.get(nameKey) === accountId,
    isTaken: (nameKey: Buffer): boolean => holder.get(nameKey) !== undefined,
    insert: (nameKey: Buffer, accountId: string, now: number): boolean =>
      insert.run(nameKey, accountId, now).changes === 1,
  };
}

type Named = Pick<AccountRow, 'username' | 'username_changes'>;

function takeName({ connection, write }: Writer): UsernameStore['take'] {
  const find = connection.prepare<[string], Named>('select username, username_changes from accounts where id = ?');
  const keys = prepareTakeKey(connection);
  const requireProof = prepareRequireProof(connection);
  const save = connection.prepare(
    'update accounts set username = ?, username_changes = ?, updated_at = ? where id = ?',
  );
  const forget = connection.prepare('delete from former_usernames where account_id = ?');

  /** Why the account may not take a name now; otherwise its changes afterwards. */
  const mayTake = ({ by, name, now }: Taking, account: Named | undefined): Taken | { changes: number[] } => {
    if (!account) return { kind: 'gone' };
    const changes: number[] = JSON.parse(account.username_changes);
    if (by === 'operator') return account.username === name ? { kind: 'unchanged' } : { changes };
    // A first name needs the session, and no confirmation.
    requireProof(account.username === null ? { ...by.proof, authenticatedSince: 0 } : by.proof);
    if (account.username === name) return { kind: 'unchanged' };
    if (account.username === null) return { changes };
    if (!by.limit) return { kind: 'has-one' };
    const { since, most } = by.limit;
    const recent = changes.filter((at) => at > since);
    const oldest = recent.at(-most);
    return oldest === undefined ? { changes: [...recent, now] } : { kind: 'too-many-changes', oldest };
  };

  return (taking) =>
    write(() => {
      const { accountId, name, nameKey, sealedKey, onlyOwn, now } = taking;
      if (!keys.isKey(sealedKey)) return { kind: 'other-key' };
      const account = find.get(accountId);
      const may = mayTake(taking, account);
      if ('kind' in may) return may;
      const isTaken = (!onlyOwn && keys.insert(nameKey, accountId, now)) || keys.isOwn(nameKey, accountId);
      if (!isTaken) return { kind: 'unavailable' };
      save.run(name, JSON.stringify(may.changes), now, accountId);
      forget.run(accountId);
      return { kind: 'taken', first: account?.username === null };
    });
}

function insertAccount({ connection, write }: Writer): UsernameStore['insertAccount'] {
  const keys = prepareTakeKey(connection);
  const exists = connection.prepare<[string]>('select 1 from accounts where email_key = ?').pluck();
  const insert = connection.prepare<[AccountRow]>(INSERT_ACCOUNT);
  return (account, { nameKey, sealedKey }) =>
    write(() => {
      if (!keys.isKey(sealedKey)) return 'other-key';
      const [emailTaken, usernameTaken] = [exists.get(account.emailKey) !== undefined, keys.isTaken(nameKey)];
      if (emailTaken || usernameTaken) return { emailTaken, usernameTaken };
      insert.run(accountRow(account));
      keys.insert(nameKey, account.id, account.createdAt);
      return 'created';
    });
}

type Settles = Pick<UsernameStore, 'clear' | 'reserveFormer' | 'settleFormer' | 'restore'>;

function settleNames({ connection, write }: Writer): Settles {
  const clear = connection.prepare('update accounts set username = null, updated_at = ? where id = ?');
  const reserve = connection.prepare<[Buffer, number, string, string]>(`
    insert into usernames (name_key, account_id, taken_at)
    select ?, account_id, ? from former_usernames where account_id = ? and name = ?
    on conflict (name_key) do update set account_id = null where account_id is not excluded.account_id`);
  const stands = connection.prepare<[string, string]>(
    'select 1 from former_usernames where account_id = ? and name = ?',
  );
  const keep = connection.prepare<[string, number, string, Buffer, string]>(`
    update accounts set username = ?, updated_at = max(updated_at, ?) where id = ? and username is null
      and exists (select 1 from usernames where name_key = ? and account_id = ?)`);
  const forget = connection.prepare('delete from former_usernames where account_id = ?');
  const drop = connection.prepare('update former_usernames set name = null where account_id = ?');
  const leaveProfile = connection.prepare(
    "update accounts set profile = json_remove(profile, '$.preferred_username') where id = ?",
  );
  // The account may have been deleted since it was listed.
  const restore = connection.prepare<[Buffer, number, string]>(`
    insert into usernames (name_key, account_id, taken_at) select ?, id, ? from accounts where id = ? on conflict do nothing`);

  return {
    clear: (accountId, now) => write(() => clear.run(now, accountId).changes === 1),
    reserveFormer: (names, now) =>
      write(() => {
        for (const { accountId, name, nameKey } of names) reserve.run(nameKey, now, accountId, name);
      }),
    settleFormer: (names, now) =>
      write(() => {
        const settled = { kept: 0, dropped: 0 };
        for (const { accountId, name, kept } of names) {
          if (!stands.get(accountId, name)) continue;
          const isKept = kept && keep.run(kept.name, now, accountId, kept.nameKey, accountId).changes === 1;
          (isKept ? forget : drop).run(accountId);
          leaveProfile.run(accountId);
          settled[isKept ? 'kept' : 'dropped'] += 1;
        }
        return settled;
      }),
    restore: (names, now) =>
      write(() => {
        for (const { accountId, nameKey } of names) restore.run(nameKey, now, accountId);
      }),
  };
}

type Reads = Pick<UsernameStore, 'wasDropped' | 'listFormer' | 'listNamed' | 'counts'>;
type NameRow = { account_id: string; name: string };

const formerOf = ({ account_id, name }: NameRow): FormerName => ({ accountId: account_id, name });

function readNames({ connection, read }: Sqlite['reader']): Reads {
  const dropped = connection.prepare<[string]>('select 1 from former_usernames where account_id = ? and name is null');
  const former = connection.prepare<[string, number], NameRow>(
    'select account_id, name from former_usernames where account_id > ? and name is not null order by account_id limit ?',
  );
  const named = connection.prepare<[string, number], NameRow>(
    'select id as account_id, username as name from accounts where id > ? and username is not null order by id limit ?',
  );
  const counts = connection.prepare<[], { dropped: number; unsettled: number; nickname_only: number }>(COUNT);
  return {
    wasDropped: (accountId) => read(() => dropped.get(accountId) !== undefined),
    listFormer: ({ afterId, limit }) => read(() => former.all(afterId ?? '', limit).map(formerOf)),
    listNamed: ({ afterId, limit }) => read(() => named.all(afterId ?? '', limit).map(formerOf)),
    counts: () =>
      read((): UsernameCounts => {
        const row = counts.get();
        return {
          dropped: row?.dropped ?? 0,
          unsettled: row?.unsettled ?? 0,
          nicknameOnly: row?.nickname_only ?? 0,
        };
      }),
  };
}

const COUNT = `
  select
    (select count(*) from former_usernames where name is null) as dropped,
    (select count(*) from former_usernames where name is not null) as unsettled,
    (select count(*) from consent_items n where item = 'nickname' and not exists (
      select 1 from consent_items u where u.application_id = n.application_id and u.item = 'username')) as nickname_only`;
