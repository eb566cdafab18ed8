// Members of applications on SQLite.
import type { Member } from '../../core/members/member.ts';
import type { MemberStore } from '../../core/members/member-store.ts';
import type { OwnedApplication } from '../../core/operators/acting.ts';
import { withApplications } from '../../core/operators/hand-over.ts';
import { MAY_OWN } from '../roles.ts';
import { prepareRequireSettled } from './doubt.ts';
import { EDITS_ANY } from './edits-any.ts';
import { END_LINKS } from './end-access.ts';
import { OWNED } from './hand-over.ts';
import { prepareMayManage } from './may-manage.ts';
import { prepareQueueMail } from './queue-mail.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const COLUMNS = "u.id as account_id, u.email, u.email_verified, u.profile ->> '$.nickname' as nickname";

const LIST = `
  select application_id, account_id, email, email_verified, nickname, role, created_at from (
    select a.id as application_id, ${COLUMNS}, 'owner' as role, a.created_at as created_at, 0 as place
    from applications a join accounts u on u.id = a.owner_id where a.id = $id
    union all
    select m.application_id, ${COLUMNS}, m.role, m.created_at, 1
    from application_members m join accounts u on u.id = m.account_id where m.application_id = $id)
  order by place, created_at, account_id`;

const ROLE_OF = `
  select case when a.owner_id = $accountId then 'owner' else
    (select m.role from application_members m where m.application_id = a.id and m.account_id = $accountId) end as role
  from applications a where a.id = $id`;

const OWNS_ANY = 'select exists (select 1 from applications where owner_id = $accountId) as owns';

export function createMemberStore({ writer, reader }: Sqlite): MemberStore {
  const list = prepare<Member>(reader.connection, LIST);
  const roleOf = prepare<{ role: Member['role'] | undefined }>(reader.connection, ROLE_OF);
  const owned = prepare<OwnedApplication>(reader.connection, OWNED);
  const ownsAny = prepare<{ owns: boolean }>(reader.connection, OWNS_ANY, { owns: 'boolean' });
  const editsAny = prepare<{ edits: boolean }>(reader.connection, EDITS_ANY, { edits: 'boolean' });
  return {
    editsAny: (accountId) => reader.read(() => editsAny.get({ accountId })?.edits === true),
    listOwned: (accountId) => reader.read(() => owned.all({ accountId })),
    ownsAny: (accountId) => reader.read(() => ownsAny.get({ accountId })?.owns === true),
    list: (id) => reader.read(() => list.all({ id })),
    roleOf: (id, accountId) => reader.read(() => roleOf.get({ id, accountId })?.role),
    ...writeMembers(writer),
  };
}

function writeMembers({
  connection,
  write,
}: Sqlite['writer']): Omit<MemberStore, 'list' | 'roleOf' | 'listOwned' | 'ownsAny' | 'editsAny'> {
  const ofMember = 'application_id = $applicationId and account_id = $accountId';
  const ownerOf = prepare<{ ownerId: string }>(
    connection,
    'select owner_id from applications where id = $applicationId',
  );
  const insertFormerOwner = prepare(
    connection,
    `insert into application_members (application_id, account_id, role, created_at)
     values ($applicationId, $fromAccountId, 'editor', $now)`,
  );
  const member = prepare<{ name: string; emailVerified: boolean }>(
    connection,
    `select email_verified, (select name from applications where id = $applicationId) as name
     from application_members join accounts on id = account_id where ${ofMember} and leaving_since is null and disabled_at is null and accounts.role in ${MAY_OWN}`,
  );
  const setRole = prepare(connection, `update application_members set role = $role where ${ofMember}`);
  const remove = prepare(connection, `delete from application_members where ${ofMember}`);
  const removeAll = prepare(connection, 'delete from application_members where application_id = $applicationId');
  const removeInvitations = prepare(connection, 'delete from invitations where application_id = $applicationId');
  const setOwner = prepare(
    connection,
    `update applications set owner_id = $toAccountId, updated_at = max($now, updated_at + 1), version = version + 1
     where id = $applicationId and owner_id = $fromAccountId`,
  );
  const countOwned = prepare<{ count: number }>(
    connection,
    'select count(*) as count from applications where owner_id = $accountId',
  );
  const endLinks = prepare(connection, END_LINKS);
  const queueMail = prepareQueueMail(connection);
  const mayManage = prepareMayManage(connection);
  const requireSettled = prepareRequireSettled(connection);

  return {
    setRole: (applicationId, accountId, role, by) =>
      write(() => {
        if (!mayManage(applicationId, by) || setRole.run({ applicationId, accountId, role }) === 0) return false;
        if (role === 'editor') endLinks.run({ accountId });
        return true;
      }),
    remove: (applicationId, accountId, by) =>
      write(() => {
        const may = by.accountId === accountId || mayManage(applicationId, by);
        return may && remove.run({ applicationId, accountId }) === 1;
      }),
    removeAll: (applicationId, by) =>
      write(() => {
        if (!mayManage(applicationId, by)) return false;
        removeAll.run({ applicationId });
        removeInvitations.run({ applicationId });
        return true;
      }),
    handOver: (handOver, max, by, mail) =>
      write(() => {
        const { applicationId, fromAccountId, toAccountId: accountId, now } = handOver;
        if (by && !mayManage(applicationId, by)) return 'gone';
        for (const concerned of [by?.accountId, accountId]) requireSettled({ accountId: concerned, now });
        if (ownerOf.get({ applicationId })?.ownerId !== fromAccountId) return 'gone';
        const found = member.get({ applicationId, accountId });
        if (!found) return 'gone';
        if ((countOwned.get({ accountId })?.count ?? 0) >= max) return 'too-many';
        remove.run({ applicationId, accountId });
        setOwner.run(handOver);
        insertFormerOwner.run(handOver);
        removeInvitations.run({ applicationId });
        endLinks.run({ accountId });
        queueMail(withApplications(mail, [{ id: applicationId, name: found.name }], found));
        return 'handed-over';
      }),
  };
}
