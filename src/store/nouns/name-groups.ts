// The groups that an application names, written with it (contract 31). Its row is locked by then. On PostgreSQL the
// groups are locked before it is read whether the application may name them: of an edit of a group at the same moment,
// one sees what the other has done.
import type { Application } from '../../core/applications/applications/application.ts';
import { ALL_GROUP_LISTS } from '../../core/people/groups/group-lists.ts';
import { GroupsChanged } from '../../core/people/groups/group-store.ts';
import { count, type Intent, lock } from '../intent.ts';
import { ListOf, statement } from '../statement.ts';

const LOCK = statement('select id from user_groups where name = any($names) order by id for share');
const NAME = statement(`
  insert into application_groups (application_id, use, group_id)
  select $id::text, $use::text, p.id from user_groups p
  where p.name = any($names) and (p.any_application or exists (
    select 1 from group_applications o where o.group_id = p.id and o.application_id = $id))`);

/** @throws GroupsChanged */
export function* nameGroups(application: Application): Intent<void> {
  const all = ALL_GROUP_LISTS.flatMap(([list]) => application[list]);
  if (all.length === 0) return;
  yield* lock(LOCK, { names: new ListOf([...new Set(all)]) });
  for (const [list, { use }] of ALL_GROUP_LISTS) {
    const names = new ListOf(application[list]);
    if ((yield* count(NAME, { id: application.id, use, names })) !== names.values.length) throw new GroupsChanged();
  }
}
