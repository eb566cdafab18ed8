// `latchkey mails list`: lists the mails that were given up, the newest first.
import { everyGivenUp } from '../../core/mail/list-given-up.ts';
import type { GivenUpMail } from '../../core/mail/mail-store.ts';
import { timeText } from '../../json/time.ts';
import type { CommandContext } from '../command.ts';
import type { ListEntry } from '../print-list.ts';
import { withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<undefined> {
  return withPorts(context, (ports) =>
    context.printList({
      heading: ['ID', 'KIND', 'QUEUED', 'GIVEN UP', 'TRIES', 'REASON'],
      entries: entriesOf(everyGivenUp(ports)),
    }),
  );
}

async function* entriesOf(mails: AsyncIterable<GivenUpMail>): AsyncGenerator<ListEntry> {
  for await (const { id, kind, createdAt, endedAt, tries, failure } of mails) {
    const [created_at, given_up_at] = [timeText(createdAt), timeText(endedAt)];
    yield {
      json: { id, kind, created_at, given_up_at, tries, reason: failure },
      cells: [id, kind, created_at, given_up_at, String(tries), failure],
    };
  }
}
