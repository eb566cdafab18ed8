// `latchkey accounts delete`: deletes an account with all its data. One that owns applications stays, unless somebody
// gets them.
import { deleteAccount } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';
import { newOwnerOf } from './new-owner.ts';

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports) => {
    const newOwner = await newOwnerOf(ports, context.flags);
    const account = requireAccount(await deleteAccount(ports, name, newOwner), name);
    return { json: { deleted: true, id: account.id, email: account.email }, text: `Deleted ${account.email}.` };
  });
}
