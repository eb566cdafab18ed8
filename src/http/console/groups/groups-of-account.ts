// The forms for groups on the console's page of one account (contract 31).
import type { Account } from '../../../core/ground/accounts/account.ts';
import { formOfGroupAct, type GroupFormAct } from '../../../core/ground/acts/group-acts.ts';
import { ID } from '../../../core/ground/secrets.ts';
import { ON_GROUP } from '../../../core/people/groups/manage-groups.ts';
import type { PageAct, Work } from '../frame/acts-page.ts';
import { type ActOutcome, changedMeanwhile } from '../frame/outcome.ts';
import { atMember, conflictAt, refusedAt } from './group-form.ts';

/** By the value of the form's field `action`. */
export const GROUP_ACTS: Readonly<Record<string, PageAct<Account>>> = {
  'add-to-group': {
    name: 'groups add-member',
    async act(work) {
      const group = await work.ports.groups.findByName(work.form.get('group')?.trim() ?? '');
      return group ? perform('add-member', work, group.id) : conflictAt('group', 'group-unknown-here');
    },
  },
  'remove-from-group': {
    name: 'groups remove-member',
    async act(work) {
      const entry = work.form.get('entry') ?? '';
      return ID.test(entry) ? perform('remove-member', work, entry) : changedMeanwhile;
    },
  },
};

async function perform(act: GroupFormAct, { ports, entered, at }: Work<Account>, id: string): Promise<ActOutcome> {
  const acted = await ON_GROUP[act](ports, { id, accountId: at.id, caller: entered.caller });
  if (acted.kind === 'done') return { kind: 'done', notice: formOfGroupAct(act).done };
  return refusedAt(acted, { ...atMember('group'), gone: 'group' });
}
