// What the commands do to one group, as the console and the API do it (contract 31).
import { asksAccount, type GroupFormAct } from '../../core/ground/acts/group-acts.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { ON_GROUP } from '../../core/people/groups/manage-groups.ts';
import { onAccount } from '../accounts/on-account.ts';
import type { CommandAnswer, CommandContext, CommandWork } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { actRefused, requireGroup } from './group-text.ts';

/** The answer. `account`: its id, where the act asks for one; `isDone`: false where there was nothing to do. */
export type Tell = (on: { id: string; name: string; account: string; isDone: boolean }) => CommandAnswer;

export function workOf(act: GroupFormAct, tell: Tell): CommandWork {
  const perform = async (ports: Ports, { flags }: CommandContext, accountId?: string): Promise<CommandAnswer> => {
    const { id, name } = await requireGroup(ports, flags.get('group'));
    const acted = await ON_GROUP[act](ports, { id, accountId, force: flags.has('force') });
    if (acted.kind !== 'done' && acted.kind !== 'group-has-member') throw actRefused(acted, flags, accountId);
    return tell({ id, name, account: accountId ?? '', isDone: acted.kind === 'done' });
  };
  return {
    run: asksAccount(act)
      ? onAccount(({ ports, context, account }) => perform(ports, context, account.id))
      : (context) => withPorts(context, (ports) => perform(ports, context)),
  };
}
