// Groups to begin a test with, and people in them.

import type { Ports } from '../../src/core/operating/ports.ts';
import type { Group } from '../../src/core/people/groups/group.ts';
import { addGroupMember, createGroup, removeGroupMember } from '../../src/core/people/groups/manage-groups.ts';

type World = { ports: Ports };

/** @param draft.applications default: any */
export async function givenGroup(
  { ports }: World,
  name: string,
  draft: { label?: string; applications?: 'any' | readonly string[] } = {},
): Promise<Group> {
  const made = await createGroup(ports, { draft: { name, applications: 'any', ...draft } });
  if (made.kind !== 'done') throw new Error(`${name}: ${JSON.stringify(made)}`);
  return made.group;
}

export async function join({ ports }: World, group: Group, accountId: string): Promise<void> {
  const added = await addGroupMember(ports, { id: group.id, accountId });
  if (added.kind !== 'done') throw new Error(`${group.name}: ${added.kind}`);
}

export const leave = async ({ ports }: World, group: Group, accountId: string): Promise<boolean> =>
  (await removeGroupMember(ports, { id: group.id, accountId })).kind === 'done';
