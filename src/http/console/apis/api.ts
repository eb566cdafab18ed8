// GET and POST /console/apis/{id}: one API, who may call it, its secrets and its end (contract 45). Every act needs a
// confirmation (contract 25).
import type { FastifyRequest } from 'fastify';
import { formFault } from '../../../core/accounts/form-faults.ts';
import type { Api } from '../../../core/apis/api.ts';
import { createApiSecret, removeApiSecret } from '../../../core/apis/api-secrets.ts';
import type { ApiDraft } from '../../../core/apis/check-api.ts';
import { changeApi, removeApi, withAccess } from '../../../core/apis/manage-apis.ts';
import type { AuditAction } from '../../../core/audit/audit-actions.ts';
import type { Ports } from '../../../core/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { APIS, apiPath } from '../../../views/apis/api-list.tsx';
import { renderApiPage } from '../../../views/apis/api-page.tsx';
import type { ConsoleNotice } from '../../../views/console/parts/console-page.ts';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken } from '../../browsers/csrf.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { httpError } from '../../errors/http-error.ts';
import type { ChangeAsked } from '../../log/logged-change.ts';
import { confirmHref } from '../../pages/confirm.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Confirmation, Route } from '../../routes/route.ts';
import { formOf } from '../../wire/request-parts.ts';
import { carryOut } from '../carry-out.ts';
import { ChangedMeanwhile, typed } from '../edit-in-console.ts';
import { findMade, readMade, storeMade } from '../made-once.ts';
import { operatorPage, type Visit } from '../operator-page.ts';
import {
  type Again,
  CONSOLE_FORM,
  changedMeanwhile,
  confirmFirst,
  type Outcome,
  refused,
  sentForm,
} from '../outcome.ts';
import type { Entered } from '../place.ts';
import { conflictAt, draftIn, notStored, SETTINGS_FIELDS } from './api-form.ts';
import { ID } from './apis.ts';

/** Of more, the page shows the ids alone. */
const APPLICATIONS_NAMED = 50;

type Work = { deps: AuthDeps; ports: Ports; request: FastifyRequest; entered: Entered; id: string; form: Parameters };
type Act = { name: AuditAction; act(work: Work): Promise<Outcome> };

/** By the value of the form's field `action`. */
const ACTS: Readonly<Record<string, Act>> = {
  save: { name: 'apis change', act: save },
  allow: { name: 'apis allow', act: allow },
  deny: { name: 'apis deny', act: deny },
  'create-secret': { name: 'apis create-secret', act: makeSecret },
  'delete-secret': { name: 'apis delete-secret', act: endSecret },
  delete: { name: 'apis delete', act: end },
};

const CONFIRM: Readonly<Record<string, Confirmation>> = Object.fromEntries(
  Object.keys(ACTS).map((name) => [name, 'required']),
);

export const operatorApiRoute = (deps: AuthDeps): Route =>
  operatorPage(deps, {
    path: apiPath(':operatorApiId'),
    audit: 'harmless: shows no person',
    confirm: CONFIRM,
    show,
    handleForm,
  });

const idIn = ({ params }: FastifyRequest): string => {
  const { operatorApiId: id } = params as { operatorApiId: string };
  if (!ID.test(id)) throw httpError(404);
  return id;
};

async function handleForm(visit: Visit, form: Parameters) {
  const { deps, request, reply, entered } = visit;
  const id = idIn(request);
  const name = form.get('action') ?? '';
  const action = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (!action) return show(visit, refused([formFault([], 'form-expired')]));
  const { accountId: by, role } = entered.caller;
  const asked: ChangeAsked = { event: 'api-change', action: action.name, account: by, role, entry: id };
  const act = async (ports: Ports): Promise<Outcome> =>
    entered.confirmed ? action.act({ deps, ports, request, entered, id, form }) : confirmFirst;
  const showAgain = (outcome: Again) => show(visit, outcome);
  return carryOut(deps, request, reply, { asked, act, path: apiPath(id), showAgain });
}

/** @param fields of the form, by the member of the API */
async function change(
  { ports, entered, id }: Work,
  draft: (current: Api) => { draft: ApiDraft },
  fields: Readonly<Record<string, string>>,
  notice: ConsoleNotice,
): Promise<Outcome> {
  const changed = await changeApi(ports, { id, change: draft, caller: entered.caller });
  switch (changed.kind) {
    case 'changed':
      return { kind: 'done', notice };
    case 'gone':
      throw httpError(404);
    default:
      return notStored(changed, fields);
  }
}
async function save(work: Work): Promise<Outcome> {
  const { form } = work;
  try {
    return await change(
      work,
      (current) => {
        if (form.get('version') !== String(current.version))
          throw new ChangedMeanwhile('Somebody else changed the API');
        return { draft: { ...current, ...draftIn(form, current.scopes) } };
      },
      SETTINGS_FIELDS,
      'saved',
    );
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return changedMeanwhile;
    throw error;
  }
}

function allow(work: Work): Promise<Outcome> {
  const application = typed(work.form, 'application') ?? '';
  const scopes = (typed(work.form, 'scopes') ?? '').split(/[\s,]+/).filter(Boolean);
  // With none it would take them away.
  const draft = scopes.length === 0 ? [''] : scopes;
  return change(
    work,
    (current) => ({ draft: withAccess(current, application, draft) }),
    { machine_access: 'scopes' },
    'api-allowed',
  );
}

function deny(work: Work): Promise<Outcome> {
  const application = work.form.get('entry') ?? '';
  return change(work, (current) => ({ draft: withAccess(current, application, []) }), SETTINGS_FIELDS, 'api-denied');
}

async function makeSecret({ deps, ports, request, entered, id, form }: Work): Promise<Outcome> {
  const newest = form.get('newest') ?? '';
  if (((await ports.apis.listSecrets(id)).at(-1)?.id ?? '') !== newest) return findMade(deps, request, entered, newest);
  const made = await createApiSecret(ports, { apiId: id, caller: entered.caller });
  switch (made.kind) {
    case 'made':
      return storeMade(deps, request, entered, { secret: made.secret, form: newest });
    case 'gone':
      throw httpError(404);
    case 'too-many':
      return conflictAt([], 'api-secrets-too-many');
  }
}

/** A secret that is already gone counts as deleted. */
async function endSecret({ ports, entered, id, form }: Work): Promise<Outcome> {
  if (!(await ports.apis.find(id))) throw httpError(404);
  await removeApiSecret(ports, { apiId: id, id: form.get('entry') ?? '', caller: entered.caller });
  return { kind: 'done', notice: 'api-secret-deleted' };
}

async function end({ ports, entered, id }: Work): Promise<Outcome> {
  if (!(await removeApi(ports, { id, caller: entered.caller }))) throw httpError(404);
  return { kind: 'done', notice: 'api-deleted', path: APIS };
}

async function show({ deps, request, reply, entered }: Visit, outcome?: Again) {
  const id = idIn(request);
  const api = await deps.ports.apis.find(id);
  if (!api) throw httpError(404);
  const named = api.machineAccess.slice(0, APPLICATIONS_NAMED).map(({ application }) => application);
  const [secrets, applications] = await Promise.all([
    deps.ports.apis.listSecrets(id),
    Promise.all(named.map((one) => deps.ports.applications.find(one))),
  ]);
  const html = renderApiPage(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    made: await readMade(deps, request, entered),
    confirmHref: entered.confirmed || outcome ? undefined : confirmHref(apiPath(id)),
    api,
    applications: applications.flatMap((one) => (one ? [{ id: one.id, name: one.name }] : [])),
    secrets,
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
