// Puts people into groups and takes them out, from the page of the group and from that of the account (contract 31).
import { accountNameIn, findAccount } from '../../../core/accounts/administer-accounts.ts';
import { addGroupMember, removeGroupMember } from '../../../core/groups/manage-groups.ts';
import type { Ports } from '../../../core/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { ID } from '../form-page.ts';
import { changedMeanwhile, type Outcome } from '../outcome.ts';
import type { Entered } from '../place.ts';
import { conflictAt } from './group-form.ts';

type Work = { ports: Ports; entered: Pick<Entered, 'caller'> };

/** Names of the acts in the log and the audit, whichever page they are done on. */
export const MEMBER_ACTS = { add: 'groups add-member', remove: 'groups remove-member' } as const;

/** The account that the form names: one of the list by its id, or another one that was typed. */
export async function accountIn(ports: Ports, form: Parameters): Promise<string | undefined> {
  const [entry = '', typed = ''] = [form.get('entry'), form.get('who')?.trim()];
  if (typed === '') return ID.test(entry) ? entry : undefined;
  return (await findAccount(ports, accountNameIn(typed)))?.id;
}

/** @param field of the form, which named one of the two */
export async function add(
  { ports, entered }: Work,
  { groupId, accountId }: { groupId: string | undefined; accountId: string | undefined },
  field: 'who' | 'group',
): Promise<Outcome> {
  if (accountId === undefined) return conflictAt([field], 'group-account-unknown');
  if (groupId === undefined) return conflictAt([field], 'group-unknown-here');
  switch (await addGroupMember(ports, { groupId, accountId, caller: entered.caller })) {
    case 'created':
      return { kind: 'done', notice: 'group-member-added' };
    case 'gone':
      return conflictAt([field], 'group-unknown-here');
    case 'account-unknown':
      return conflictAt([field], 'group-account-unknown');
    case 'is-member':
      return conflictAt([field], 'group-has-member');
    case 'too-many':
      return conflictAt([field], 'groups-of-person');
  }
}

export async function remove(
  { ports, entered }: Work,
  { groupId, accountId }: { groupId: string | undefined; accountId: string | undefined },
): Promise<Outcome> {
  const isNamed = groupId !== undefined && accountId !== undefined;
  const removed = isNamed && (await removeGroupMember(ports, { groupId, accountId, caller: entered.caller }));
  return removed ? { kind: 'done', notice: 'group-member-removed' } : changedMeanwhile;
}
