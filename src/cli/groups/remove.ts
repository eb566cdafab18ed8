// `latchkey groups remove`: removes an account from a group, with effect at the next request of every application.
import { removeGroupMember } from '../../core/groups/manage-groups.ts';
import { onAccount } from '../accounts/on-account.ts';
import { CommandFailed } from '../command.ts';
import { requireGroup } from './group-text.ts';

export const run = onAccount(async ({ account: { id: accountId }, ports, context }) => {
  const name = context.flags.get('group');
  const { id: groupId } = await requireGroup(ports, name);
  if (!(await removeGroupMember(ports, { groupId, accountId }))) {
    throw new CommandFailed(`${accountId} is not in ${name}`);
  }
  return { json: { group: name, account: accountId, removed: true }, text: `Removed ${accountId} from ${name}.` };
});
