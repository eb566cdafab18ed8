// Groups. Whoever takes a name away from applications locks those that name the group first, then the group, as an edit
// of an application does (`name-groups.ts`); where another application named it meanwhile, they begin again. Inserts
// wait for each other at the table: without the lock, a count would not see what other transactions insert meanwhile.

import type { Actor } from '../../core/ground/acts/acting.ts';
import { TRANSLATION_LANGUAGES } from '../../core/ground/texts/translations.ts';
import type { Group, GroupUses, NamingApplication, ShownGroup } from '../../core/people/groups/group.ts';
import type { GroupStore, GroupStored, GroupUse } from '../../core/people/groups/group-store.ts';
import { isInAdmitted } from '../group-columns.ts';
import { type Base, count, type Intent, lock, row, rows } from '../intent.ts';
import { ListOf, type Statement, statement } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { createGroupMembers } from './group-members.ts';

const SHOWN = 'p.id, p.name, p.label, p.description, p.translations';
const groupsWhere = (where: string): Statement => {
  const text = (list: string) => `
    select ${SHOWN}, p.any_application, p.created_at, p.updated_at, p.version,
      (select ${list} from group_applications o where o.group_id = p.id) as application_ids
    from user_groups p where ${where}`;
  return statement(
    {
      postgres: text("coalesce(json_agg(o.application_id order by o.application_id), '[]')"),
      sqlite: text('json_group_array(o.application_id order by o.application_id)'),
    },
    { application_ids: 'json' },
  );
};
type GroupRow = Omit<Group, 'applications'> & { anyApplication: boolean; applicationIds: readonly string[] };
const groupOf = ({ anyApplication, applicationIds, ...group }: GroupRow): Group => ({
  ...group,
  applications: anyApplication ? 'any' : applicationIds,
});

const FIND = groupsWhere('p.id = $id');
const FIND_BY_NAME = groupsWhere('p.name = $name');
const LIST = groupsWhere(`
  p.name > $after and p.name >= $prefix and p.name < $prefixEnd order by p.name limit $limit`);

const LOCK = statement('lock table user_groups in share row exclusive mode');
const COUNT = statement('select count(*) as count from user_groups');
const NAMED_SO = statement('select id from user_groups where name = $name');
const INSERT = statement(`
  insert into user_groups (id, name, label, description, translations, any_application, created_at, updated_at, version)
  values ($id, $name, $label, $description, $translations, $anyApplication, $createdAt, $updatedAt, $version)`);
const UPDATE = statement(`
  update user_groups set name = $name, label = $label, description = $description, translations = $translations,
    any_application = $anyApplication, updated_at = $updatedAt, version = $version where id = $id`);
const DELETE = statement('delete from user_groups where id = $id');

const APPLICATIONS = statement('select id from applications where id = any($ids) for key share');
const CLEAR_APPLICATIONS = statement('delete from group_applications where group_id = $id');
const INSERT_APPLICATIONS = statement(`
  insert into group_applications (group_id, application_id)
  select $id::text, id from applications where id = any($ids)`);

const LOCK_NAMING = statement(`
  select id from applications
  where id in (select application_id from application_groups where group_id = $id) order by id for no key update`);
const LOCK_GROUP = statement('select name, version from user_groups where id = $id for update');
const NAMING = statement(
  `
  select a.id, a.name, exists (
      select 1 from application_groups n
      where n.application_id = a.id and n.group_id = $id and n.use = 'admits') and not exists (
      select 1 from application_groups n
      where n.application_id = a.id and n.group_id <> $id and n.use = 'admits') as empties
  from applications a
  where a.id in (select application_id from application_groups where group_id = $id) order by a.id`,
  { empties: 'boolean' },
);
const UNNAME = statement('delete from application_groups where group_id = $id and application_id = any($ids)');
const CHANGED = statement(`
  update applications set updated_at = greatest($now::bigint, updated_at + 1), version = version + 1
  where id = any($ids)`);

const NAMEABLE = `(p.any_application or exists (
  select 1 from group_applications o where o.group_id = p.id and o.application_id = $applicationId::text))`;
const NAMEABLE_OF = statement(`select p.name from user_groups p where p.name = any($names) and ${NAMEABLE}`);
/** What people read of a group, with one function for lower case of ASCII letters and one for a part of a text. */
const nameableWith = (find: { labelIn(language: string): string; lower: string; position: string }): string => {
  const labels = ['p.label', ...TRANSLATION_LANGUAGES.map(find.labelIn)].map((label) => `coalesce(${label}, '')`);
  const text = `lower(${['p.name', ...labels].join(` || ' ' || `)} ${find.lower})`;
  return `
    select ${SHOWN} from user_groups p
    where p.id in (
      select id from user_groups where any_application = true
      union select group_id from group_applications where application_id = $applicationId)
    and ${find.position}(${text}, lower(cast($text as text) ${find.lower})) > 0
    order by p.name limit $limit`;
};
const LIST_NAMEABLE = statement({
  postgres: nameableWith({
    labelIn: (language) => `p.translations #>> '{${language},label}'`,
    ...{ lower: 'collate "C"', position: 'strpos' },
  }),
  sqlite: nameableWith({
    labelIn: (language) => `json_extract(p.translations, '$.${language}.label')`,
    ...{ lower: '', position: 'instr' },
  }),
});
const USED = (use: GroupUse): string =>
  `exists (select 1 from application_groups n where n.application_id = a.id and n.group_id = $groupId and n.use = '${use}')`;
const LIST_USES = statement(
  `
  select a.id, a.name, ${USED('receives')} as receives, ${USED('admits')} as admits
  from applications a
  where a.id in (select application_id from application_groups where group_id = $groupId) order by a.id limit $limit`,
  { receives: 'boolean', admits: 'boolean' },
);
const LIST_RECEIVED = statement(`
  select ${SHOWN} from application_groups n
  join group_members m on m.group_id = n.group_id and m.account_id = $accountId
  join user_groups p on p.id = n.group_id
  where n.application_id = $applicationId and n.use = 'receives' order by p.name`);
const ADMITTED = statement(
  `select ${isInAdmitted('$accountId::text')} as admitted from applications a where a.id = $applicationId`,
  { admitted: 'boolean' },
);
const TEAM_OUTSIDE = statement(`
  select team.account_id from (
    select owner_id as account_id from applications where id = $applicationId
    union select account_id from application_members where application_id = $applicationId) team
  where not exists (
    select 1 from group_members m join user_groups p on p.id = m.group_id
    where m.account_id = team.account_id and p.name = any($names))
  order by team.account_id`);

export const createGroupStore = (base: Base): GroupStore => ({
  insert: (group, max, by) =>
    base.write(function* () {
      yield* requireMay(by, group.createdAt);
      yield* lock(LOCK);
      if (((yield* row<{ count: number }>(COUNT))?.count ?? 0) >= max) return 'too-many';
      if (yield* row(NAMED_SO, group)) return 'name-taken';
      if (!(yield* areApplications(group))) return 'application-unknown';
      yield* count(INSERT, valuesOf(group));
      yield* writeApplications(group);
      return 'created';
    }),
  find: async (id) => groupIn(await base.row<GroupRow>(FIND, { id })),
  findByName: async (name) => groupIn(await base.row<GroupRow>(FIND_BY_NAME, { name })),
  list: async ({ prefix, ...page }) =>
    (await base.rows<GroupRow>(LIST, { prefix, prefixEnd: `${prefix}{`, ...page })).map(groupOf),
  count: async () => (await base.row<{ count: number }>(COUNT))?.count ?? 0,
  replace: (group, fromVersion, by) =>
    base.write(function* (): Intent<GroupStored> {
      yield* requireMay(by, group.updatedAt);
      const found = yield* lockGroup(group.id);
      if ('kind' in found) return found;
      const { current, naming } = found;
      if (current.version !== fromVersion) return { kind: 'stale' };
      if (current.name !== group.name) {
        if (naming.length > 0) return { kind: 'named', applications: naming.map(namingOf) };
        if (yield* row(NAMED_SO, group)) return { kind: 'name-taken' };
      }
      if (!(yield* areApplications(group))) return { kind: 'application-unknown' };
      const { applications } = group;
      const dropped = applications === 'any' ? [] : naming.filter(({ id }) => !applications.includes(id));
      const refused = yield* takeFrom(group.id, dropped, group.updatedAt);
      if (refused) return refused;
      yield* count(UPDATE, valuesOf(group));
      yield* count(CLEAR_APPLICATIONS, group);
      yield* writeApplications(group);
      return { kind: 'stored', narrowed: dropped.map(namingOf) };
    }),
  remove: (id, { force, fromVersion, now }, by) =>
    base.write(function* (): Intent<GroupStored> {
      yield* requireMay(by, now);
      const found = yield* lockGroup(id);
      if ('kind' in found) return found;
      const { current, naming } = found;
      if (current.version !== fromVersion) return { kind: 'stale' };
      if (!force && naming.length > 0) return { kind: 'named', applications: naming.map(namingOf) };
      const refused = yield* takeFrom(id, naming, now);
      if (refused) return refused;
      yield* count(DELETE, { id });
      return { kind: 'removed', narrowed: naming.map(namingOf) };
    }),
  ...createGroupMembers(base),
  nameable: async (names, applicationId) =>
    (await base.rows<{ name: string }>(NAMEABLE_OF, { names: new ListOf(names), applicationId })).map(
      ({ name }) => name,
    ),
  listNameable: (page) => base.rows<ShownGroup>(LIST_NAMEABLE, page),
  listUses: (page) => base.rows<GroupUses>(LIST_USES, page),
  listReceived: (applicationId, accountId) => base.rows<ShownGroup>(LIST_RECEIVED, { applicationId, accountId }),
  isAdmitted: async (applicationId, accountId) =>
    (await base.row<{ admitted: boolean }>(ADMITTED, { applicationId, accountId }))?.admitted === true,
  listTeamOutside: async (applicationId, names) =>
    (await base.rows<{ accountId: string }>(TEAM_OUTSIDE, { applicationId, names: new ListOf(names) })).map(
      ({ accountId }) => accountId,
    ),
});

const groupIn = (found: GroupRow | undefined): Group | undefined => found && groupOf(found);

const requireMay = (by: Actor | undefined, now: number): Intent<void> =>
  requireMayAct({ by: by && { act: 'change-groups', caller: by }, now });

const valuesOf = ({ applications, ...group }: Group) => ({ anyApplication: applications === 'any', ...group });
const idsOf = ({ applications }: Group): readonly string[] => (applications === 'any' ? [] : applications);

/** Whether each id is one of an application, which then stays until the end of the transaction. */
function* areApplications(group: Group): Intent<boolean> {
  const ids = idsOf(group);
  return ids.length === 0 || (yield* count(APPLICATIONS, { ids: new ListOf(ids) })) === ids.length;
}

function* writeApplications(group: Group): Intent<void> {
  const ids = idsOf(group);
  if (ids.length > 0) yield* count(INSERT_APPLICATIONS, { id: group.id, ids: new ListOf(ids) });
}

type Naming = NamingApplication & { empties: boolean };
const namingOf = ({ id, name }: Naming): NamingApplication => ({ id, name });

/** The group and the applications that name it, which all stay as they are until the end of the transaction. */
function* lockGroup(
  id: string,
): Intent<{ current: Pick<Group, 'name' | 'version'>; naming: readonly Naming[] } | { kind: 'gone' | 'stale' }> {
  const locked = yield* rows<{ id: string }>(LOCK_NAMING, { id });
  const current = yield* row<Pick<Group, 'name' | 'version'>>(LOCK_GROUP, { id });
  if (!current) return { kind: 'gone' };
  const naming = yield* rows<Naming>(NAMING, { id });
  const isLocked = (application: Naming) => locked.some((one) => one.id === application.id);
  return naming.every(isLocked) ? { current, naming } : { kind: 'stale' };
}

/** Takes the group's name out of the lists of these applications. Nothing is changed where one would let nobody in. */
function* takeFrom(id: string, from: readonly Naming[], now: number): Intent<GroupStored | undefined> {
  if (from.length === 0) return undefined;
  const emptied = from.filter(({ empties }) => empties);
  if (emptied.length > 0) return { kind: 'empties', applications: emptied.map(namingOf) };
  const ids = new ListOf(from.map((application) => application.id));
  yield* count(UNNAME, { id, ids });
  yield* count(CHANGED, { ids, now });
  return undefined;
}
