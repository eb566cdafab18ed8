// The forms for groups on the console's page of one account (contract 31).
import type { Account } from '../../../core/accounts/account.ts';
import { ID, type PageAct } from '../form-page.ts';
import { add, MEMBER_ACTS, remove } from './members.ts';

/** By the value of the form's field `action`. */
export const GROUP_ACTS: Readonly<Record<string, PageAct<Account>>> = {
  'add-to-group': {
    name: MEMBER_ACTS.add,
    async act(work) {
      const { ports, form, at: account } = work;
      const group = await ports.groups.findByName(form.get('group')?.trim() ?? '');
      return add(work, { groupId: group?.id, accountId: account.id }, 'group');
    },
  },
  'remove-from-group': {
    name: MEMBER_ACTS.remove,
    async act(work) {
      const { form, at: account } = work;
      const entry = form.get('entry') ?? '';
      return remove(work, { groupId: ID.test(entry) ? entry : undefined, accountId: account.id });
    },
  },
};
