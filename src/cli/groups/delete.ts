// `latchkey groups delete`: deletes a group, and takes everybody out of it.
import { removeGroup } from '../../core/groups/manage-groups.ts';
import { type Answer, type CommandContext, CommandFailed } from '../command.ts';
import { withPorts } from '../with-ports.ts';
import { applicationLines, noSuchGroup, requireGroup } from './group-text.ts';

export function run(context: CommandContext): Promise<Answer> {
  const name = context.flags.get('group');
  return withPorts(context, async (ports) => {
    const { id } = await requireGroup(ports, name);
    const removed = await removeGroup(ports, { id, force: context.flags.has('force') });
    switch (removed.kind) {
      case 'removed':
        return { json: { deleted: true, id, name }, text: `Deleted ${name}.` };
      case 'gone':
        throw noSuchGroup(name);
      case 'named':
        throw new CommandFailed(
          'Applications name the group. Take it out of their groups and allowed_groups first, or give --force:',
          ...applicationLines(removed.applications),
        );
      case 'empties':
        throw new CommandFailed(
          'Nobody could sign in to these applications any more. Let them admit another group first:',
          ...applicationLines(removed.applications),
        );
    }
  });
}
