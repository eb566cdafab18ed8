// `latchkey accounts set-role`: changes an account's role, with immediate effect on every process.
import type { Role } from '../../core/accounts/account.ts';
import { setAccountRole } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';
import { accountAnswer, resetWarnings, unverifiedWarnings } from './account-text.ts';

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  const role = context.flags.get('role') as Role;
  return withPorts(context, async (ports) => {
    const account = requireAccount(await setAccountRole(ports, name, role), name);
    return {
      ...accountAnswer(account),
      warnings: role === 'user' ? [] : [...unverifiedWarnings(account), ...resetWarnings(account)],
    };
  });
}
