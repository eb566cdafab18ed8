// `latchkey accounts list`: lists accounts in order of creation: all of them, a page, or those that match the filters.
import { type Account, type AccountStatus, type Role, statusOf } from '../../core/ground/accounts/account.ts';
import { listAccounts } from '../../core/people/accounts/administer-accounts.ts';
import { accountJson } from '../../json/account.ts';
import { timeOrNull } from '../../json/time.ts';
import type { CommandContext, Flags } from '../frame/command.ts';
import type { ListEntry } from '../frame/print-list.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';

export const check = (flags: Flags): readonly string[] =>
  flags.has('disabled') && flags.has('status') ? ['--disabled and --status: give one of them'] : [];

export function run(context: CommandContext): Promise<undefined> {
  const { flags } = context;
  const limit = flags.optional('limit');
  const query = {
    email: flags.optional('email'),
    role: flags.optional('role') as Role | undefined,
    status: flags.has('disabled') ? 'disabled' : (flags.optional('status') as AccountStatus | undefined),
    afterId: flags.optional('after'),
    limit: limit === undefined ? undefined : Number(limit),
  };
  return withPorts(context, async (ports) => {
    const searched = ['email', 'role', 'status', 'disabled'].filter((name) => flags.has(name));
    await recordCommand(ports, context, { fields: searched });
    return context.printList({
      heading: ['ID', 'EMAIL', 'ROLE', 'NICKNAME', 'USERNAME', 'STATE', 'CREATED'],
      entries: entriesOf(listAccounts(ports, query)),
    });
  });
}

async function* entriesOf(accounts: AsyncIterable<Account>): AsyncGenerator<ListEntry> {
  for await (const account of accounts) {
    const { id, email, role, profile, username, createdAt } = account;
    yield {
      json: accountJson(account),
      cells: [id, email, role, profile.nickname ?? null, username ?? null, statusOf(account), timeOrNull(createdAt)],
    };
  }
}
