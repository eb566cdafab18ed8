// `latchkey groups show`: shows a group and who is in it.
import type { GroupMember } from '../../core/groups/group.ts';
import type { Ports } from '../../core/ports.ts';
import { groupMemberJson } from '../../json/group.ts';
import type { Answer, CommandContext } from '../command.ts';
import { textTable } from '../text-table.ts';
import { recordCommand, withPorts } from '../with-ports.ts';
import { groupAnswer, requireGroup } from './group-text.ts';

const AT_ONCE = 1000;

export function run(context: CommandContext): Promise<Answer> {
  const name = context.flags.get('group');
  return withPorts(context, async (ports) => {
    const group = await requireGroup(ports, name);
    await recordCommand(ports, context, { entry: group.id });
    const members = (await membersOf(ports, group.id)).map(groupMemberJson);
    const { json, text } = groupAnswer(group);
    const rows = members.map(({ account, added_at }) => [account, added_at]);
    return { json: { ...(json as object), members }, text: `${text}\n\n${textTable(['ACCOUNT', 'ADDED'], rows)}` };
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
