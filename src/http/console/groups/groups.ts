// GET and POST /console/groups: operators see the groups and make one (contract 31).
import type { FastifyRequest } from 'fastify';
import { inLanguage } from '../../../core/applications/translations.ts';
import { GROUP_NAME } from '../../../core/groups/group.ts';
import { createGroup } from '../../../core/groups/manage-groups.ts';
import type { Ports } from '../../../core/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { GROUPS, groupPath, renderGroupList } from '../../../views/groups/group-list.tsx';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken } from '../../browsers/csrf.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { type ChangeAsked, noteChange } from '../../log/logged-change.ts';
import { confirmHref } from '../../pages/confirm.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { formOf, queryOf } from '../../wire/request-parts.ts';
import { readAfter } from '../application-list.ts';
import { carryOut } from '../carry-out.ts';
import { operatorPage, type Visit } from '../operator-page.ts';
import { type Again, CONSOLE_FORM, confirmFirst, type Outcome, sentForm } from '../outcome.ts';
import type { Entered } from '../place.ts';
import { conflictAt, draftIn, refusedFields } from './group-form.ts';

const PAGE_SIZE = 50;

export const groupListRoute = (deps: AuthDeps): Route =>
  operatorPage(deps, {
    path: GROUPS,
    audit: 'harmless: shows no person',
    confirm: { create: 'required' },
    show,
    handleForm,
  });

async function handleForm(visit: Visit, form: Parameters) {
  const { deps, request, reply, entered } = visit;
  const { accountId, role } = entered.caller;
  const asked: ChangeAsked = { event: 'group-change', action: 'groups create', account: accountId, role };
  const act = async (ports: Ports): Promise<Outcome> =>
    entered.confirmed ? create(ports, request, entered, form) : confirmFirst;
  const showAgain = (outcome: Again) => show(visit, outcome);
  return carryOut(deps, request, reply, { asked, act, path: GROUPS, showAgain });
}

async function create(ports: Ports, request: FastifyRequest, { caller }: Entered, form: Parameters): Promise<Outcome> {
  const made = await createGroup(ports, { draft: draftIn(form, []), caller });
  switch (made.kind) {
    case 'made':
      noteChange(request, { entry: made.group.id });
      return { kind: 'done', notice: 'group-created', path: groupPath(made.group.id) };
    case 'refused':
      return refusedFields(made.faults);
    case 'too-many':
      return conflictAt([], 'groups-full');
    default:
      return conflictAt(['name'], 'group-name-taken');
  }
}

async function show({ deps, request, reply, entered }: Visit, outcome?: Again) {
  const prefix = queryOf(request).get('q')?.trim() ?? '';
  const after = readAfter(request, GROUP_NAME) ?? '';
  // No name begins otherwise.
  const isNamed = /^[a-z0-9-]{0,40}$/.test(prefix);
  const found = isNamed ? await deps.ports.groups.list({ prefix, after, limit: PAGE_SIZE + 1 }) : [];
  const context = await pageContext(deps, request, reply);
  const shown = found.slice(0, PAGE_SIZE);
  const html = renderGroupList(context, {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    made: undefined,
    confirmHref: entered.confirmed || outcome ? undefined : confirmHref(GROUPS),
    prefix,
    groups: shown.map((group) => inLanguage(group, context.language)),
    later: after !== '',
    nextAfter: found.length > PAGE_SIZE ? shown.at(-1)?.name : undefined,
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
