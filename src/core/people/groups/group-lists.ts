// Describes the lists of groups of an application once: JSON, flags of the command line and rows follow from it.
import type { GroupUse } from './group-store.ts';

/** A list of names of groups (contract 31). PUT without it keeps it. */
export type GroupListField = {
  wire: string;
  /** Of the table `application_groups`. */
  use: GroupUse;
  description: string;
  /** The flag of `applications create`, and its help text. */
  flag: readonly [name: string, help: string];
};

export const GROUP_LISTS = {
  groups: {
    wire: 'groups',
    use: 'receives',
    description:
      'Names of the groups that the application receives of a person who is in them, with the item groups. In alphabetical order.',
    flag: ['group', 'name of a group that the application receives of people who are in it, with the item groups'],
  },
  allowedGroups: {
    wire: 'allowed_groups',
    use: 'admits',
    description: 'Names of the groups whose members can sign in, with the audience groups. In alphabetical order.',
    flag: ['allowed-group', 'name of a group whose members can sign in, with --audience groups'],
  },
} as const satisfies Readonly<Record<string, GroupListField>>;

export type GroupListName = keyof typeof GROUP_LISTS;
export type GroupLists = { [Name in GroupListName]: readonly string[] };

/** Both lists, in the same order everywhere. */
export const ALL_GROUP_LISTS = Object.entries(GROUP_LISTS) as readonly (readonly [GroupListName, GroupListField])[];
