// `latchkey accounts disable`: ends every sign-in of an account and refuses new ones until it is enabled again.
import { setAccountDisabled } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext } from '../command.ts';
import { requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';
import { accountAnswer } from './account-text.ts';

export function run(context: CommandContext): Promise<Answer> {
  const email = context.flags.get('email');
  return withPorts(context, async (ports) =>
    accountAnswer(requireAccount(await setAccountDisabled(ports, email, true), email)),
  );
}
