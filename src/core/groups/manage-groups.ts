// Operators, tokens of the scope `groups` and the command line make, change and remove groups, and say who is in them
// (contract 31). Each act is one statement that checks who acts (`acting.ts`).
import type { Fault } from '../fault.ts';
import type { Actor } from '../operators/acting.ts';
import type { Ports } from '../ports.ts';
import { newId } from '../secrets.ts';
import { Unavailable } from '../unavailable.ts';
import { checkGroup, type GroupDraft, groupFault } from './check-group.ts';
import { type Group, MAX_GROUPS, MAX_GROUPS_OF_PERSON, type NamingApplication } from './group.ts';

type Deps = Pick<Ports, 'groups' | 'clock' | 'publish'>;

/** `faults`: the shape of what was sent. `caller`: absent where the command line acts. */
type Sent = { draft: GroupDraft; faults?: readonly Fault[]; caller?: Actor | undefined };

/** Nothing was changed. */
export type GroupRefused =
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Another group has the name. */
  | { kind: 'name-taken' }
  /** Applications name the group; `empties`: nobody could sign in to them any more. */
  | { kind: 'named' | 'empties'; applications: readonly NamingApplication[] };

export type GroupMade = { kind: 'made'; group: Group } | GroupRefused | { kind: 'too-many' };

/** @throws ActRefused, ConfirmationNeeded; the same holds for all acts */
export async function createGroup(deps: Deps, { draft, faults = [], caller }: Sent): Promise<GroupMade> {
  const read = checkGroup(draft);
  const all = joined(faults, read.faults);
  if (all.length > 0) return { kind: 'refused', faults: all };
  const now = deps.clock.now();
  const group = { ...read.checked, id: newId(deps.clock), createdAt: now, updatedAt: now, version: 1 };
  const stored = await deps.groups.insert(group, MAX_GROUPS, caller);
  if (stored === 'created') return { kind: 'made', group };
  return stored === 'application-unknown' ? unknownApplication() : { kind: stored };
}

export type GroupChanged = { kind: 'changed'; group: Group } | { kind: 'gone' } | GroupRefused;

/** Changes that race with this one are met with the group as it is then. */
const MAX_TRIES = 5;

/**
 * @param input `change` makes the draft, anew for each version it meets; it may throw to refuse (a precondition)
 * @throws Unavailable; what `change` throws
 */
export async function changeGroup(
  deps: Deps,
  { id, change, caller }: { id: string; change: (current: Group) => Omit<Sent, 'caller'>; caller?: Actor | undefined },
): Promise<GroupChanged> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await deps.groups.find(id);
    if (!current) return { kind: 'gone' };
    const { draft, faults = [] } = change(current);
    const read = checkGroup(draft);
    const all = joined(faults, read.faults);
    if (all.length > 0) return { kind: 'refused', faults: all };
    const updatedAt = Math.max(deps.clock.now(), current.updatedAt + 1);
    const group = { ...current, ...read.checked, updatedAt, version: current.version + 1 };
    const stored = await deps.groups.replace(group, current.version, caller, changedOf(current, group));
    switch (stored.kind) {
      case 'stale':
        continue;
      case 'gone':
      case 'name-taken':
        return { kind: stored.kind };
      case 'application-unknown':
        return unknownApplication();
      case 'named':
      case 'empties':
        return stored;
      default:
        return { kind: 'changed', group };
    }
  }
  throw new Unavailable('The group is being changed');
}

export type GroupRemoved =
  | { kind: 'removed' }
  | { kind: 'gone' }
  | Exclude<GroupRefused, { kind: 'refused' | 'name-taken' }>;

/**
 * @param input `force`: the applications that name the group lose the name first; `precondition` may throw to refuse
 * @throws Unavailable
 */
export async function removeGroup(
  deps: Deps,
  input: { id: string; force: boolean; caller?: Actor | undefined; precondition?: (current: Group) => void },
): Promise<GroupRemoved> {
  const { id, force, caller, precondition } = input;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await deps.groups.find(id);
    if (!current) return { kind: 'gone' };
    precondition?.(current);
    const stored = await deps.groups.remove(id, { force, fromVersion: current.version, now: deps.clock.now() }, caller);
    if (stored.kind === 'named' || stored.kind === 'empties') return stored;
    if (stored.kind !== 'stale') return { kind: stored.kind === 'gone' ? 'gone' : 'removed' };
  }
  throw new Unavailable('The group is being changed');
}

/** `gone`: the group. */
export type MemberAdded = 'created' | 'gone' | 'account-unknown' | 'is-member' | 'too-many';
type OfMember = { groupId: string; accountId: string; caller?: Actor | undefined };

export async function addGroupMember(deps: Deps, { caller, ...member }: OfMember): Promise<MemberAdded> {
  const limits = { max: MAX_GROUPS_OF_PERSON, now: deps.clock.now() };
  const added = await deps.groups.addMember({ ...member, ...limits }, caller);
  if (added === 'created') deps.publish({ kind: 'application-events-due' });
  return added;
}

/** @returns false: they are not in the group, or there is none */
export async function removeGroupMember(deps: Deps, { caller, ...member }: OfMember): Promise<boolean> {
  const removed = await deps.groups.removeMember({ ...member, now: deps.clock.now() }, caller);
  if (removed) deps.publish({ kind: 'application-events-due' });
  return removed;
}

/** Faults of the rules, except about what could not be read. */
const joined = (reading: readonly Fault[], rules: readonly Fault[]): Fault[] => [
  ...reading,
  ...rules.filter(({ path }) => !reading.some((known) => known.path[0] === path[0])),
];

const unknownApplication = (): GroupRefused => ({
  kind: 'refused',
  faults: [groupFault(['applications'], 'group-application-unknown')],
});

/** Names of the members that differ, for the audit. */
const changedOf = (before: Group, after: Group): readonly string[] =>
  (['name', 'label', 'description', 'translations', 'applications'] as const).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
