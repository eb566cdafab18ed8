// What operators see of a group: its settings, which applications may name it, and who is in it (contract 31).
import type { Ports } from '../ports.ts';
import type { Group, GroupMember, NamingApplication } from './group.ts';

/** Of more, the page shows the ids alone. */
const APPLICATIONS_NAMED = 50;

export type GroupLook = {
  group: Group;
  /** Those that may name it, as many as are named. */
  applications: readonly NamingApplication[];
  members: readonly (GroupMember & { email: string })[];
  /** The account after which the next page of members begins; undefined: there is none. */
  next: string | undefined;
};

type Deps = Pick<Ports, 'groups' | 'applications' | 'accounts'>;

/** @param page `after`: an account, or nothing @returns undefined: no such group */
export async function lookAtGroup(
  deps: Deps,
  { id, after, limit }: { id: string; after: string; limit: number },
): Promise<GroupLook | undefined> {
  const group = await deps.groups.find(id);
  if (!group) return undefined;
  const ids = group.applications === 'any' ? [] : group.applications.slice(0, APPLICATIONS_NAMED);
  const [applications, found] = await Promise.all([
    Promise.all(ids.map((one) => deps.applications.find(one))),
    deps.groups.listMembers({ groupId: id, after, limit: limit + 1 }),
  ]);
  const shown = found.slice(0, limit);
  const accounts = await Promise.all(shown.map(({ accountId }) => deps.accounts.find(accountId)));
  return {
    group,
    applications: applications.flatMap((one) => (one ? [{ id: one.id, name: one.name }] : [])),
    // An account that was deleted meanwhile is in no group.
    members: shown.flatMap((member, at) => {
      const email = accounts[at]?.email;
      return email === undefined ? [] : [{ ...member, email }];
    }),
    next: found.length > limit ? shown.at(-1)?.accountId : undefined,
  };
}
