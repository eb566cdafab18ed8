// `latchkey groups add`: adds an account to a group, with effect at the next request of every application.
import { MAX_GROUPS_OF_PERSON } from '../../core/groups/group.ts';
import { addGroupMember } from '../../core/groups/manage-groups.ts';
import { onAccount } from '../accounts/on-account.ts';
import { CommandFailed } from '../command.ts';
import { noSuchAccount } from '../require-found.ts';
import { noSuchGroup, requireGroup } from './group-text.ts';

export const run = onAccount(async ({ account: { id: accountId }, name: account, ports, context }) => {
  const name = context.flags.get('group');
  const { id: groupId } = await requireGroup(ports, name);
  switch (await addGroupMember(ports, { groupId, accountId })) {
    case 'created':
      return { json: { group: name, account: accountId, added: true }, text: `Added ${accountId} to ${name}.` };
    case 'is-member':
      return { json: { group: name, account: accountId, added: false }, text: `${accountId} is in ${name} already.` };
    case 'gone':
      throw noSuchGroup(name);
    case 'account-unknown':
      throw noSuchAccount(account);
    case 'too-many':
      throw new CommandFailed(`The account is in ${MAX_GROUPS_OF_PERSON} groups, as many as a person can be in`);
  }
});
