// `latchkey audit export --reason TEXT`: every entry up to this one, or of a time, the oldest first. It is an entry
// itself, with its reason.

import type { Ports } from '../../core/operating/ports.ts';
import type { AuditRange } from '../../core/server/audit/audit-store.ts';
import { rangeOfTimes } from '../../core/server/audit/find-by-time.ts';
import type { CommandContext } from '../frame/command.ts';
import type { ListEntry } from '../frame/print-list.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';
import { ENTRY_HEADING, entryRow } from './entry-rows.ts';
import { checkPeriod, periodOf } from './period.ts';

const PAGE = 500;

export const check = checkPeriod;

export function run(context: CommandContext): Promise<undefined> {
  const { flags } = context;
  const narrowed = { applicationId: flags.optional('application'), ...periodOf(flags) };
  return withPorts(context, async (ports) => {
    await recordCommand(ports, context, { applicationId: narrowed.applicationId, reason: flags.get('reason') });
    return context.printList({ heading: ENTRY_HEADING, entries: exported(ports, narrowed) });
  });
}

async function* exported(
  { audit }: Pick<Ports, 'audit'>,
  { applicationId, ...period }: { applicationId: string | undefined } & Pick<AuditRange, 'from' | 'to'>,
): AsyncGenerator<ListEntry> {
  const newest = (await audit.list({ limit: 1 }))[0]?.id ?? 0;
  const { from = 0, to = Number.POSITIVE_INFINITY, ...range } = await rangeOfTimes({ audit }, period);
  const toId = Math.min(newest, (range.beforeId ?? newest + 1) - 1);
  // What the purge has passed is about to be deleted.
  let afterId = Math.max((await audit.horizon())?.toId ?? 0, range.afterId ?? 0);
  for (;;) {
    const page = await audit.read({ afterId, toId, limit: PAGE });
    for (const entry of page) {
      const isOfTime = entry.at >= from && entry.at < to;
      if (isOfTime && (applicationId ?? entry.applicationId) === entry.applicationId) yield entryRow(entry);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    afterId = last.id;
  }
}
