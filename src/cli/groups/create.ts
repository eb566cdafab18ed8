// `latchkey groups create`: creates a group, by core's rules.

import { checkGroup, type GroupDraft } from '../../core/people/groups/check-group.ts';
import { createGroup } from '../../core/people/groups/manage-groups.ts';
import type { CommandAnswer, CommandContext, Flags } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { withPorts } from '../frame/with-ports.ts';
import { actRefused, flagOf, groupAnswer } from './group-text.ts';

export function check(flags: Flags): string[] {
  const both = flags.has('any-application') && flags.has('application');
  return [
    // The flags' own check reports a name that is missing or wrong.
    ...faultLines(
      checkGroup(draftOf(flags)).faults.filter(({ path }) => path[0] !== 'name'),
      flagOf,
    ),
    ...(both ? ['--application and --any-application: give one of them'] : []),
  ];
}

export function run(context: CommandContext): Promise<CommandAnswer> {
  const draft = draftOf(context.flags);
  return withPorts(context, async (ports) => {
    const made = await createGroup(ports, { draft });
    if (made.kind !== 'done') throw actRefused(made, context.flags);
    return groupAnswer(made.group);
  });
}

const draftOf = (flags: Flags): GroupDraft => ({
  name: flags.optional('group'),
  label: flags.optional('label'),
  description: flags.optional('description'),
  applications: flags.has('any-application') ? 'any' : flags.all('application'),
});
