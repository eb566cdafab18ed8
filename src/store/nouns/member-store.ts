// Members of applications. A transaction that adds a member or removes all of them locks the application's row, so that
// members are counted and owners changed by one transaction at a time. The account of a new owner is locked before the
// application, as when it registers one.
import type { Member } from '../../core/applications/members/member.ts';
import type { MemberStore } from '../../core/applications/members/member-store.ts';
import type { OwnedApplication } from '../../core/ground/acts/acting.ts';
import { withApplications } from '../../core/sign-in/accounts/hand-over.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { MAY_OWN } from '../roles.ts';
import { statement, table } from '../statement.ts';
import { requireSettled } from './doubt.ts';
import { EDITS_ANY } from './edits-any.ts';
import { END_LINKS } from './end-access.ts';
import { OWNED } from './hand-over.ts';
import { LOCK_ACCOUNT, LOCK_APPLICATION } from './locks.ts';
import { mayManage } from './may-manage.ts';
import { ownsTooMany, passOwnership, REMOVE_INVITATIONS, REMOVE_MEMBER } from './pass-ownership.ts';
import { queueMail } from './queue-mail.ts';

export const APPLICATION_MEMBERS = table('application_members', 'application_id account_id', {
  text: 'application_id account_id role',
  integer: 'created_at',
});

const LIST = statement(`
  select a.id as application_id, u.id as account_id, u.email, u.email_verified, u.profile ->> 'nickname' as nickname,
    'owner' as role, a.created_at as created_at, null as cannot_own, 0 as place
  from applications a join accounts u on u.id = a.owner_id where a.id = $id
  union all
  select m.application_id, u.id, u.email, u.email_verified, u.profile ->> 'nickname', m.role, m.created_at,
    case when u.disabled_at is not null or u.leaving_since is not null then 'inactive'
      when u.role = 'user' then 'user' when u.role not in ${MAY_OWN} then 'role' end, 1
  from application_members m join accounts u on u.id = m.account_id where m.application_id = $id
  order by place, created_at, account_id`);
const ROLE_OF = statement(`
  select case when a.owner_id = $accountId then 'owner' else m.role end as role
  from applications a
  left join application_members m on m.application_id = a.id and m.account_id = $accountId where a.id = $id`);

const OWNS_ANY = statement('select exists (select 1 from applications where owner_id = $accountId) as owns', {
  owns: 'boolean',
});
const OWNER = statement('select owner_id from applications where id = $applicationId');
const MEMBER = statement(`
  select email_verified, (select name from applications where id = $applicationId) as name
  from application_members join accounts on id = account_id
  where application_id = $applicationId and account_id = $accountId and leaving_since is null and disabled_at is null
    and accounts.role in ${MAY_OWN}`);
const SET_ROLE = statement(`
  update application_members set role = $role where application_id = $applicationId and account_id = $accountId`);
const REMOVE_ALL = statement('delete from application_members where application_id = $applicationId');

/** What `mayManage` holds, for the command line. False: there is no such application. */
function* isLocked(applicationId: string): Intent<boolean> {
  return (yield* count(LOCK_APPLICATION, { applicationId })) === 1;
}

export const createMemberStore = (base: Base): MemberStore => ({
  list: async (id) => {
    const members = await base.rows<Member & { place: number }>(LIST, { id });
    return members.map(({ place: _place, ...member }) => ({ ...member, nickname: member.nickname }));
  },
  roleOf: async (id, accountId) => (await base.row<Pick<Member, 'role'>>(ROLE_OF, { id, accountId }))?.role,
  listOwned: (accountId) => base.rows<OwnedApplication>(OWNED, { accountId }),
  ownsAny: async (accountId) => (await base.row<{ owns: boolean }>(OWNS_ANY, { accountId }))?.owns === true,
  editsAny: async (accountId) => (await base.row<{ edits: boolean }>(EDITS_ANY, { accountId }))?.edits === true,
  setRole: (applicationId, accountId, role, by) =>
    base.write(function* () {
      // Of a link that is made at this moment, one of the two sees the other.
      yield* lock(LOCK_ACCOUNT, { accountId });
      const may = yield* mayManage(applicationId, by);
      if (!may || (yield* count(SET_ROLE, { applicationId, accountId, role })) === 0) return false;
      if (role === 'editor') yield* count(END_LINKS, { accountId });
      return true;
    }),
  remove: (applicationId, accountId, by) =>
    base.write(function* () {
      const may = by.accountId === accountId || (yield* mayManage(applicationId, by));
      return may && (yield* count(REMOVE_MEMBER, { applicationId, accountId })) === 1;
    }),
  removeAll: (applicationId, by) =>
    base.write(function* () {
      if (!(yield* mayManage(applicationId, by))) return false;
      yield* count(REMOVE_ALL, { applicationId });
      yield* count(REMOVE_INVITATIONS, { applicationId });
      return true;
    }),
  handOver: ({ applicationId, fromAccountId, toAccountId, now }, max, by, mail) =>
    base.write(function* () {
      yield* lock(LOCK_ACCOUNT, { accountId: toAccountId });
      const may = yield* by ? mayManage(applicationId, by) : isLocked(applicationId);
      if (!may) return 'gone';
      for (const accountId of [by?.accountId, toAccountId]) yield* requireSettled({ accountId, now });
      const application = yield* row<{ ownerId: string }>(OWNER, { applicationId });
      if (application?.ownerId !== fromAccountId) return 'gone';
      const of = { applicationId, accountId: toAccountId };
      const member = yield* row<{ name: string; emailVerified: boolean }>(MEMBER, of);
      if (!member) return 'gone';
      if (yield* ownsTooMany({ toAccountId }, max)) return 'too-many';
      // A member who leaves at this moment was one until now, or is none.
      if ((yield* count(REMOVE_MEMBER, of)) === 0) return 'gone';
      yield* passOwnership({ applicationId, fromAccountId, toAccountId, now });
      yield* queueMail(withApplications(mail, [{ id: applicationId, name: member.name }], member));
      return 'handed-over';
    }),
});
