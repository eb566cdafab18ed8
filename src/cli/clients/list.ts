// `latchkey clients list`: lists hosts of clients that nobody registered, by name.
import type { Ports } from '../../core/operating/ports.ts';
import { clientHostJson } from '../../json/client-host.ts';
import type { CommandContext } from '../frame/command.ts';
import type { ListEntry } from '../frame/print-list.ts';
import { withPorts } from '../frame/with-ports.ts';

const PAGE_SIZE = 100;

export function run(context: CommandContext): Promise<undefined> {
  return withPorts(context, (ports) =>
    context.printList({ heading: ['HOST', 'PEOPLE', 'BLOCKED', 'LAST USED'], entries: entriesOf(ports) }),
  );
}

async function* entriesOf({ clientDocuments }: Ports): AsyncGenerator<ListEntry> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found: Awaited<ReturnType<typeof clientDocuments.listHosts>> = await clientDocuments.listHosts({
      after,
      limit: PAGE_SIZE,
    });
    for (const one of found) {
      const json = clientHostJson(one);
      yield {
        json,
        cells: [json.host, String(json.people), json.blocked ? 'yes' : 'no', json.last_used_at ?? 'never'],
      };
    }
    after = found.length === PAGE_SIZE ? found.at(-1)?.host : undefined;
  }
}
