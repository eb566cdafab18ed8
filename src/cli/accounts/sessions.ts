// `latchkey accounts sessions`: lists the devices on which a person is signed in, as the API does.
import { findAccount } from '../../core/accounts/administer-accounts.ts';
import { sessionJson } from '../../json/account.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { textTable } from '../text-table.ts';
import { recordCommand, withPorts } from '../with-ports.ts';

const SHOWN = 1000;

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports) => {
    const { id } = requireAccount(await findAccount(ports, name), name);
    await recordCommand(ports, context, { subjectId: id, fields: ['sessions'] });
    const documents = (await ports.sessions.listByAccount(id, ports.clock.now(), SHOWN)).map(sessionJson);
    const rows = documents.map(({ browser, system, network, created_at, last_used_at }) => [
      ...[browser, system, network, created_at, last_used_at],
    ]);
    return { json: documents, text: textTable(['BROWSER', 'SYSTEM', 'NETWORK', 'SIGNED IN', 'LAST USED'], rows) };
  });
}
