// The groups that an application receives of a person: its list and theirs, never another (contract 31). Pages that
// tell people what an application receives read them here; tokens read them in their own statements.

import { inLanguage, type TranslationLanguage } from '../../ground/texts/translations.ts';
import type { ShownGroup } from '../../people/groups/group.ts';
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';

/** By name. Asks the database only for applications with the item. */
export const receivedGroups = async (
  { groups }: Pick<Ports, 'groups'>,
  { id, consentItems }: Pick<Application, 'id' | 'consentItems'>,
  accountId: string,
): Promise<readonly ShownGroup[]> =>
  consentItems.some(({ item }) => item === 'groups') ? groups.listReceived(id, accountId) : [];

/** The same, with the texts that people read. */
export const receivedGroupsIn = async (
  language: TranslationLanguage,
  ...of: Parameters<typeof receivedGroups>
): Promise<readonly ShownGroup[]> => (await receivedGroups(...of)).map((group) => inLanguage(group, language));
