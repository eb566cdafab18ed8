// A group as text for people, the group that a command names, and why nothing was done to it.
import type { Fault } from '../../core/ground/fault.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { type Group, MAX_GROUPS_OF_PERSON, type NamingApplication } from '../../core/people/groups/group.ts';
import type { GroupRefused } from '../../core/people/groups/manage-groups.ts';
import { groupJson } from '../../json/group.ts';
import { type CommandAnswer, CommandFailed, type Flags } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { accountOf } from '../frame/flags.ts';
import { noSuchAccount } from '../frame/require-found.ts';
import { textFields } from '../frame/text-table.ts';

export function groupAnswer(group: Group): CommandAnswer {
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

const noSuchGroup = (name: string): CommandFailed =>
  new CommandFailed(`--group ${JSON.stringify(name)}: there is no such group`);

export async function requireGroup({ groups }: Pick<Ports, 'groups'>, name: string): Promise<Group> {
  const group = await groups.findByName(name);
  if (!group) throw noSuchGroup(name);
  return group;
}

const applicationLines = (applications: readonly NamingApplication[]): string[] =>
  applications.map(({ id, name }) => `  ${name} (${id})`);

/** @param accountId of the account that the flags name, where they do */
export function actRefused(why: GroupRefused, flags: Flags, accountId = ''): CommandFailed {
  const name = flags.get('group');
  switch (why.kind) {
    case 'refused':
      return new CommandFailed(...faultLines(why.faults, flagOf));
    case 'gone':
      return noSuchGroup(name);
    case 'group-name-taken':
      return new CommandFailed(`--group ${JSON.stringify(name)}: there is a group with this name`);
    case 'groups-full':
      return new CommandFailed('There are as many groups as there can be');
    case 'group-account-unknown':
      return noSuchAccount(accountOf(flags) ?? { id: accountId });
    case 'group-has-member':
      return new CommandFailed(`${accountId} is in ${name} already`);
    case 'no-member':
      return new CommandFailed(`${accountId} is not in ${name}`);
    case 'groups-of-person':
      return new CommandFailed(`The account is in ${MAX_GROUPS_OF_PERSON} groups, as many as a person can be in`);
    case 'group-named':
      return new CommandFailed(
        'Applications name the group. Take it out of their groups and allowed_groups first, or give --force:',
        ...applicationLines(why.applications),
      );
    case 'group-empties':
      return new CommandFailed(
        'Nobody could sign in to these applications any more. Let them admit another group first:',
        ...applicationLines(why.applications),
      );
  }
}

/** The flag that a fault of a group is about. */
export const flagOf = ([member]: Fault['path']): string =>
  member === 'applications' ? '--application' : `--${member === 'name' ? 'group' : String(member)}`;
