// GET and POST /console/groups: operators see the groups and make one (contract 31).
import { inLanguage } from '../../../core/ground/texts/translations.ts';
import { GROUP_NAME } from '../../../core/people/groups/group.ts';
import { createGroup } from '../../../core/people/groups/manage-groups.ts';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import { GROUPS, groupPath, renderGroupList } from '../../../views/groups/group-list.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { noteChange } from '../../log/logged-change.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { actsPage, type Visit, type Work } from '../frame/acts-page.ts';
import type { ActOutcome } from '../frame/outcome.ts';
import { readAfter } from '../frame/read-after.ts';
import { draftIn, refusedAt } from './group-form.ts';

const PAGE_SIZE = 50;

export const groupListRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: GROUPS,
    audit: 'harmless: shows no person',
    acts: { create: { name: 'groups create', act: create } },
    asked: () => ({ event: 'group-change' }),
    render,
  });

async function create({ ports, request, entered, form }: Work): Promise<ActOutcome> {
  const made = await createGroup(ports, { draft: draftIn(form, []), caller: entered.caller });
  if (made.kind !== 'done') return refusedAt(made, { 'group-name-taken': 'name' });
  noteChange(request, { entry: made.group.id });
  return { kind: 'done', notice: 'group-created', path: groupPath(made.group.id) };
}

async function render({ deps, request }: Visit, context: PageContext, page: ConsolePage) {
  const prefix = queryOf(request).get('q')?.trim() ?? '';
  const after = readAfter(request, GROUP_NAME) ?? '';
  // No name begins otherwise.
  const isNamed = /^[a-z0-9-]{0,40}$/.test(prefix);
  const found = isNamed ? await deps.ports.groups.list({ prefix, after, limit: PAGE_SIZE + 1 }) : [];
  const shown = found.slice(0, PAGE_SIZE);
  return renderGroupList(context, {
    ...page,
    prefix,
    groups: shown.map((group) => inLanguage(group, context.language)),
    later: after !== '',
    nextAfter: found.length > PAGE_SIZE ? shown.at(-1)?.name : undefined,
  });
}
