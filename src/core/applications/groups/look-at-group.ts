// What operators see of a group: its settings, which applications name it or may, and who is in it (contract 31).

import type { Group, GroupMember, GroupUses, NamingApplication } from '../../people/groups/group.ts';
import type { Caller } from '../applications/find-application.ts';
import { searchApplications } from '../applications/list-applications.ts';
import type { Ports } from '../ports.ts';

/** Of more, the page says that there are others, which a search finds. */
const APPLICATIONS_SHOWN = 50;
const FOUND_SHOWN = 20;

/** `uses`: its lists that name the group; undefined: none. `isListed`: the group lets it by its id. */
export type LookedAtApplication = NamingApplication & {
  uses: Pick<GroupUses, 'receives' | 'admits'> | undefined;
  isListed: boolean;
};

export type Searched = Omit<LookedAtApplication, 'uses'>;

export type GroupLook = {
  group: Group;
  /** Those that name it, before those that only may. */
  applications: readonly LookedAtApplication[];
  moreApplications: boolean;
  /** What applications were searched for; undefined: nothing. `found`: those with it in their name, by name. */
  search: { text: string; found: readonly Searched[]; more: boolean } | undefined;
  members: readonly (GroupMember & { email: string })[];
  /** The account after which the next page of members begins; undefined: there is none. */
  next: string | undefined;
};

type Deps = Pick<Ports, 'groups' | 'applications' | 'accounts'>;

/**
 * @param page `after`: an account, or nothing; `text`: what applications are searched for, where anything is
 * @returns undefined: no such group
 */
export async function lookAtGroup(
  deps: Deps,
  { id, caller, ...page }: { id: string; caller: Caller; after: string; limit: number; text?: string | undefined },
): Promise<GroupLook | undefined> {
  const group = await deps.groups.find(id);
  if (!group) return undefined;
  const [applications, search, members] = await Promise.all([
    applicationsOf(deps, group),
    page.text === undefined ? undefined : searchFor(deps, { group, caller, text: page.text }),
    membersOf(deps, id, page),
  ]);
  return { group, ...applications, search, ...members };
}

const isListedIn = ({ applications }: Group, id: string): boolean =>
  applications !== 'any' && applications.includes(id);

async function applicationsOf(
  { groups, applications }: Deps,
  group: Group,
): Promise<Pick<GroupLook, 'applications' | 'moreApplications'>> {
  const uses = await groups.listUses({ groupId: group.id, limit: APPLICATIONS_SHOWN + 1 });
  const naming = uses.slice(0, APPLICATIONS_SHOWN);
  const listed = group.applications === 'any' ? [] : group.applications;
  const others = listed.filter((id) => uses.every((one) => one.id !== id));
  const room = APPLICATIONS_SHOWN - naming.length;
  const found = await Promise.all(others.slice(0, room).map((id) => applications.find(id)));
  return {
    applications: [
      ...naming.map(({ id, name, receives, admits }) => ({
        ...{ id, name, uses: { receives, admits } },
        isListed: isListedIn(group, id),
      })),
      ...found.flatMap((one) => (one ? [{ id: one.id, name: one.name, uses: undefined, isListed: true }] : [])),
    ],
    moreApplications: uses.length > APPLICATIONS_SHOWN || others.length > room,
  };
}

async function searchFor(
  deps: Deps,
  { group, caller, text }: { group: Group; caller: Caller; text: string },
): Promise<GroupLook['search']> {
  const search = { text, order: 'name' } as const;
  const { applications, after } = await searchApplications(deps, { caller, search, limit: FOUND_SHOWN });
  const found = applications.map(({ id, name }) => ({ id, name, isListed: isListedIn(group, id) }));
  return { text, found, more: after !== undefined };
}

async function membersOf(
  { groups, accounts }: Deps,
  groupId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<GroupLook, 'members' | 'next'>> {
  const found = await groups.listMembers({ groupId, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const people = await Promise.all(shown.map(({ accountId }) => accounts.find(accountId)));
  return {
    // An account that was deleted meanwhile is in no group.
    members: shown.flatMap((member, at) => {
      const email = people[at]?.email;
      return email === undefined ? [] : [{ ...member, email }];
    }),
    next: found.length > limit ? shown.at(-1)?.accountId : undefined,
  };
}
