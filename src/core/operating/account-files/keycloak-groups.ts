// The groups of a user in an export of Keycloak (contract 30), which are paths such as `/eng/sre`. Here no group is in
// another, so the last part of the path is the name.
import { GROUP_NAME } from '../../people/groups/group.ts';
import { type ForeignUser, shownName } from './foreign-user.ts';

/**
 * By which path each name is meant, in the whole import. Two groups that end alike would become one, whose members then
 * had the rights of both, so that users of the second are refused.
 */
export type GroupPaths = Map<string, string>;

/** A slash within a name is written `~/`. */
const nameIn = (path: string): string => path.split(/(?<!~)\//).at(-1) ?? '';

/** @returns names, each once; undefined: none */
export function groupsIn(user: ForeignUser, paths: GroupPaths): string[] | undefined {
  const names = new Set<string>();
  for (const path of user.listOrFault('groups')) {
    if (typeof path !== 'string') {
      user.fault('groups: must be a list of texts');
      continue;
    }
    const name = nameIn(path);
    if (!GROUP_NAME.test(name)) {
      user.note(`groups: ${shownName(path)}: left out, because names of groups here are written in another way`);
      continue;
    }
    const other = paths.get(name) ?? path;
    if (other !== path) user.fault(`groups: ${shownName(path)} would be the same group here as ${shownName(other)}`);
    paths.set(name, other);
    names.add(name);
  }
  return names.size > 0 ? [...names] : undefined;
}
