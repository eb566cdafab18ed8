// GET and POST /console/apis/{id}: one API, its scopes, who may call it, its secrets and its end (contract 45). Every
// act needs a confirmation (contract 25).
import { createApiSecret, removeApiSecret } from '../../../core/applications/apis/api-secrets.ts';
import { removeApi, withAccess } from '../../../core/applications/apis/manage-apis.ts';
import { APIS, apiPath } from '../../../views/apis/api-list.tsx';
import { renderApiPage } from '../../../views/apis/api-page.tsx';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { actsPage, idIn, type Visit } from '../frame/acts-page.ts';
import { findCreatedSecret, storeCreatedSecret } from '../frame/created-secret.ts';
import { requireVersion, typed } from '../frame/edit-in-console.ts';
import type { ActOutcome } from '../frame/outcome.ts';
import { conflictAt, memberOf, namesIn, settingsIn } from './api-form.ts';
import { type ApiWork, changeInConsole } from './change-in-console.ts';
import { addScope, removeScope, saveScope } from './scope-acts.ts';

/** Of more, the page shows the ids alone. */
const APPLICATIONS_NAMED = 50;

export const operatorApiRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: apiPath(':operatorApiId'),
    audit: 'harmless: shows no person',
    reach: (_, request) => idIn(request, 'operatorApiId'),
    acts: {
      save: { name: 'apis change', act: save },
      'add-scope': { name: 'apis change', act: addScope },
      'save-scope': { name: 'apis change', act: saveScope },
      'remove-scope': { name: 'apis change', act: removeScope },
      allow: { name: 'apis allow', act: allow },
      deny: { name: 'apis deny', act: deny },
      'create-secret': { name: 'apis create-secret', act: makeSecret },
      'delete-secret': { name: 'apis delete-secret', act: endSecret },
      delete: { name: 'apis delete', act: end },
    },
    asked: ({ at: id }) => ({ event: 'api-change', entry: id }),
    render,
  });

const save = (work: ApiWork): Promise<ActOutcome> =>
  changeInConsole(work, {
    draft: (current) => {
      requireVersion(work.form, current);
      return { ...current, ...settingsIn(work.form) };
    },
    at: memberOf,
    notice: 'saved',
  });

function allow(work: ApiWork): Promise<ActOutcome> {
  const application = typed(work.form, 'application') ?? '';
  const scopes = namesIn(work.form, 'scopes');
  return changeInConsole(work, {
    // With none it would take them away.
    draft: (current) => withAccess(current, application, scopes.length === 0 ? [''] : scopes),
    at: ({ path, code }) => {
      const isOfApplication = code === 'api-fapi-algorithm' || code === 'api-application-unknown';
      return path[0] === 'machine_access' ? (isOfApplication ? 'application' : 'scopes') : path[0];
    },
    notice: 'api-allowed',
  });
}

const deny = (work: ApiWork): Promise<ActOutcome> =>
  changeInConsole(work, {
    draft: (current) => withAccess(current, work.form.get('entry') ?? '', []),
    at: memberOf,
    notice: 'api-denied',
  });

async function makeSecret({ deps, ports, request, entered, at: id, form }: ApiWork): Promise<ActOutcome> {
  const newest = form.get('newest') ?? '';
  if (((await ports.apis.listSecrets(id)).at(-1)?.id ?? '') !== newest)
    return findCreatedSecret(deps, request, entered, newest);
  const made = await createApiSecret(ports, { apiId: id, caller: entered.caller });
  switch (made.kind) {
    case 'made':
      return storeCreatedSecret(deps, request, entered, { secret: made.secret, form: newest });
    case 'gone':
      throw httpError(404);
    case 'too-many':
      return conflictAt([], 'api-secrets-too-many');
  }
}

/** A secret that is already gone counts as deleted. */
async function endSecret({ ports, entered, at: id, form }: ApiWork): Promise<ActOutcome> {
  if (!(await ports.apis.find(id))) throw httpError(404);
  await removeApiSecret(ports, { apiId: id, id: form.get('entry') ?? '', caller: entered.caller });
  return { kind: 'done', notice: 'api-secret-deleted' };
}

async function end({ ports, entered, at: id }: ApiWork): Promise<ActOutcome> {
  if (!(await removeApi(ports, { id, caller: entered.caller }))) throw httpError(404);
  return { kind: 'done', notice: 'api-deleted', path: APIS };
}

async function render({ deps, request, at: id }: Visit<string>, context: PageContext, page: ConsolePage) {
  const api = await deps.ports.apis.find(id);
  if (!api) throw httpError(404);
  const named = api.machineAccess.slice(0, APPLICATIONS_NAMED).map(({ application }) => application);
  const [secrets, found] = await Promise.all([
    deps.ports.apis.listSecrets(id),
    Promise.all(named.map((one) => deps.ports.applications.find(one))),
  ]);
  const applications = found.flatMap((one) => (one ? [{ id: one.id, name: one.name }] : []));
  return renderApiPage(context, { ...page, api, applications, secrets, editing: queryOf(request).get('edit') });
}
