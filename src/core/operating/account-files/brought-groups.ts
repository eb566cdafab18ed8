// The groups that the lines of an import name (contract 30). Each name is asked for once.
import { MAX_GROUPS } from '../../people/groups/group.ts';
import { createGroup } from '../../people/groups/manage-groups.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'groups' | 'clock' | 'publish'>;

/**
 * @param how.withGroups creates those that there are not; no application may name them yet
 * @returns finds the groups of a line, and tells what is wrong with its names
 */
export function createGroupFinder(
  deps: Deps,
  { dryRun = false, withGroups = false }: { dryRun?: boolean; withGroups?: boolean },
): (names: readonly string[]) => Promise<string[]> {
  const known = new Set<string>();
  /** Those that a dry run would have created. */
  let unstored = 0;
  const isCreated = async (name: string): Promise<boolean> => {
    if (!dryRun) return (await createGroup(deps, { draft: { name } })).kind !== 'groups-full';
    if ((await deps.groups.count()) + unstored >= MAX_GROUPS) return false;
    unstored += 1;
    return true;
  };
  const faultOf = async (name: string): Promise<string | undefined> => {
    if ((await deps.groups.findByName(name)) === undefined) {
      if (!withGroups) return `/groups: there is no group ${name}: create it, or give --with-groups, which does`;
      if (!(await isCreated(name))) return `/groups: ${name} cannot be created: there are ${MAX_GROUPS} groups`;
    }
    known.add(name);
    return undefined;
  };
  return async (names) => {
    const faults: string[] = [];
    for (const name of names) {
      const fault = known.has(name) ? undefined : await faultOf(name);
      if (fault !== undefined) faults.push(fault);
    }
    return faults;
  };
}
