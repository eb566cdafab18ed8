// `latchkey accounts show` and `latchkey accounts sessions`: an account, and the devices on which a person is signed
// in, as the API shows them.
import { sessionJson } from '../../json/account.ts';
import type { CommandWork } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';
import { recordCommand } from '../frame/with-ports.ts';
import { accountAnswer } from './account-text.ts';
import { onAccount } from './on-account.ts';

const SHOWN = 1000;

export const show: CommandWork = {
  run: onAccount(async ({ ports, account, context }) => {
    await recordCommand(ports, context, { subjectId: account.id });
    const groups = await ports.groups.listByAccount(account.id);
    return accountAnswer(
      account,
      groups.map(({ name }) => name),
    );
  }),
};

export const sessions: CommandWork = {
  run: onAccount(async ({ ports, account: { id }, context }) => {
    await recordCommand(ports, context, { subjectId: id, fields: ['sessions'] });
    const documents = (await ports.sessions.listByAccount(id, ports.clock.now(), SHOWN)).map(sessionJson);
    const rows = documents.map(({ browser, system, network, created_at, last_used_at }) => [
      ...[browser, system, network, created_at, last_used_at],
    ]);
    return { json: documents, text: textTable(['BROWSER', 'SYSTEM', 'NETWORK', 'SIGNED IN', 'LAST USED'], rows) };
  }),
};
