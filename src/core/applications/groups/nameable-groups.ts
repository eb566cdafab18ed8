// Looks up which of the groups that a draft names the application may name (contract 31), and meets the race with
// operators who change it meanwhile.

import { GroupsChanged } from '../../people/groups/group-store.ts';
import { ScopesChanged } from '../apis/askable-scopes.ts';
import type { ApplicationDraft } from '../applications/application-draft.ts';
import type { Ports } from '../ports.ts';
import { namedGroups } from './check-groups.ts';

const NONE: ReadonlySet<string> = new Set();

/** Asks nothing where the draft names no group. @param applicationId undefined: it is being registered */
export async function nameableIn(
  { groups }: Pick<Ports, 'groups'>,
  draft: ApplicationDraft,
  applicationId: string | undefined,
): Promise<ReadonlySet<string>> {
  const names = namedGroups(draft);
  return names.length === 0 ? NONE : new Set(await groups.nameable(names, applicationId));
}

/**
 * @returns what storing returned; undefined: a group or a scope of an API may not be named any more, so the draft is
 *   checked again
 */
export async function orNamesChanged<Stored>(storing: Promise<Stored>): Promise<Stored | undefined> {
  try {
    return await storing;
  } catch (error) {
    if (error instanceof GroupsChanged || error instanceof ScopesChanged) return undefined;
    throw error;
  }
}
