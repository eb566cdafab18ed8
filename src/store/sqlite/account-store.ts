// Accounts on SQLite.
import { ORIGINS, type Origin, type Profile } from '../../core/accounts/account.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import { type AccountRow, accountOf, accountRow, INSERT_ACCOUNT } from './account-row.ts';
import { prepareEndSessions } from './end-sessions.ts';
import { prepareKeepSession } from './keep-session.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

export function createAccountStore({ writer, reader }: Sqlite): AccountStore {
  return { ...readAccounts(reader), ...writeAccounts(writer), ...writePasswords(writer), ...writeEmails(writer) };
}

type Reads = Pick<AccountStore, 'find' | 'findByEmailKey' | 'list' | 'operatorExists' | 'countUnverified'>;

function readAccounts({ connection, read }: Sqlite['reader']): Reads {
  const find = connection.prepare<[string], AccountRow>('select * from accounts where id = ?');
  const findByEmailKey = connection.prepare<[string], AccountRow>('select * from accounts where email_key = ?');
  const list = connection.prepare<[Record<string, string | number | null>], AccountRow>(`
    select * from accounts
    where id > $afterId and ($role is null or role = $role)
      and ($disabled is null or (disabled_at is not null) = $disabled)
      and ($text is null or instr(email, $text) > 0 or instr(email_key, $key) > 0)
    order by id limit $limit`);
  const operatorExists = connection
    .prepare<[], number>("select exists (select 1 from accounts where role = 'operator')")
    .pluck();
  // By origin, as the index goes.
  const countUnverified = connection
    .prepare<[Origin], number>('select count(*) from accounts where email_verified = 0 and origin = ?')
    .pluck();

  return {
    find: (id) =>
      read(() => {
        const row = find.get(id);
        return row && accountOf(row);
      }),
    findByEmailKey: (emailKey) =>
      read(() => {
        const row = findByEmailKey.get(emailKey);
        return row && accountOf(row);
      }),
    list: ({ afterId = '', limit, filter: { email, role = null, disabled } = {} }) =>
      read(() => {
        const isDisabled = disabled === undefined ? null : Number(disabled);
        const like = { text: email?.text ?? null, key: email?.key ?? null };
        return list.all({ afterId, limit, role, disabled: isDisabled, ...like }).map(accountOf);
      }),
    operatorExists: () => read(() => operatorExists.get() === 1),
    countUnverified: () => read(() => new Map(ORIGINS.map((origin) => [origin, countUnverified.get(origin) ?? 0]))),
  };
}

type Writes = Pick<AccountStore, 'insert' | 'saveProfile' | 'setRole' | 'setDisabled' | 'remove'>;

function writeAccounts({ connection, write }: Sqlite['writer']): Writes {
  const insert = connection.prepare<[AccountRow]>(INSERT_ACCOUNT);
  const profile = connection.prepare<[string], string>('select profile from accounts where id = ?').pluck();
  const saveProfile = connection.prepare('update accounts set profile = ?, updated_at = ? where id = ?');
  const setRole = connection.prepare('update accounts set role = ? where id = ? and role = coalesce(?, role)');
  const disable = connection.prepare(`
    update accounts set disabled_at = coalesce(disabled_at, ?), sign_in_epoch = sign_in_epoch + 1, grant_epoch = grant_epoch + 1
    where id = ?`);
  const endApiTokens = connection.prepare('delete from api_tokens where account_id = ?');
  const endLinks = connection.prepare('delete from one_time_links where account_id = ?');
  const enable = connection.prepare('update accounts set disabled_at = null where id = ?');
  const endSessions = prepareEndSessions(connection);
  // Of the invitations to their address too: it is a trace of the person (case P10).
  const removeInvitations = connection.prepare(
    'delete from invitations where email_key = (select email_key from accounts where id = ?)',
  );
  const remove = connection.prepare('delete from accounts where id = ?');

  return {
    insert: (account) => write(() => (insert.run(accountRow(account)).changes === 1 ? 'created' : 'email-taken')),
    saveProfile: (id, values, now) =>
      write(() => {
        const current = profile.get(id);
        if (current === undefined) return false;
        // JSON leaves undefined members out: that is how a value is removed.
        const merged = JSON.stringify({ ...(JSON.parse(current) as Profile), ...values });
        return saveProfile.run(merged, now, id).changes === 1;
      }),
    setRole: (id, role, _now, from) => write(() => setRole.run(role, id, from ?? null).changes === 1),
    setDisabled: (id, disabled, now) =>
      write(() => {
        if (!disabled) return enable.run(id).changes === 1;
        endSessions({ accountId: id, now });
        endApiTokens.run(id);
        endLinks.run(id);
        return disable.run(now, id).changes === 1;
      }),
    remove: (id, now) =>
      write(() => {
        endSessions({ accountId: id, now });
        removeInvitations.run(id);
        return remove.run(id).changes === 1;
      }),
  };
}

function writePasswords({
  connection,
  write,
}: Sqlite['writer']): Pick<AccountStore, 'changePassword' | 'rehashPassword'> {
  const change = connection.prepare('update accounts set password_hash = ? where id = ?');
  const rehash = connection.prepare('update accounts set password_hash = ? where id = ? and password_hash = ?');
  const endSessions = prepareEndSessions(connection);
  const keepSession = prepareKeepSession(connection);

  return {
    changePassword: (input) =>
      write(() => {
        if (!keepSession(input)) return false;
        endSessions({ accountId: input.accountId, exceptId: input.keep.id, now: input.now });
        change.run(input.toHash, input.accountId);
        return true;
      }),
    rehashPassword: async (accountId, fromHash, toHash) => {
      await write(() => rehash.run(toHash, accountId, fromHash));
    },
  };
}

const VERIFIED_BY_OPERATOR =
  "email_verified = 1, email_verified_by = 'operator', email_verified_at = $now, updated_at = $now";

type Emails = Pick<AccountStore, 'changeEmail' | 'setEmailVerified' | 'setEmailsVerified'>;

function writeEmails({ connection, write }: Sqlite['writer']): Emails {
  const change = connection.prepare(`
    update accounts set email = $email, email_key = $emailKey,
      email_verified = 0, email_verified_by = null, email_verified_at = null, updated_at = $now
    where id = $id and not exists (select 1 from accounts where email_key = $emailKey and id <> $id)`);
  const verify = connection.prepare(
    `update accounts set ${VERIFIED_BY_OPERATOR} where id = $id and email_key = $emailKey`,
  );
  const part = connection
    .prepare<{ origin: Origin; afterId: string; limit: number }, string>(`
      select id from accounts where email_verified = 0 and origin = $origin and id > $afterId order by id limit $limit`)
    .pluck();
  const verifyOne = connection.prepare(`update accounts set ${VERIFIED_BY_OPERATOR} where id = $id`);
  const requireProof = prepareRequireProof(connection);

  return {
    changeEmail: (id, address, now, proof) =>
      write(() => {
        requireProof(proof);
        return change.run({ id, ...address, now }).changes === 1 ? 'changed' : 'email-taken';
      }),
    setEmailVerified: (id, emailKey, now) => write(() => verify.run({ id, emailKey, now }).changes === 1),
    setEmailsVerified: ({ now, ...of }) =>
      write(() => {
        const ids = part.all(of);
        for (const id of ids) verifyOne.run({ id, now });
        return { count: ids.length, lastId: ids.at(-1) };
      }),
  };
}
