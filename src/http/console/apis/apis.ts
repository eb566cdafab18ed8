// GET and POST /console/apis: operators see their own APIs and make one (contract 45).
import type { FastifyRequest } from 'fastify';
import { createApi } from '../../../core/apis/manage-apis.ts';
import type { Ports } from '../../../core/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { APIS, apiPath, renderApiList } from '../../../views/apis/api-list.tsx';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken } from '../../browsers/csrf.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { type ChangeAsked, noteChange } from '../../log/logged-change.ts';
import { confirmHref } from '../../pages/confirm.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { formOf } from '../../wire/request-parts.ts';
import { readAfter } from '../application-list.ts';
import { carryOut } from '../carry-out.ts';
import { operatorPage, type Visit } from '../operator-page.ts';
import { type Again, CONSOLE_FORM, confirmFirst, type Outcome, sentForm } from '../outcome.ts';
import type { Entered } from '../place.ts';
import { conflictAt, draftIn, notStored, SETTINGS_FIELDS } from './api-form.ts';

const PAGE_SIZE = 50;
export const ID = /^[0-9a-f]{32}$/;

export const apiListRoute = (deps: AuthDeps): Route =>
  operatorPage(deps, {
    path: APIS,
    audit: 'harmless: shows no person',
    confirm: { create: 'required' },
    show,
    handleForm,
  });

async function handleForm(visit: Visit, form: Parameters) {
  const { deps, request, reply, entered } = visit;
  const { accountId, role } = entered.caller;
  const asked: ChangeAsked = { event: 'api-change', action: 'apis create', account: accountId, role };
  const act = async (ports: Ports): Promise<Outcome> =>
    entered.confirmed ? create(ports, request, entered, form) : confirmFirst;
  const showAgain = (outcome: Again) => show(visit, outcome);
  return carryOut(deps, request, reply, { asked, act, path: APIS, showAgain });
}

async function create(ports: Ports, request: FastifyRequest, { caller }: Entered, form: Parameters): Promise<Outcome> {
  const made = await createApi(ports, { draft: draftIn(form, []), caller });
  switch (made.kind) {
    case 'made':
      noteChange(request, { entry: made.api.id });
      return { kind: 'done', notice: 'api-created', path: apiPath(made.api.id) };
    case 'too-many':
      return conflictAt([], 'apis-full');
    default:
      return notStored(made, SETTINGS_FIELDS);
  }
}

async function show({ deps, request, reply, entered }: Visit, outcome?: Again) {
  const after = readAfter(request, ID) ?? '';
  const found = await deps.ports.apis.list({ after, limit: PAGE_SIZE + 1 });
  const apis = found.slice(0, PAGE_SIZE);
  const html = renderApiList(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    made: undefined,
    confirmHref: entered.confirmed || outcome ? undefined : confirmHref(APIS),
    apis,
    later: after !== '',
    nextAfter: found.length > PAGE_SIZE ? apis.at(-1)?.id : undefined,
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
