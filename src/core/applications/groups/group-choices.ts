// What the team of an application sees of groups (contract 31): those that it may name, no others, and who of them the
// groups whose members may sign in would refuse.

import { toPlainText } from '../../ground/texts/plain-text.ts';
import { MAX_LABEL_LENGTH } from '../../people/groups/check-group.ts';
import type { ShownGroup } from '../../people/groups/group.ts';
import type { Application } from '../applications/application.ts';
import type { Member } from '../members/member.ts';
import type { Ports } from '../ports.ts';

/** Of more, the page shows the first ones and those that are searched for. */
export const MAX_CHOICES = 50;

export type GroupChoices = {
  /** By name, and before them those that the application names, or that somebody has chosen. */
  choices: readonly ShownGroup[];
  /** The application may name others. */
  more: boolean;
  /** What was searched for; empty: nothing. */
  text: string;
  /** Nothing has it in its name or label. */
  noneFound: boolean;
  /** Who of the team is in none of the groups whose members may sign in. */
  outside: readonly Member[];
};

type Deps = Pick<Ports, 'groups' | 'members'>;
type Lists = Pick<Application, 'groups' | 'allowedGroups'>;

/**
 * @param wanted as stored, or as typed: names that the application may not name tell nothing
 * @param sought what the choices are searched for, in names and labels
 */
export async function groupChoices(
  deps: Deps,
  application: Pick<Application, 'id'> & Lists,
  wanted: Pick<Application, 'audience'> & Lists,
  sought = '',
): Promise<GroupChoices> {
  const { id, groups, allowedGroups } = application;
  const text = toPlainText(sought).slice(0, MAX_LABEL_LENGTH);
  const found = await deps.groups.listNameable({ applicationId: id, text, limit: MAX_CHOICES + 1 });
  const first = found.slice(0, MAX_CHOICES);
  const isBeyond = (name: string) => first.every((one) => one.name !== name);
  const typed = [...wanted.groups, ...wanted.allowedGroups].filter(isBeyond);
  const nameable = typed.length === 0 ? [] : await deps.groups.nameable(typed, id);
  const beyond = [...new Set([...groups, ...allowedGroups, ...nameable])].filter(isBeyond).sort();
  const named = await Promise.all(beyond.map((name) => deps.groups.findByName(name)));
  const choices = [...named.filter((group) => group !== undefined), ...first];
  const allowed = wanted.allowedGroups.filter((name) => choices.some((one) => one.name === name));
  const outside = wanted.audience === 'groups' && allowed.length > 0 ? await teamOutside(deps, id, allowed) : [];
  return { choices, more: found.length > MAX_CHOICES || text !== '', text, noneFound: found.length === 0, outside };
}

async function teamOutside({ groups, members }: Deps, id: string, allowed: readonly string[]): Promise<Member[]> {
  const refused = new Set(await groups.listTeamOutside(id, allowed));
  return refused.size === 0 ? [] : (await members.list(id)).filter(({ accountId }) => refused.has(accountId));
}
