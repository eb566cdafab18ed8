// The forms for groups on the console's page of one account (contract 31).

import type { Account } from '../../../core/accounts/account.ts';
import type { AuditAction } from '../../../core/audit/audit-actions.ts';
import type { Ports } from '../../../core/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { Outcome } from '../outcome.ts';
import type { Entered } from '../place.ts';
import { add, ID, MEMBER_ACTS, remove } from './members.ts';

type Work = { ports: Ports; entered: Entered; account: Account; form: Parameters };

/** `name`: in the log and the audit. */
type GroupAct = { name: AuditAction; act(work: Work): Promise<Outcome> };

/** By the value of the form's field `action`. */
export const GROUP_ACTS: Readonly<Record<string, GroupAct>> = {
  'add-to-group': {
    name: MEMBER_ACTS.add,
    async act(work) {
      const { ports, form, account } = work;
      const group = await ports.groups.findByName(form.get('group')?.trim() ?? '');
      return add(work, { groupId: group?.id, accountId: account.id }, 'group');
    },
  },
  'remove-from-group': {
    name: MEMBER_ACTS.remove,
    async act(work) {
      const { form, account } = work;
      const entry = form.get('entry') ?? '';
      return remove(work, { groupId: ID.test(entry) ? entry : undefined, accountId: account.id });
    },
  },
};

export const groupActIn = (form: Parameters): GroupAct | undefined => {
  const name = form.get('action') ?? '';
  return Object.hasOwn(GROUP_ACTS, name) ? GROUP_ACTS[name] : undefined;
};
