// `latchkey accounts list`: every account, in order of creation.
import type { Account } from '../../core/accounts/account.ts';
import { listAccounts } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountDocument, toTime } from '../documents.ts';
import { textTable } from '../text-table.ts';
import { withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<Answer> {
  return withPorts(context, async (ports) => {
    const accounts: Account[] = [];
    for await (const account of listAccounts(ports)) accounts.push(account);
    const rows = accounts.map(({ email, role, profile, username, disabledAt, createdAt }) => [
      email,
      role,
      profile.nickname ?? null,
      username ?? null,
      disabledAt === undefined ? 'active' : 'disabled',
      toTime(createdAt),
    ]);
    return {
      json: accounts.map(accountDocument),
      text: textTable(['EMAIL', 'ROLE', 'NICKNAME', 'USER NAME', 'STATE', 'CREATED'], rows),
    };
  });
}
