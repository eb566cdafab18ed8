// GET and POST /console/groups/{id}: one group, who is in it, and its end (contract 31). The look at its members is
// recorded before anything is shown, and every act needs a confirmation (contract 25).
import { lookAtGroup } from '../../../core/applications/groups/look-at-group.ts';
import {
  asksAccount,
  formOfGroupAct,
  GROUP_BUTTONS,
  GROUP_FORM_ACTS,
  type GroupFormAct,
} from '../../../core/ground/acts/group-acts.ts';
import { ID } from '../../../core/ground/secrets.ts';
import { inLanguage } from '../../../core/ground/texts/translations.ts';
import { MAX_NAMING_APPLICATIONS } from '../../../core/people/groups/check-group.ts';
import type { Group } from '../../../core/people/groups/group.ts';
import { changeGroup, ON_GROUP } from '../../../core/people/groups/manage-groups.ts';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import { ADD_APPLICATION, REMOVE_APPLICATION } from '../../../views/groups/group-applications.tsx';
import { GROUPS, groupPath } from '../../../views/groups/group-list.tsx';
import { renderGroupPage } from '../../../views/groups/group-page.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { httpError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { actsPage, idIn, type PageAct, type Visit, type Work } from '../frame/acts-page.ts';
import { requireVersion } from '../frame/edit-in-console.ts';
import type { ActOutcome, RetryForm } from '../frame/outcome.ts';
import { readAfter } from '../frame/read-after.ts';
import { addApplication, removeApplication } from './group-applications.ts';
import { accountIn, atMember, draftIn, refusedAt } from './group-form.ts';

const PAGE_SIZE = 50;

/** `at`: the id. */
type GroupWork = Work<string>;

const PERFORM: Readonly<Record<string, PageAct<string>>> = Object.fromEntries(
  GROUP_FORM_ACTS.map((name) => [name, { name: `groups ${name}`, act: (work) => perform(name, work) }]),
);

export const groupRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: groupPath(':groupId'),
    audit: 'look',
    reach: (_, request) => idIn(request, 'groupId'),
    acts: {
      save: { name: 'groups change', act: save },
      [ADD_APPLICATION]: { name: 'groups change', act: addApplication },
      [REMOVE_APPLICATION]: { name: 'groups change', act: removeApplication },
      ...PERFORM,
    },
    asked: async ({ at }, form, action) => {
      const act = GROUP_FORM_ACTS.find((name) => name === action);
      const subject = act && asksAccount(act) ? await accountIn(deps.ports, form) : undefined;
      return { event: 'group-change', entry: at, subject };
    },
    render,
  });

async function save({ ports, entered, at: id, form }: GroupWork): Promise<ActOutcome> {
  // Where not every application may name it any more, those that do still may.
  const naming = await ports.groups.listUses({ groupId: id, limit: MAX_NAMING_APPLICATIONS + 1 });
  const change = (current: Group) => {
    requireVersion(form, current);
    const { applications } = current;
    return { draft: draftIn(form, applications === 'any' ? naming.map((one) => one.id) : applications) };
  };
  const changed = await changeGroup(ports, { id, change, caller: entered.caller });
  if (changed.kind === 'done') return { kind: 'done', notice: 'saved' };
  return refusedAt(changed, { 'group-name-taken': 'name', 'group-named': 'name', 'group-empties': 'applications' });
}

async function perform(name: GroupFormAct, { ports, entered, at: id, form, asked }: GroupWork): Promise<ActOutcome> {
  const force = form.has('force');
  const acted = await ON_GROUP[name](ports, { id, accountId: asked.subject, force, caller: entered.caller });
  if (acted.kind !== 'done') return refusedAt(acted, atMember('who'));
  const { done, ends } = formOfGroupAct(name);
  return { kind: 'done', notice: done, ...(ends && { path: GROUPS }) };
}

async function render(
  { deps, request, entered: { caller }, at: id }: Visit<string>,
  context: PageContext,
  page: ConsolePage,
  outcome?: RetryForm,
) {
  const after = readAfter(request, ID) ?? '';
  const text = queryOf(request).get('q');
  const look = await lookAtGroup(deps.ports, { id, caller, after, limit: PAGE_SIZE, text });
  if (!look) throw httpError(404);
  await recordLook(deps.ports, request, { by: caller, action: 'groups see', entry: id });
  const title = inLanguage(look.group, context.language);
  return renderGroupPage(context, {
    ...page,
    ...look,
    title,
    blocked: outcome?.blocked,
    buttons: GROUP_BUTTONS,
    later: after !== '',
  });
}
