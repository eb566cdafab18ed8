// `latchkey audit export --reason TEXT`: every entry up to this one, the oldest first. It is an entry with its reason.
import type { Ports } from '../../core/ports.ts';
import type { CommandContext } from '../command.ts';
import type { ListEntry } from '../print-list.ts';
import { recordCommand, withPorts } from '../with-ports.ts';
import { ENTRY_HEADING, entryRow } from './entry-rows.ts';

const PAGE = 500;

export function run(context: CommandContext): Promise<undefined> {
  const { flags } = context;
  const applicationId = flags.optional('application');
  return withPorts(context, async (ports) => {
    await recordCommand(ports, context, { applicationId, reason: flags.get('reason') });
    return context.printList({ heading: ENTRY_HEADING, entries: exported(ports, applicationId) });
  });
}

async function* exported(
  { audit }: Pick<Ports, 'audit'>,
  applicationId: string | undefined,
): AsyncGenerator<ListEntry> {
  const toId = (await audit.list({ limit: 1 }))[0]?.id ?? 0;
  // What the purge has passed is about to be deleted.
  let afterId = (await audit.horizon())?.toId ?? 0;
  for (;;) {
    const page = await audit.read({ afterId, toId, limit: PAGE });
    for (const entry of page) {
      if (applicationId === undefined || entry.applicationId === applicationId) yield entryRow(entry);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    afterId = last.id;
  }
}
