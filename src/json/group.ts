// Groups and their members as JSON (contract 31), for the API and for `--json`.
import type { Group, GroupMember } from '../core/people/groups/group.ts';
import { timeText } from './time.ts';

export const groupJson = (group: Group) => ({
  id: group.id,
  name: group.name,
  label: group.label,
  description: group.description,
  translations: group.translations,
  applications: group.applications,
  created_at: timeText(group.createdAt),
  updated_at: timeText(group.updatedAt),
});

export const groupMemberJson = ({ accountId, addedAt }: GroupMember) => ({
  account: accountId,
  added_at: timeText(addedAt),
});
