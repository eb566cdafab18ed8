// Operators, tokens of the scope `groups` and the command line make, change and remove groups, and say who is in them
// (contract 31). Each act is one statement that checks who acts (`acting.ts`).

import type { Actor } from '../../ground/acts/acting.ts';
import type { GroupFormAct } from '../../ground/acts/group-acts.ts';
import { type Fault, joinUnrelated } from '../../ground/fault.ts';
import { newId } from '../../ground/secrets.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import type { Ports } from '../ports.ts';
import { checkGroup, type GroupDraft, groupFault } from './check-group.ts';
import { type Group, MAX_GROUPS, MAX_GROUPS_OF_PERSON, type NamingApplication } from './group.ts';
import type { GroupStored } from './group-store.ts';

type Deps = Pick<Ports, 'groups' | 'clock' | 'publish'>;

/** `faults`: the shape of what was sent. `caller`: absent where the command line acts. */
type Sent = { draft: GroupDraft; faults?: readonly Fault[]; caller?: Actor | undefined };

/** Nothing was changed. */
export type GroupRefused =
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Applications name the group; `group-empties`: nobody could sign in to them any more. */
  | { kind: 'group-named' | 'group-empties'; applications: readonly NamingApplication[] }
  /** `gone`: the group · `no-member`: they are not in the group, or there is none. */
  | { kind: 'gone' | 'no-member' | 'group-name-taken' | 'groups-full' }
  | { kind: 'group-account-unknown' | 'group-has-member' | 'groups-of-person' };

export type GroupStands = { kind: 'done'; group: Group } | GroupRefused;
export type GroupActed = { kind: 'done' } | GroupRefused;

/** @throws ActRefused, ConfirmationNeeded; the same holds for all acts */
export async function createGroup(deps: Deps, { draft, faults = [], caller }: Sent): Promise<GroupStands> {
  const read = checkGroup(draft);
  const all = joinUnrelated(faults, read.faults);
  if (all.length > 0) return { kind: 'refused', faults: all };
  const now = deps.clock.now();
  const group = { ...read.checked, id: newId(deps.clock), createdAt: now, updatedAt: now, version: 1 };
  const stored = await deps.groups.insert(group, MAX_GROUPS, caller);
  if (stored === 'created') return { kind: 'done', group };
  return stored === 'too-many' ? { kind: 'groups-full' } : refusalOf({ kind: stored });
}

/** Changes that race with this one are met with the group as it is then. */
const MAX_TRIES = 5;

/**
 * @param input `change` makes the draft, anew for each version it meets; it may throw to refuse (a precondition)
 * @throws Unavailable; what `change` throws
 */
export async function changeGroup(
  deps: Deps,
  { id, change, caller }: { id: string; change: (current: Group) => Omit<Sent, 'caller'>; caller?: Actor | undefined },
): Promise<GroupStands> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await deps.groups.find(id);
    if (!current) return { kind: 'gone' };
    const { draft, faults = [] } = change(current);
    const read = checkGroup(draft);
    const all = joinUnrelated(faults, read.faults);
    if (all.length > 0) return { kind: 'refused', faults: all };
    const updatedAt = Math.max(deps.clock.now(), current.updatedAt + 1);
    const group = { ...current, ...read.checked, updatedAt, version: current.version + 1 };
    const stored = await deps.groups.replace(group, current.version, caller, changedOf(current, group));
    if ('narrowed' in stored) return { kind: 'done', group };
    if (stored.kind !== 'stale') return refusalOf(stored);
  }
  throw new Unavailable('The group is being changed');
}

/** The group, and what the act asks for. `precondition` may throw to refuse. */
export type OnGroup = {
  id: string;
  accountId?: string | undefined;
  /** The applications that name the group lose the name first. */
  force?: boolean;
  caller?: Actor | undefined;
  precondition?: (current: Group) => void;
};

/** @throws Unavailable */
export async function removeGroup(
  deps: Deps,
  { id, force = false, caller, precondition }: OnGroup,
): Promise<GroupActed> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await deps.groups.find(id);
    if (!current) return { kind: 'gone' };
    precondition?.(current);
    const stored = await deps.groups.remove(id, { force, fromVersion: current.version, now: deps.clock.now() }, caller);
    if ('narrowed' in stored) return { kind: 'done' };
    if (stored.kind !== 'stale') return refusalOf(stored);
  }
  throw new Unavailable('The group is being changed');
}

const NOT_ADDED = {
  gone: 'gone',
  'account-unknown': 'group-account-unknown',
  'is-member': 'group-has-member',
  'too-many': 'groups-of-person',
} as const;

export async function addGroupMember(deps: Deps, { id: groupId, accountId, caller }: OnGroup): Promise<GroupActed> {
  if (accountId === undefined) return { kind: 'group-account-unknown' };
  const limits = { max: MAX_GROUPS_OF_PERSON, now: deps.clock.now() };
  const added = await deps.groups.addMember({ groupId, accountId, ...limits }, caller);
  if (added !== 'created') return { kind: NOT_ADDED[added] };
  deps.publish({ kind: 'application-events-due' });
  return { kind: 'done' };
}

export async function removeGroupMember(deps: Deps, { id: groupId, accountId, caller }: OnGroup): Promise<GroupActed> {
  const now = deps.clock.now();
  const removed = accountId !== undefined && (await deps.groups.removeMember({ groupId, accountId, now }, caller));
  if (!removed) return { kind: 'no-member' };
  deps.publish({ kind: 'application-events-due' });
  return { kind: 'done' };
}

/** The console's form and the command follow. */
export const ON_GROUP: Readonly<Record<GroupFormAct, (deps: Deps, on: OnGroup) => Promise<GroupActed>>> = {
  'add-member': addGroupMember,
  'remove-member': removeGroupMember,
  delete: removeGroup,
};

/** What the store refused. */
function refusalOf(stored: Exclude<GroupStored, { narrowed: unknown }>): GroupRefused {
  switch (stored.kind) {
    case 'named':
    case 'empties':
      return { kind: `group-${stored.kind}`, applications: stored.applications };
    case 'name-taken':
      return { kind: 'group-name-taken' };
    case 'application-unknown':
      return { kind: 'refused', faults: [groupFault(['applications'], 'group-application-unknown')] };
    default:
      return { kind: 'gone' };
  }
}

/** Names of the members that differ, for the audit. */
const changedOf = (before: Group, after: Group): readonly string[] =>
  (['name', 'label', 'description', 'translations', 'applications'] as const).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
