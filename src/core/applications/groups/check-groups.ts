// The rules of the groups that an application names (contract 31): those it receives of a person, and those whose
// members may sign in. A name that does not exist and one that this application may not name are refused alike, so that
// nobody learns which groups there are.

import type { Fault } from '../../ground/fault.ts';
import { MAX_NAMED_GROUPS } from '../../people/groups/group.ts';
import { ALL_GROUP_LISTS, GROUP_LISTS, type GroupLists } from '../../people/groups/group-lists.ts';
import type { Application } from '../applications/application.ts';
import type { ApplicationDraft } from '../applications/application-draft.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { FIELDS, type FieldValues } from '../applications/application-fields.ts';

type Beside = Pick<FieldValues, 'audience'> & {
  consentItems: readonly Pick<Application['consentItems'][number], 'item'>[];
  /** Where operators took the last name out of the list, the item stays without one. */
  stored: Pick<Application, 'consentItems' | 'groups'> | undefined;
  /** Undefined: nobody has looked. */
  nameable: ReadonlySet<string> | undefined;
};

export function checkGroups(draft: ApplicationDraft, beside: Beside, faults: Fault[]): GroupLists {
  const lists = Object.fromEntries(
    ALL_GROUP_LISTS.map(([name, { wire }]) => [name, checkList(draft[name], [wire], beside.nameable, faults)]),
  ) as GroupLists;
  checkAudience(beside.audience, lists.allowedGroups, faults);
  const item = beside.consentItems.findIndex(isGroups);
  if (item >= 0 && lists.groups.length === 0 && !isStoredWithout(beside)) {
    faults.push(applicationFault(['consent_items', item, 'item'], 'groups-missing'));
  }
  return lists;
}

/** Every name in the draft, to look up which of them the application may name. */
export const namedGroups = (draft: ApplicationDraft): readonly string[] => [
  ...new Set(ALL_GROUP_LISTS.flatMap(([name]) => draft[name] ?? []).filter((name) => name !== undefined)),
];

const isGroups = ({ item }: { item: string }): boolean => item === 'groups';

const isStoredWithout = ({ stored }: Beside): boolean =>
  stored?.groups.length === 0 && stored.consentItems.some(isGroups);

/** @returns the names in order */
function checkList(
  sent: ApplicationDraft['groups'],
  path: Fault['path'],
  nameable: ReadonlySet<string> | undefined,
  faults: Fault[],
): readonly string[] {
  const names = sent ?? [];
  if (names.length > MAX_NAMED_GROUPS) faults.push(applicationFault(path, 'groups-too-many'));
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue;
    if (seen.has(name)) faults.push(applicationFault([...path, index], 'group-twice'));
    else if (nameable && !nameable.has(name)) faults.push(applicationFault([...path, index], 'group-unknown'));
    seen.add(name);
  }
  return [...seen].sort();
}

function checkAudience(audience: FieldValues['audience'], allowed: readonly string[], faults: Fault[]): void {
  const list = [GROUP_LISTS.allowedGroups.wire];
  if (audience === 'groups' && allowed.length === 0) {
    // Whichever of the two was sent, or both.
    for (const path of [[FIELDS.audience.wire], list]) faults.push(applicationFault(path, 'allowed-groups-missing'));
  }
  if (audience !== 'groups' && allowed.length > 0) faults.push(applicationFault(list, 'allowed-groups-audience'));
}
