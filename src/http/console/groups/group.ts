// GET and POST /console/groups/{id}: one group, who is in it, and its end (contract 31). The look at its members is
// recorded before anything is shown, and every act needs a confirmation (contract 25).
import { inLanguage } from '../../../core/applications/translations.ts';
import { MAX_NAMING_APPLICATIONS } from '../../../core/groups/check-group.ts';
import type { Group } from '../../../core/groups/group.ts';
import { lookAtGroup } from '../../../core/groups/look-at-group.ts';
import { changeGroup, removeGroup } from '../../../core/groups/manage-groups.ts';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import { ADD_APPLICATION, REMOVE_APPLICATION } from '../../../views/groups/group-applications.tsx';
import { GROUPS, groupPath } from '../../../views/groups/group-list.tsx';
import { renderGroupPage } from '../../../views/groups/group-page.tsx';
import type { PageContext } from '../../../views/parts/page.ts';
import { httpError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { readAfter } from '../application-list.ts';
import { ChangedMeanwhile } from '../edit-in-console.ts';
import { formPage, ID, idIn, type Visit, type Work } from '../form-page.ts';
import { type Again, changedMeanwhile, type Outcome } from '../outcome.ts';
import { addApplication, removeApplication } from './group-applications.ts';
import { conflictAt, draftIn, refusedFields } from './group-form.ts';
import { accountIn, add, MEMBER_ACTS, remove } from './members.ts';

const PAGE_SIZE = 50;
const ADD_MEMBER = 'add-member';
const REMOVE_MEMBER = 'remove-member';

/** `at`: the id. */
type GroupWork = Work<string>;

const groupAndAccount = ({ at, asked }: GroupWork) => ({ groupId: at, accountId: asked.subject });

export const groupRoute = (deps: AuthDeps): Route =>
  formPage(deps, {
    path: groupPath(':groupId'),
    audit: 'look',
    reach: (_, request) => idIn(request, 'groupId'),
    acts: {
      save: { name: 'groups change', act: save },
      delete: { name: 'groups delete', act: end },
      [ADD_APPLICATION]: { name: 'groups change', act: addApplication },
      [REMOVE_APPLICATION]: { name: 'groups change', act: removeApplication },
      [ADD_MEMBER]: { name: MEMBER_ACTS.add, act: (work) => add(work, groupAndAccount(work), 'who') },
      [REMOVE_MEMBER]: { name: MEMBER_ACTS.remove, act: (work) => remove(work, groupAndAccount(work)) },
    },
    asked: async (visit, form, action) => ({
      ...{ event: 'group-change', entry: visit.at },
      subject: action === ADD_MEMBER || action === REMOVE_MEMBER ? await accountIn(deps.ports, form) : undefined,
    }),
    render,
  });

async function save({ ports, entered, at: id, form }: GroupWork): Promise<Outcome> {
  // Where not every application may name it any more, those that do still may.
  const naming = await ports.groups.listUses({ groupId: id, limit: MAX_NAMING_APPLICATIONS + 1 });
  const change = ({ version, applications }: Group) => {
    if (form.get('version') !== String(version)) throw new ChangedMeanwhile('Somebody else changed the group');
    return { draft: draftIn(form, applications === 'any' ? naming.map((one) => one.id) : applications) };
  };
  try {
    const changed = await changeGroup(ports, { id, change, caller: entered.caller });
    switch (changed.kind) {
      case 'changed':
        return { kind: 'done', notice: 'saved' };
      case 'gone':
        throw httpError(404);
      case 'refused':
        return refusedFields(changed.faults);
      case 'name-taken':
        return conflictAt(['name'], 'group-name-taken');
      case 'named':
        return { ...conflictAt(['name'], 'group-named'), blocked: changed };
      case 'empties':
        return { ...conflictAt(['applications'], 'group-empties'), blocked: changed };
    }
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return changedMeanwhile;
    throw error;
  }
}

async function end({ ports, entered, at: id, form }: GroupWork): Promise<Outcome> {
  const removed = await removeGroup(ports, { id, force: form.has('force'), caller: entered.caller });
  if (removed.kind === 'gone') throw httpError(404);
  if (removed.kind === 'removed') return { kind: 'done', notice: 'group-deleted', path: GROUPS };
  if (!('applications' in removed)) throw httpError(409);
  return { ...conflictAt([], removed.kind === 'named' ? 'group-named' : 'group-empties'), blocked: removed };
}

async function render(
  { deps, request, entered: { caller }, at: id }: Visit<string>,
  context: PageContext,
  page: ConsolePage,
  outcome?: Again,
) {
  const after = readAfter(request, ID) ?? '';
  const text = queryOf(request).get('q');
  const look = await lookAtGroup(deps.ports, { id, caller, after, limit: PAGE_SIZE, text });
  if (!look) throw httpError(404);
  await recordLook(deps.ports, request, { by: caller, action: 'groups see', entry: id });
  const title = inLanguage(look.group, context.language);
  return renderGroupPage(context, { ...page, ...look, title, blocked: outcome?.blocked, later: after !== '' });
}
