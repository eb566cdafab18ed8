// What the team of an application sees of groups (contract 31): those that it may name, no others, and who of them the
// groups whose members may sign in would refuse.
import type { Application } from '../applications/application.ts';
import type { Member } from '../members/member.ts';
import type { Ports } from '../ports.ts';
import type { ShownGroup } from './group.ts';

/** Few applications may name more; the API takes the names of the others. */
export const MAX_CHOICES = 200;

export type GroupChoices = {
  /** By name, and those that the application names. */
  choices: readonly ShownGroup[];
  /** There are others. */
  more: boolean;
  /** Who of the team is in none of the groups whose members may sign in. */
  outside: readonly Member[];
};

type Deps = Pick<Ports, 'groups' | 'members'>;

/** @param wanted as stored, or as typed: names that the application may not name tell nothing */
export async function groupChoices(
  deps: Deps,
  application: Pick<Application, 'id' | 'groups' | 'allowedGroups'>,
  wanted: Pick<Application, 'audience' | 'allowedGroups'>,
): Promise<GroupChoices> {
  const { id, groups, allowedGroups } = application;
  const found = await deps.groups.listNameable({ applicationId: id, limit: MAX_CHOICES + 1 });
  const first = found.slice(0, MAX_CHOICES);
  const beyond = [...new Set([...groups, ...allowedGroups])].filter((name) => first.every((one) => one.name !== name));
  const named = await Promise.all(beyond.map((name) => deps.groups.findByName(name)));
  const choices = [...first, ...named.filter((group) => group !== undefined)];
  const allowed = wanted.allowedGroups.filter((name) => choices.some((one) => one.name === name));
  const outside = wanted.audience === 'groups' && allowed.length > 0 ? await teamOutside(deps, id, allowed) : [];
  return { choices, more: found.length > MAX_CHOICES, outside };
}

async function teamOutside({ groups, members }: Deps, id: string, allowed: readonly string[]): Promise<Member[]> {
  const refused = new Set(await groups.listTeamOutside(id, allowed));
  return refused.size === 0 ? [] : (await members.list(id)).filter(({ accountId }) => refused.has(accountId));
}
