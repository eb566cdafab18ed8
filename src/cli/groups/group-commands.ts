// The commands of groups (contract 31).

import type { GroupCommand, GroupFormAct } from '../../core/ground/acts/group-acts.ts';
import { GROUP_NAME } from '../../core/people/groups/group.ts';
import type { CommandSpec, FlagSpec } from '../frame/command.ts';
import { ACCOUNT_FLAGS, matching } from '../frame/flags.ts';
import type { Tell } from './acts.ts';

const group: FlagSpec = {
  name: 'group',
  value: 'NAME',
  description: 'name of the group',
  required: true,
  allowed: matching(GROUP_NAME, '2 to 40 of a-z, 0-9 and "-", first a letter'),
};

type Named = Omit<CommandSpec, 'path'>;

const act = (name: GroupFormAct, tell: Tell) => async () => (await import('./acts.ts')).workOf(name, tell);

const COMMANDS = {
  create: {
    summary: 'create a group',
    audit: 'change',
    flags: [
      group,
      { name: 'label', value: 'TEXT', description: 'what people read instead of the name' },
      { name: 'description', value: 'TEXT', description: 'what the group is for' },
      { name: 'application', value: 'ID', description: 'id of an application that may name the group', repeated: true },
      { name: 'any-application', description: 'every application may name the group' },
    ],
    load: () => import('./create.ts'),
  },
  list: {
    summary: 'list the groups by name',
    audit: { harmless: 'shows no person' },
    flags: [{ name: 'prefix', value: 'TEXT', description: 'only groups whose name begins so' }],
    load: () => import('./list.ts'),
  },
  show: {
    summary: 'show a group, which applications use it, and the ids of the accounts in it',
    audit: 'look',
    flags: [group],
    load: () => import('./show.ts'),
  },
  delete: {
    summary: 'delete a group',
    audit: 'change',
    danger: 'Everybody loses what applications give to members of the group.',
    flags: [group, { name: 'force', description: 'take the name out of the applications that name the group first' }],
    load: act('delete', ({ id, name }) => ({ json: { deleted: true, id, name }, text: `Deleted ${name}.` })),
  },
  add: {
    summary: 'add an account to a group',
    audit: 'change',
    flags: [group, ...ACCOUNT_FLAGS],
    load: act('add-member', ({ name, account, isDone }) => ({
      json: { group: name, account, added: isDone },
      text: isDone ? `Added ${account} to ${name}.` : `${account} is in ${name} already.`,
    })),
  },
  remove: {
    summary: 'remove an account from a group',
    audit: 'change',
    flags: [group, ...ACCOUNT_FLAGS],
    load: act('remove-member', ({ name, account }) => ({
      json: { group: name, account, removed: true },
      text: `Removed ${account} from ${name}.`,
    })),
  },
} satisfies Readonly<Record<string, Named>> & Readonly<Record<GroupCommand, Named>>;

export const GROUP_COMMANDS: readonly CommandSpec[] = Object.entries<Named>(COMMANDS).map(([name, spec]) => ({
  path: ['groups', name],
  ...spec,
}));
