// `latchkey audit list`: who changed or looked at what, the newest first.
import { readAudit } from '../../core/operating/audit/read-audit.ts';
import type { CommandContext } from '../frame/command.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';
import { ENTRY_HEADING, entryRow } from './entry-rows.ts';
import { checkPeriod, periodOf } from './period.ts';

const DEFAULT_LIMIT = 50;

export const check = checkPeriod;

export function run(context: CommandContext): Promise<undefined> {
  const { flags } = context;
  const applicationId = flags.optional('application');
  const subjectId = flags.optional('subject');
  const before = flags.optional('before');
  const page = {
    applicationId,
    accountId: flags.optional('account'),
    subjectId,
    action: flags.optional('action'),
    ...periodOf(flags),
    beforeId: before === undefined ? undefined : Number(before),
    limit: Number(flags.optional('limit') ?? DEFAULT_LIMIT),
  };
  return withPorts(context, async (ports) => {
    const { entries } = await readAudit(ports, page);
    await recordCommand(ports, context, { applicationId, subjectId });
    return context.printList({ heading: ENTRY_HEADING, entries: rowsOf(entries.map(entryRow)) });
  });
}

async function* rowsOf<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
