// Usernames on SQLite. The primary key of `usernames` decides, inside the writer's transaction.

import type { Account } from '../../core/accounts/account.ts';
import type { FormerName, UsernameCounts, UsernameStore } from '../../core/usernames/username-store.ts';
import { prepareRequireMayCreate } from './account-act.ts';
import { INSERT_ACCOUNT } from './account-store.ts';
import { prepareTellOperators } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';
import { prepareClearUsername, prepareKeys, prepareTakeUsername } from './take-username.ts';

export function createUsernameStore({ writer, reader }: Sqlite): UsernameStore {
  return {
    take: takeName(writer),
    insertAccount: insertAccount(writer),
    ...settleNames(writer),
    ...readNames(reader),
  };
}

type Writer = Sqlite['writer'];
function takeName({ connection, write }: Writer): UsernameStore['take'] {
  const take = prepareTakeUsername(connection);
  return (taking) => write(() => take(taking));
}

function insertAccount({ connection, write }: Writer): UsernameStore['insertAccount'] {
  const keys = prepareKeys(connection);
  const withAddress = prepare(
    connection,
    `select 1 from accounts where email_key = $emailKey
     union all select 1 from former_emails where email_key = $emailKey and expires_at > $createdAt`,
  );
  const insert = prepare(connection, INSERT_ACCOUNT);
  const requireMayCreate = prepareRequireMayCreate(connection);
  const tellOperators = prepareTellOperators(connection);
  return (account, { nameKey, sealedKey, isReserved: hasReservedName }, by, tell) =>
    write(() => {
      requireMayCreate({ by, role: account.role, hasReservedName, now: account.createdAt });
      if (!keys.isKey(sealedKey)) return 'other-key';
      const [emailTaken, usernameTaken] = [withAddress.get(account) !== undefined, keys.isTaken(nameKey)];
      if (emailTaken || usernameTaken) return { emailTaken, usernameTaken };
      insert.run(account);
      keys.insert({ nameKey, accountId: account.id, now: account.createdAt });
      tellOperators(tell);
      return 'created';
    });
}

type Settles = Pick<UsernameStore, 'clear' | 'reserveFormer' | 'settleFormer' | 'restore'>;

function settleNames({ connection, write }: Writer): Settles {
  const clear = prepareClearUsername(connection);
  const reserve = prepare(
    connection,
    `insert into usernames (name_key, account_id, taken_at)
     select $nameKey, account_id, $now from former_usernames where account_id = $accountId and name = $name
     on conflict (name_key) do update set account_id = null where account_id is not excluded.account_id`,
  );
  const isUnsettled = prepare(
    connection,
    'select 1 from former_usernames where account_id = $accountId and name = $name',
  );
  const keep = prepare(
    connection,
    `update accounts set username = $name, updated_at = max(updated_at, $now)
     where id = $accountId and username is null
       and exists (select 1 from usernames where name_key = $nameKey and account_id = $accountId)`,
  );
  const forget = prepare(connection, 'delete from former_usernames where account_id = $accountId');
  const drop = prepare(connection, 'update former_usernames set name = null where account_id = $accountId');
  const leaveProfile = prepare(
    connection,
    "update accounts set profile = json_remove(profile, '$.preferred_username') where id = $accountId",
  );
  // The account may have been deleted since it was listed.
  const restore = prepare(
    connection,
    `insert into usernames (name_key, account_id, taken_at) select $nameKey, id, $now from accounts where id = $accountId
     on conflict do nothing`,
  );

  return {
    clear: (accountId, now, by) => write(() => clear({ accountId, now, by })),
    reserveFormer: (names, now) =>
      write(() => {
        for (const former of names) reserve.run({ ...former, now });
      }),
    settleFormer: (names, now) =>
      write(() => {
        const settled = { kept: 0, dropped: 0 };
        for (const { accountId, name, kept } of names) {
          if (!isUnsettled.get({ accountId, name })) continue;
          const isKept = kept && keep.run({ accountId, ...kept, now }) === 1;
          (isKept ? forget : drop).run({ accountId });
          leaveProfile.run({ accountId });
          settled[isKept ? 'kept' : 'dropped'] += 1;
        }
        return settled;
      }),
    restore: (names, now) =>
      write(() => {
        for (const keyed of names) restore.run({ ...keyed, now });
      }),
  };
}

type Reads = Pick<UsernameStore, 'findHolder' | 'wasDropped' | 'listFormer' | 'listNamed' | 'counts'>;

function readNames({ connection, read }: Sqlite['reader']): Reads {
  const holder = prepare<Account>(
    connection,
    'select a.* from usernames u join accounts a on a.id = u.account_id where u.name_key = $nameKey',
  );
  const dropped = prepare(connection, 'select 1 from former_usernames where account_id = $accountId and name is null');
  const former = prepare<FormerName>(
    connection,
    `select account_id, name from former_usernames where account_id > $afterId and name is not null
     order by account_id limit $limit`,
  );
  const named = prepare<FormerName>(
    connection,
    `select id as account_id, username as name from accounts where id > $afterId and username is not null
     order by id limit $limit`,
  );
  const counts = prepare<UsernameCounts>(connection, COUNT);
  return {
    findHolder: (nameKey) => read(() => holder.get({ nameKey })),
    wasDropped: (accountId) => read(() => dropped.get({ accountId }) !== undefined),
    listFormer: ({ afterId = '', limit }) => read(() => former.all({ afterId, limit })),
    listNamed: ({ afterId = '', limit }) => read(() => named.all({ afterId, limit })),
    counts: () => read(() => counts.get() ?? { dropped: 0, unsettled: 0, nicknameOnly: 0 }),
  };
}

const COUNT = `
  select
    (select count(*) from former_usernames where name is null) as dropped,
    (select count(*) from former_usernames where name is not null) as unsettled,
    (select count(*) from consent_items n where item = 'nickname' and not exists (
      select 1 from consent_items u where u.application_id = n.application_id and u.item = 'username')) as nickname_only`;
