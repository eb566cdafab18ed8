// `latchkey accounts end-sessions`: signs a person out everywhere, as support does in the console.
import { findAccount } from '../../core/accounts/administer-accounts.ts';
import { endSessionsOf } from '../../core/operators/act-on-account.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports) => {
    const account = requireAccount(await findAccount(ports, name), name);
    await endSessionsOf(ports, { account });
    const { id, email } = account;
    return { json: { ended: true, id, email }, text: `Signed ${email} out on all devices.` };
  });
}
