// `latchkey accounts show`: shows an account.
import { findAccount } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { recordCommand, withPorts } from '../with-ports.ts';
import { accountAnswer } from './account-text.ts';

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports) => {
    const account = requireAccount(await findAccount(ports, name), name);
    await recordCommand(ports, context, { subjectId: account.id });
    return accountAnswer(account);
  });
}
