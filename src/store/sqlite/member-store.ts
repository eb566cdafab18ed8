// Members of applications on SQLite.
import type { Member } from '../../core/applications/member.ts';
import type { MemberStore } from '../../core/applications/member-store.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

type Row = {
  application_id: string;
  account_id: string;
  email: string;
  email_verified: number;
  nickname: string | null;
  role: Member['role'];
  created_at: number;
};

const LIST = `
  select a.id as application_id, u.id as account_id, u.email, u.email_verified, u.profile ->> '$.nickname' as nickname, 'owner' as role,
    a.created_at as created_at, 0 as place
  from applications a join accounts u on u.id = a.owner_id where a.id = $id
  union all
  select m.application_id, u.id, u.email, u.email_verified, u.profile ->> '$.nickname', m.role, m.created_at, 1
  from application_members m join accounts u on u.id = m.account_id where m.application_id = $id
  order by place, created_at, account_id`;

const ROLE_OF = `
  select case when a.owner_id = $account_id then 'owner' else
    (select m.role from application_members m where m.application_id = a.id and m.account_id = $account_id) end
  from applications a where a.id = $id`;

export function createMemberStore({ writer, reader }: Sqlite): MemberStore {
  const list = reader.connection.prepare<[{ id: string }], Row>(LIST);
  const roleOf = reader.connection
    .prepare<[{ id: string; account_id: string }], Member['role'] | null>(ROLE_OF)
    .pluck();
  return {
    list: (id) => reader.read(() => list.all({ id }).map(memberOf)),
    roleOf: (id, accountId) => reader.read(() => roleOf.get({ id, account_id: accountId }) ?? undefined),
    ...writeMembers(writer),
  };
}

function writeMembers({ connection, write }: Sqlite['writer']): Omit<MemberStore, 'list' | 'roleOf'> {
  const ownerOf = connection.prepare<[string], string>('select owner_id from applications where id = ?').pluck();
  const insertFormerOwner = connection.prepare(`
    insert into application_members (application_id, account_id, role, created_at) values (?, ?, 'editor', ?)`);
  const isMember = connection.prepare('select 1 from application_members where application_id = ? and account_id = ?');
  const setRole = connection.prepare(
    'update application_members set role = ? where application_id = ? and account_id = ?',
  );
  const remove = connection.prepare('delete from application_members where application_id = ? and account_id = ?');
  const removeAll = connection.prepare('delete from application_members where application_id = ?');
  const removeInvitations = connection.prepare('delete from invitations where application_id = ?');
  const setOwner = connection.prepare(`
    update applications set owner_id = ?, updated_at = max(?, updated_at + 1), version = version + 1
    where id = ? and owner_id = ?`);
  const countOwned = connection
    .prepare<[string], number>('select count(*) from applications where owner_id = ?')
    .pluck();
  const requireProof = prepareRequireProof(connection);

  return {
    setRole: (applicationId, accountId, role, proof) =>
      write(() => {
        requireProof(proof);
        return setRole.run(role, applicationId, accountId).changes === 1;
      }),
    remove: (applicationId, accountId, proof) =>
      write(() => {
        requireProof(proof);
        return remove.run(applicationId, accountId).changes === 1;
      }),
    removeAll: async (applicationId) => {
      await write(() => {
        removeAll.run(applicationId);
        removeInvitations.run(applicationId);
      });
    },
    handOver: ({ applicationId, fromAccountId, toAccountId, now }, most, proof) =>
      write(() => {
        requireProof(proof);
        if (ownerOf.get(applicationId) !== fromAccountId) return 'gone';
        if (isMember.get(applicationId, toAccountId) === undefined) return 'gone';
        if ((countOwned.get(toAccountId) ?? 0) >= most) return 'too-many';
        remove.run(applicationId, toAccountId);
        setOwner.run(toAccountId, now, applicationId, fromAccountId);
        insertFormerOwner.run(applicationId, fromAccountId, now);
        removeInvitations.run(applicationId);
        return 'handed-over';
      }),
  };
}

const memberOf = (row: Row): Member => ({
  applicationId: row.application_id,
  accountId: row.account_id,
  email: row.email,
  emailVerified: row.email_verified === 1,
  nickname: row.nickname ?? undefined,
  role: row.role,
  createdAt: row.created_at,
});
