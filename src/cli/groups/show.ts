// `latchkey groups show`: shows a group, which applications use it, and who is in it.

import type { Ports } from '../../core/operating/ports.ts';
import type { GroupMember } from '../../core/people/groups/group.ts';
import { groupMemberJson } from '../../json/group.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';
import { groupAnswer, requireGroup } from './group-text.ts';

/** Members in one statement, and the first applications. */
const AT_ONCE = 1000;

export function run(context: CommandContext): Promise<CommandAnswer> {
  const name = context.flags.get('group');
  return withPorts(context, async (ports) => {
    const group = await requireGroup(ports, name);
    await recordCommand(ports, context, { entry: group.id });
    const members = (await membersOf(ports, group.id)).map(groupMemberJson);
    const { json, text } = groupAnswer(group);
    const rows = members.map(({ account, added_at }) => [account, added_at]);
    const uses = await ports.groups.listUses({ groupId: group.id, limit: AT_ONCE });
    const usedBy = uses.map(({ id, name, receives, admits }) => [id, receives ? 'yes' : '', admits ? 'yes' : '', name]);
    const tables = [
      textTable(['APPLICATION', 'RECEIVES', 'LETS IN', 'NAME'], usedBy),
      textTable(['ACCOUNT', 'ADDED'], rows),
    ];
    return { json: { ...(json as object), used_by: uses, members }, text: [text, ...tables].join('\n\n') };
  });
}

async function membersOf({ groups }: Pick<Ports, 'groups'>, groupId: string): Promise<GroupMember[]> {
  const members: GroupMember[] = [];
  for (;;) {
    const page = await groups.listMembers({ groupId, after: members.at(-1)?.accountId ?? '', limit: AT_ONCE });
    members.push(...page);
    if (page.length < AT_ONCE) return members;
  }
}
