// GET and POST /console/apis/{id}: one API, who may call it, its secrets and its end (contract 45). Every act needs a
// confirmation (contract 25).
import type { Api } from '../../../core/applications/apis/api.ts';
import { createApiSecret, removeApiSecret } from '../../../core/applications/apis/api-secrets.ts';
import type { ApiDraft } from '../../../core/applications/apis/check-api.ts';
import { changeApi, removeApi, withAccess } from '../../../core/applications/apis/manage-apis.ts';
import { APIS, apiPath } from '../../../views/apis/api-list.tsx';
import { renderApiPage } from '../../../views/apis/api-page.tsx';
import type { ConsoleNotice, ConsolePage } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { actsPage, idIn, type Visit, type Work } from '../frame/acts-page.ts';
import { findCreatedSecret, storeCreatedSecret } from '../frame/created-secret.ts';
import { ChangedMeanwhile, typed } from '../frame/edit-in-console.ts';
import { type ActOutcome, changedMeanwhile } from '../frame/outcome.ts';
import { conflictAt, draftIn, notStored, SETTINGS_FIELDS } from './api-form.ts';

/** Of more, the page shows the ids alone. */
const APPLICATIONS_NAMED = 50;

/** `at`: the id. */
type ApiWork = Work<string>;

export const operatorApiRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: apiPath(':operatorApiId'),
    audit: 'harmless: shows no person',
    reach: (_, request) => idIn(request, 'operatorApiId'),
    acts: {
      save: { name: 'apis change', act: save },
      allow: { name: 'apis allow', act: allow },
      deny: { name: 'apis deny', act: deny },
      'create-secret': { name: 'apis create-secret', act: makeSecret },
      'delete-secret': { name: 'apis delete-secret', act: endSecret },
      delete: { name: 'apis delete', act: end },
    },
    asked: ({ at: id }) => ({ event: 'api-change', entry: id }),
    render,
  });

/** @param fields of the form, by the member of the API */
async function change(
  { ports, entered, at: id }: ApiWork,
  draft: (current: Api) => { draft: ApiDraft },
  fields: Readonly<Record<string, string>>,
  notice: ConsoleNotice,
): Promise<ActOutcome> {
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
async function save(work: ApiWork): Promise<ActOutcome> {
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

function allow(work: ApiWork): Promise<ActOutcome> {
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

function deny(work: ApiWork): Promise<ActOutcome> {
  const application = work.form.get('entry') ?? '';
  return change(work, (current) => ({ draft: withAccess(current, application, []) }), SETTINGS_FIELDS, 'api-denied');
}

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

async function render({ deps, at: id }: Visit<string>, context: PageContext, page: ConsolePage) {
  const api = await deps.ports.apis.find(id);
  if (!api) throw httpError(404);
  const named = api.machineAccess.slice(0, APPLICATIONS_NAMED).map(({ application }) => application);
  const [secrets, found] = await Promise.all([
    deps.ports.apis.listSecrets(id),
    Promise.all(named.map((one) => deps.ports.applications.find(one))),
  ]);
  const applications = found.flatMap((one) => (one ? [{ id: one.id, name: one.name }] : []));
  return renderApiPage(context, { ...page, api, applications, secrets });
}
