// /apis and /apis/{id} (contract 45), with the scope `apis`.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../../core/apis/api.ts';
import { type ApiNotStored, changeApi, createApi, removeApi } from '../../../core/apis/manage-apis.ts';
import { auditAction } from '../../../core/audit/audit-actions.ts';
import type { Ports } from '../../../core/ports.ts';
import { apiJson } from '../../../json/operator-api.ts';
import { apiSchema } from '../../../schema/api/operator-api.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { logChange, noteChange } from '../../log/logged-change.ts';
import { NO_QUERY, PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiMethod, ApiRoute, RouteMethod } from '../../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../../wire/entity-tags.ts';
import { ID, orRefused } from '../account-reach.ts';
import { mergePatch, readOnlyFaults } from '../json/merge-patch.ts';
import { readApi } from '../json/operator-api-json.ts';
import { readPage, sendPage } from '../pages-of-lists.ts';

export type ApiDeps = { ports: Ports; apiUrl: string };
type Change = (ports: Ports, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const shared = { access: 'api-token', scope: 'apis', query: NO_QUERY, produces: ['application/json'] } as const;

export const operatorApiRoutes = (deps: ApiDeps): ApiRoute[] => {
  const ofApi = { beforeBody: (request: FastifyRequest) => reachApi(deps.ports, request) };
  return [
    {
      path: '/apis',
      errors: 'problem',
      methods: {
        GET: { ...looking((request, reply) => list(deps, request, reply)), query: PAGE_QUERY },
        POST: changing(deps, 'json', (ports, request, reply) => create({ ...deps, ports }, request, reply)),
      },
    },
    {
      path: '/apis/:operatorApiId',
      errors: 'problem',
      methods: {
        GET: {
          ...looking(async (request, reply) =>
            sendResource(request, reply, apiJson(await reachApi(deps.ports, request))),
          ),
          ...ofApi,
        },
        PUT: { ...changing(deps, 'json', change), ...ofApi },
        PATCH: { ...changing(deps, 'merge-patch', change), ...ofApi },
        DELETE: { ...changing(deps, 'none', remove), ...ofApi },
      },
    },
  ];
};

export const looking = (handle: RouteMethod['handle']): ApiMethod => ({
  ...{ ...shared, body: 'none', audit: 'harmless: shows no person', handle },
});

/** A method that changes an API or its secrets. */
export const changing = (deps: ApiDeps, body: RouteMethod['body'], run: Change): ApiMethod => ({
  ...{ ...shared, body, audit: 'change' },
  handle: (request, reply) => {
    const { accountId, role, tokenId } = callerOf(request);
    const action = auditAction(`${request.method} ${request.routeOptions.url?.replace(/:\w*[iI]d/g, ':id')}`);
    const asked = {
      event: 'api-change' as const,
      action,
      account: accountId,
      role,
      apiToken: tokenId,
      entry: idOf(request),
    };
    return logChange(deps, request, asked, (ports) => orRefused(run(ports, request, reply)));
  },
});

const idOf = (request: FastifyRequest): string | undefined =>
  (request.params as Readonly<Record<string, string>>).operatorApiId;

/** The API in the path. @throws 404 */
export async function reachApi({ apis }: Pick<Ports, 'apis'>, request: FastifyRequest): Promise<Api> {
  const id = idOf(request) ?? '';
  const api = ID.test(id) ? await apis.find(id) : undefined;
  if (!api) throw httpError(404);
  return api;
}

async function list({ ports, apiUrl }: ApiDeps, request: FastifyRequest, reply: FastifyReply) {
  const name = { path: '/apis', query: '' };
  const { after = '', limit } = readPage(request, ports.secrets, name);
  const found = await ports.apis.list({ after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.id : undefined;
  return sendPage(reply, { rows: shown.map(apiJson), next, limit }, { apiUrl, secrets: ports.secrets, list: name });
}

async function create({ ports, apiUrl }: ApiDeps, request: FastifyRequest, reply: FastifyReply) {
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

async function change(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const { id } = await reachApi(ports, request);
  const changed = await changeApi(ports, {
    id,
    caller: callerOf(request),
    change: (current) => {
      const shown = apiJson(current);
      requireMatch(request, shown);
      if (request.method === 'PUT') return readApi(request.body);
      const { draft, faults } = readApi(mergePatch(shown, request.body));
      return { draft, faults: [...faults, ...readOnlyFaults(apiSchema(), shown, request.body)] };
    },
  });
  if (changed.kind === 'changed') return sendChanged(reply, apiJson(changed.api));
  throw changed.kind === 'gone' ? httpError(404) : refusalOf(changed);
}

async function remove(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const { id } = await reachApi(ports, request);
  const precondition = (current: Api) => requireMatch(request, apiJson(current));
  if (!(await removeApi(ports, { id, caller: callerOf(request), precondition }))) throw httpError(404);
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
