// A group as text for people, and the group that a command names.
import type { Group, NamingApplication } from '../../core/groups/group.ts';
import type { Ports } from '../../core/ports.ts';
import { groupJson } from '../../json/group.ts';
import { type Answer, CommandFailed } from '../command.ts';
import { textFields } from '../text-table.ts';

export function groupAnswer(group: Group): Answer {
  const document = groupJson(group);
  return {
    json: document,
    text: textFields({
      id: document.id,
      name: document.name,
      label: document.label,
      description: document.description,
      applications: namingText(group),
      created: document.created_at,
    }),
  };
}

/** Which applications may name it. */
export const namingText = ({ applications }: Pick<Group, 'applications'>): string => {
  if (applications === 'any') return 'any';
  return applications.length === 0 ? 'none' : applications.join(' ');
};

export const noSuchGroup = (name: string): CommandFailed =>
  new CommandFailed(`--group ${JSON.stringify(name)}: there is no such group`);

export async function requireGroup({ groups }: Pick<Ports, 'groups'>, name: string): Promise<Group> {
  const group = await groups.findByName(name);
  if (!group) throw noSuchGroup(name);
  return group;
}

export const applicationLines = (applications: readonly NamingApplication[]): string[] =>
  applications.map(({ id, name }) => `  ${name} (${id})`);
