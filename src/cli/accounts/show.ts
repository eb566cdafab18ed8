// `latchkey accounts show`: shows an account.
import { findAccount } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext } from '../command.ts';
import { requireAccount } from '../require-found.ts';
import { recordCommand, withPorts } from '../with-ports.ts';
import { accountAnswer } from './account-text.ts';

export function run(context: CommandContext): Promise<Answer> {
  const email = context.flags.get('email');
  return withPorts(context, async (ports) => {
    const account = requireAccount(await findAccount(ports, email), email);
    await recordCommand(ports, context, { subjectId: account.id });
    return accountAnswer(account);
  });
}
