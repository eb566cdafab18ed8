// Who is in a group. Adding locks the account, so that its groups are counted by one transaction at a time, and keeps
// the group from being deleted.

import type { Actor } from '../../core/ground/acts/acting.ts';
import type { GroupMember, ShownGroup } from '../../core/people/groups/group.ts';
import type { GroupStore } from '../../core/people/groups/group-store.ts';
import { type Base, count, type Intent, row } from '../intent.ts';
import { statement } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { LOCK_ACCOUNT } from './locks.ts';

const LIST = statement(`
  select account_id, added_at from group_members
  where group_id = $groupId and account_id > $after order by account_id limit $limit`);
const FIND = statement(`
  select account_id, added_at from group_members where account_id = $accountId and group_id = $groupId`);
const GROUP = statement('select 1 as one from user_groups where id = $groupId for key share');
const COUNT = statement('select count(*) as count from group_members where account_id = $accountId');
const INSERT = statement(`
  insert into group_members (account_id, group_id, added_at) values ($accountId, $groupId, $now)`);
const DELETE = statement('delete from group_members where account_id = $accountId and group_id = $groupId');
const LIST_BY_ACCOUNT = statement(`
  select p.id, p.name, p.label, p.description, p.translations
  from group_members m join user_groups p on p.id = m.group_id where m.account_id = $accountId order by p.name`);

type Act = { accountId: string; now: number };

const requireMay = (by: Actor | undefined, { accountId, now }: Act): Intent<void> =>
  requireMayAct({ by: by && { act: 'change-groups', caller: by }, accountId, now });

export const createGroupMembers = (
  base: Base,
): Pick<GroupStore, 'listMembers' | 'findMember' | 'addMember' | 'removeMember' | 'listByAccount'> => ({
  listMembers: (page) => base.rows<GroupMember>(LIST, page),
  findMember: (groupId, accountId) => base.row<GroupMember>(FIND, { groupId, accountId }),
  addMember: ({ max, ...member }, by) =>
    base.write(function* () {
      yield* requireMay(by, member);
      if ((yield* count(LOCK_ACCOUNT, member)) === 0) return 'account-unknown';
      if (!(yield* row(GROUP, member))) return 'gone';
      if (yield* row(FIND, member)) return 'is-member';
      if (((yield* row<{ count: number }>(COUNT, member))?.count ?? 0) >= max) return 'too-many';
      yield* count(INSERT, member);
      return 'created';
    }),
  removeMember: (member, by) =>
    base.write(function* () {
      yield* requireMay(by, member);
      return (yield* count(DELETE, member)) === 1;
    }),
  listByAccount: (accountId) => base.rows<ShownGroup>(LIST_BY_ACCOUNT, { accountId }),
});
