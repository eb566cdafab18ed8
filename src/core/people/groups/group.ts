// Groups of people (contract 31). An application receives only those that it registered, and only operators and tokens
// of the scope `groups` change them.
import type { Translations } from '../../ground/texts/translations.ts';

export const MAX_GROUPS = 10_000;
export const MAX_GROUPS_OF_PERSON = 100;
/** How many an application may receive, and by how many it may let people in. */
export const MAX_NAMED_GROUPS = 50;

export const GROUP_NAME = /^[a-z][a-z0-9-]{1,39}$/;

/** Every application may name the group, or those with these ids. */
export type GroupApplications = 'any' | readonly string[];

export type Group = {
  id: string;
  /** Of `GROUP_NAME`, unique; applications know the group by it, so it stays while one names it. */
  name: string;
  /** What people read instead of the name, in the default language. */
  label: string | undefined;
  description: string | undefined;
  translations: Translations<'label' | 'description'> | undefined;
  /** Which applications may name it. */
  applications: GroupApplications;
  createdAt: number;
  updatedAt: number;
  /** Rises with every edit. */
  version: number;
};

/** A group as people read it. */
export type ShownGroup = Pick<Group, 'id' | 'name' | 'label' | 'description' | 'translations'>;

/** An account in a group, and since when. */
export type GroupMember = { accountId: string; addedAt: number };

/** An application that names a group. */
export type NamingApplication = { id: string; name: string };

/** In which of its lists an application names a group: at least one of them. */
export type GroupUses = NamingApplication & { receives: boolean; admits: boolean };
