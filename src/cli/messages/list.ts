// `latchkey messages list`: lists the messages that were given up, the newest first.
import { GIVEN_UP_KINDS, type GivenUpMessage } from '../../core/operating/given-up/given-up-store.ts';
import { everyGivenUp } from '../../core/operating/given-up/list-given-up.ts';
import { timeText } from '../../json/time.ts';
import type { CommandContext } from '../frame/command.ts';
import type { ListEntry } from '../frame/print-list.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<undefined> {
  const asked = context.flags.optional('kind');
  const kind = GIVEN_UP_KINDS.find((one) => one === asked);
  return withPorts(context, (ports) =>
    context.printList({
      heading: ['ID', 'KIND', 'TYPE', 'APPLICATION', 'HOST', 'SINCE', 'GIVEN UP', 'TRIES', 'REASON'],
      entries: entriesOf(everyGivenUp(ports, { kind })),
    }),
  );
}

async function* entriesOf(messages: AsyncIterable<GivenUpMessage>): AsyncGenerator<ListEntry> {
  for await (const message of messages) {
    const { id, kind, type = null, applicationId = null, host = null, tries, failure } = message;
    const [created_at, given_up_at] = [timeText(message.createdAt), timeText(message.endedAt)];
    yield {
      json: { id, kind, type, application_id: applicationId, host, created_at, given_up_at, tries, reason: failure },
      cells: [id, kind, type, applicationId, host, created_at, given_up_at, String(tries), failure],
    };
  }
}
