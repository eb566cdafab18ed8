// `latchkey accounts enable`: lets a disabled account sign in again.
import { setAccountDisabled } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';
import { accountAnswer } from './account-text.ts';

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports) =>
    accountAnswer(requireAccount(await setAccountDisabled(ports, name, false), name)),
  );
}
