// Lets an application name a group, or takes that from it again (contract 31), by forms beside the application's name.
import { ID } from '../../../core/ground/secrets.ts';
import type { GroupApplications } from '../../../core/people/groups/group.ts';
import { changeGroup } from '../../../core/people/groups/manage-groups.ts';
import type { Work } from '../frame/acts-page.ts';
import { type ActOutcome, changedMeanwhile, refused } from '../frame/outcome.ts';
import { refusedAt } from './group-form.ts';

/** The form names the application. */
export const addApplication = (work: Work<string>): Promise<ActOutcome> =>
  changeApplications(work, (named, entry) => [...named.filter((id) => id !== entry), entry]);

/** The application loses the group's name from its own lists too. */
export const removeApplication = (work: Work<string>): Promise<ActOutcome> =>
  changeApplications(work, (named, entry) => named.filter((id) => id !== entry));

/** Nothing changes where every application may name the group. */
async function changeApplications(
  { ports, entered, at: id, form }: Work<string>,
  change: (named: readonly string[], entry: string) => readonly string[],
): Promise<ActOutcome> {
  const entry = form.get('entry') ?? '';
  if (!ID.test(entry)) return changedMeanwhile;
  const next = (named: GroupApplications): GroupApplications => (named === 'any' ? named : change(named, entry));
  const changed = await changeGroup(ports, {
    id,
    change: (current) => ({ draft: { ...current, applications: next(current.applications) } }),
    caller: entered.caller,
  });
  switch (changed.kind) {
    case 'done':
      return { kind: 'done', notice: 'saved' };
    case 'refused':
      // The form has no field that it could be shown at.
      return refused(changed.faults.map((fault) => ({ ...fault, path: [] })));
    // The name stays as it is.
    case 'group-named':
    case 'group-name-taken':
      return changedMeanwhile;
    default:
      return refusedAt(changed, {});
  }
}
