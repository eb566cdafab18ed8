// /apis, /apis/{id} and its secrets (contract 45), with the scope `apis`. Only the POST that creates a secret returns
// it.
import type { Api, ApiSecret } from '../../../core/applications/apis/api.ts';
import { createApiSecret, removeApiSecret } from '../../../core/applications/apis/api-secrets.ts';
import { type ApiNotStored, changeApi, createApi, removeApi } from '../../../core/applications/apis/manage-apis.ts';
import { apiJson, apiSecretJson, newApiSecretJson } from '../../../json/operator-api.ts';
import { apiSchema } from '../../../schema/api/operator-api.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { noteChange } from '../../log/logged-change.ts';
import { PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../../wire/entity-tags.ts';
import { sendFound } from '../frame/pages-of-lists.ts';
import { readChange } from '../json/merge-patch.ts';
import { readApi } from '../json/operator-api-json.ts';
import { type Call, type OperatorDeps, operatorRoutes, reachIn } from './operator-routes.ts';

const SHOWS_NOBODY = 'harmless: shows no person';

export const operatorApiRoutes = (deps: OperatorDeps): ApiRoute[] =>
  operatorRoutes(deps, {
    event: 'api-change',
    scope: 'apis',
    reach: { operatorApiId: reachApi, apiSecretId: reachSecret },
    // In the order of /openapi.
    operations: {
      'GET /apis': { query: PAGE_QUERY, audit: SHOWS_NOBODY, run: list },
      'POST /apis': { body: 'json', run: create },
      'GET /apis/:id': { audit: SHOWS_NOBODY, run: show },
      'PUT /apis/:id': { body: 'json', run: change },
      'PATCH /apis/:id': { body: 'merge-patch', run: change },
      'DELETE /apis/:id': { run: remove },
      'GET /apis/:id/secrets': { query: PAGE_QUERY, audit: SHOWS_NOBODY, run: listSecrets },
      'POST /apis/:id/secrets': { run: createSecret },
      'GET /apis/:id/secrets/:id': { audit: SHOWS_NOBODY, run: showSecret },
      'DELETE /apis/:id/secrets/:id': { run: removeSecret },
    },
  });

type Place = Pick<Call, 'ports' | 'request'>;

/** The API in the path. @throws 404 */
function reachApi({ ports, request }: Place): Promise<Api> {
  return reachIn(request, 'operatorApiId', (id) => ports.apis.find(id));
}

/** @throws 404 */
async function reachSecret(place: Place): Promise<{ apiId: string; secret: ApiSecret }> {
  const { id: apiId } = await reachApi(place);
  const secrets = await place.ports.apis.listSecrets(apiId);
  const secret = await reachIn(place.request, 'apiSecretId', async (id) => secrets.find((one) => one.id === id));
  return { apiId, secret };
}

function list(call: Call) {
  return sendFound(
    call,
    { path: '/apis', query: '' },
    {
      find: (page) => call.ports.apis.list(page),
      place: ({ id }) => id,
      json: apiJson,
    },
  );
}

async function create({ ports, apiUrl, request, reply }: Call) {
  const made = await createApi(ports, { ...readApi(request.body), caller: callerOf(request) });
  switch (made.kind) {
    case 'made':
      noteChange(request, { entry: made.api.id });
      return reply.code(201).header('location', `${apiUrl}/apis/${made.api.id}`).send();
    case 'too-many':
      throw httpError(409, 'There are as many APIs as there can be.', { code: 'conflict' });
    default:
      throw refusalOf(made);
  }
}

async function show(call: Call) {
  return sendResource(call.request, call.reply, apiJson(await reachApi(call)));
}

async function change({ ports, request, reply }: Call) {
  const { id } = await reachApi({ ports, request });
  const changed = await changeApi(ports, {
    id,
    caller: callerOf(request),
    change: (current) => {
      const shown = apiJson(current);
      requireMatch(request, shown);
      return readChange(apiSchema(), readApi, shown, request);
    },
  });
  if (changed.kind === 'changed') return sendChanged(reply, apiJson(changed.api));
  throw changed.kind === 'gone' ? httpError(404) : refusalOf(changed);
}

async function remove({ ports, request, reply }: Call) {
  const { id } = await reachApi({ ports, request });
  const precondition = (current: Api) => requireMatch(request, apiJson(current));
  if (!(await removeApi(ports, { id, caller: callerOf(request), precondition }))) throw httpError(404);
  return reply.code(204).send();
}

async function listSecrets(call: Call) {
  const { id } = await reachApi(call);
  return sendFound(
    call,
    { path: `/apis/${id}/secrets`, query: '' },
    {
      find: async ({ after }) => (await call.ports.apis.listSecrets(id)).filter((secret) => secret.id > after),
      place: (secret) => secret.id,
      json: apiSecretJson,
    },
  );
}

async function createSecret({ ports, request, reply }: Call) {
  const { id: apiId } = await reachApi({ ports, request });
  const made = await createApiSecret(ports, { apiId, caller: callerOf(request) });
  switch (made.kind) {
    case 'made':
      return reply.send(newApiSecretJson(made.apiSecret, made.secret));
    case 'gone':
      throw httpError(404);
    case 'too-many':
      throw httpError(409, 'The API has two secrets already. Delete one first.', { code: 'api-secrets-too-many' });
  }
}

async function showSecret(call: Call) {
  return sendResource(call.request, call.reply, apiSecretJson((await reachSecret(call)).secret));
}

async function removeSecret({ ports, request, reply }: Call) {
  const { apiId, secret } = await reachSecret({ ports, request });
  requireMatch(request, apiSecretJson(secret));
  if (!(await removeApiSecret(ports, { apiId, id: secret.id, caller: callerOf(request) }))) throw httpError(404);
  return reply.code(204).send();
}

function refusalOf(refused: ApiNotStored): Error {
  switch (refused.kind) {
    case 'refused':
      return new InputError(refused.faults);
    case 'resource-taken':
      return httpError(409, 'Another API has this resource.', { code: 'api-resource-taken' });
    case 'scope-taken':
      return httpError(409, `Other APIs have these scopes: ${refused.scopes.join(', ')}.`, { code: 'api-scope-taken' });
  }
}
