// `latchkey groups list`: lists the groups by name.
import type { Ports } from '../../core/operating/ports.ts';
import { groupJson } from '../../json/group.ts';
import type { CommandContext } from '../frame/command.ts';
import type { ListEntry } from '../frame/print-list.ts';
import { withPorts } from '../frame/with-ports.ts';
import { namingText } from './group-text.ts';

const AT_ONCE = 500;

export function run(context: CommandContext): Promise<undefined> {
  const prefix = context.flags.optional('prefix') ?? '';
  return withPorts(context, async (ports) =>
    context.printList({
      heading: ['ID', 'NAME', 'LABEL', 'APPLICATIONS', 'CREATED'],
      entries: entriesOf(ports, prefix),
    }),
  );
}

async function* entriesOf({ groups }: Pick<Ports, 'groups'>, prefix: string): AsyncGenerator<ListEntry> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await groups.list({ prefix, after, limit: AT_ONCE });
    for (const group of page) {
      const json = groupJson(group);
      yield { json, cells: [json.id, json.name, json.label ?? null, namingText(group), json.created_at] };
    }
    after = page.length < AT_ONCE ? undefined : page.at(-1)?.name;
  }
}
