// Members of applications on PostgreSQL. A transaction that adds a member or removes all of them locks the
// application's row, so that members are counted and owners changed by one transaction at a time. The account of a new
// owner is locked before the application, as when it registers one.
import type { Member } from '../../core/members/member.ts';
import type { MemberStore } from '../../core/members/member-store.ts';
import type { OwnedApplication } from '../../core/operators/acting.ts';
import { withApplications } from '../../core/operators/hand-over.ts';
import { MAY_OWN } from '../roles.ts';
import { requireSettled } from './doubt.ts';
import { EDITS_ANY } from './edits-any.ts';
import { END_LINKS } from './end-access.ts';
import { OWNED } from './hand-over.ts';
import { LOCK_ACCOUNT } from './locks.ts';
import { mayManage } from './may-manage.ts';
import type { Postgres } from './postgres.ts';
import { queueMail } from './queue-mail.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

const LIST = statement(`
  select a.id as application_id, u.id as account_id, u.email, u.email_verified, u.profile ->> 'nickname' as nickname, 'owner' as role,
    a.created_at, 0 as place
  from applications a join accounts u on u.id = a.owner_id where a.id = $id
  union all
  select m.application_id, u.id, u.email, u.email_verified, u.profile ->> 'nickname', m.role, m.created_at, 1
  from application_members m join accounts u on u.id = m.account_id where m.application_id = $id
  order by place, created_at, account_id`);
const ROLE_OF = statement(`
  select case when a.owner_id = $accountId then 'owner' else m.role end as role
  from applications a
  left join application_members m on m.application_id = a.id and m.account_id = $accountId where a.id = $id`);

const OWNS_ANY = statement('select exists (select from applications where owner_id = $accountId) as owns');
const OWNER = statement('select owner_id from applications where id = $applicationId');
const MEMBER = statement(`
  select email_verified, (select name from applications where id = $applicationId) as name
  from application_members join accounts on id = account_id
  where application_id = $applicationId and account_id = $accountId and leaving_since is null and disabled_at is null
    and accounts.role in ${MAY_OWN}`);
// An account that is being deleted at this moment is not inserted.
const INSERT_FORMER_OWNER = statement(`
  insert into application_members (application_id, account_id, role, created_at)
  select $applicationId, id, 'editor', $now::bigint from accounts where id = $fromAccountId for key share`);
const SET_ROLE = statement(`
  update application_members set role = $role where application_id = $applicationId and account_id = $accountId`);
const REMOVE = statement(`
  delete from application_members where application_id = $applicationId and account_id = $accountId`);
const REMOVE_ALL = statement('delete from application_members where application_id = $applicationId');
const REMOVE_INVITATIONS = statement('delete from invitations where application_id = $applicationId');
const COUNT_OWNED = statement('select count(*) as count from applications where owner_id = $toAccountId');
const SET_OWNER = statement(`
  update applications set owner_id = $accountId, updated_at = greatest($now, updated_at + 1), version = version + 1
  where id = $applicationId`);

const LOCK_APPLICATION = statement('select 1 from applications where id = $applicationId for no key update');

/** What `mayManage` holds, for the command line. False: there is no such application. */
const isLocked = async (run: Run, applicationId: string): Promise<boolean> =>
  (await run(LOCK_APPLICATION, { applicationId })).count === 1;

export const createMemberStore = ({ read, transaction }: Postgres): MemberStore => ({
  list: async (id) => {
    const rows = await read<Member & { place: number }>(LIST, { id });
    return rows.map(({ place: _place, ...member }) => ({ ...member, nickname: member.nickname }));
  },
  roleOf: async (id, accountId) => (await read<Pick<Member, 'role'>>(ROLE_OF, { id, accountId }))[0]?.role,
  listOwned: async (accountId) => [...(await read<OwnedApplication>(OWNED, { accountId }))],
  ownsAny: async (accountId) => (await read<{ owns: boolean }>(OWNS_ANY, { accountId }))[0]?.owns === true,
  editsAny: async (accountId) => (await read<{ edits: boolean }>(EDITS_ANY, { accountId }))[0]?.edits === true,
  setRole: (applicationId, accountId, role, by) =>
    transaction(async (run) => {
      // Of a link that is made at this moment, one of the two sees the other.
      await run(LOCK_ACCOUNT, { accountId });
      const may = await mayManage(run, applicationId, by);
      if (!may || (await run(SET_ROLE, { applicationId, accountId, role })).count === 0) return false;
      if (role === 'editor') await run(END_LINKS, { accountId });
      return true;
    }),
  remove: (applicationId, accountId, by) =>
    transaction(async (run) => {
      const may = by.accountId === accountId || (await mayManage(run, applicationId, by));
      return may && (await run(REMOVE, { applicationId, accountId })).count === 1;
    }),
  removeAll: (applicationId, by) =>
    transaction(async (run) => {
      if (!(await mayManage(run, applicationId, by))) return false;
      await run(REMOVE_ALL, { applicationId });
      await run(REMOVE_INVITATIONS, { applicationId });
      return true;
    }),
  handOver: ({ applicationId, fromAccountId, toAccountId, now }, max, by, mail) =>
    transaction(async (run) => {
      await run(LOCK_ACCOUNT, { accountId: toAccountId });
      const may = by ? mayManage(run, applicationId, by) : isLocked(run, applicationId);
      if (!(await may)) return 'gone';
      for (const accountId of [by?.accountId, toAccountId]) await requireSettled(run, { accountId, now });
      const [application] = (await run<{ ownerId: string }>(OWNER, { applicationId })).rows;
      if (application?.ownerId !== fromAccountId) return 'gone';
      const of = { applicationId, accountId: toAccountId };
      const [member] = (await run<{ name: string; emailVerified: boolean }>(MEMBER, of)).rows;
      if (!member) return 'gone';
      const [counted] = (await run<{ count: number }>(COUNT_OWNED, { toAccountId })).rows;
      if ((counted?.count ?? 0) >= max) return 'too-many';
      if ((await run(REMOVE, of)).count === 0) return 'gone';
      await run(SET_OWNER, { ...of, now });
      await run(INSERT_FORMER_OWNER, { applicationId, fromAccountId, now });
      await run(REMOVE_INVITATIONS, { applicationId });
      await run(END_LINKS, { accountId: toAccountId });
      await queueMail(run, withApplications(mail, [{ id: applicationId, name: member.name }], member));
      return 'handed-over';
    }),
});
