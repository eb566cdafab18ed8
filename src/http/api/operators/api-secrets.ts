// /apis/{id}/secrets and …/{secret-id} (contract 45). Only the POST that creates a secret returns it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiSecret } from '../../../core/apis/api.ts';
import { createApiSecret, removeApiSecret } from '../../../core/apis/api-secrets.ts';
import type { Ports } from '../../../core/ports.ts';
import { apiSecretJson, newApiSecretJson } from '../../../json/operator-api.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError } from '../../errors/http-error.ts';
import { PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireMatch, sendResource } from '../../wire/entity-tags.ts';
import { readPage, sendPage } from '../pages-of-lists.ts';
import { type ApiDeps, changing, looking, reachApi } from './apis.ts';

export const apiSecretRoutes = (deps: ApiDeps): ApiRoute[] => {
  const ofApi = { beforeBody: (request: FastifyRequest) => reachApi(deps.ports, request) };
  const ofSecret = { beforeBody: (request: FastifyRequest) => reachSecret(deps.ports, request) };
  return [
    {
      path: '/apis/:operatorApiId/secrets',
      errors: 'problem',
      methods: {
        GET: { ...looking((request, reply) => list(deps, request, reply)), ...ofApi, query: PAGE_QUERY },
        POST: { ...changing(deps, 'none', create), ...ofApi },
      },
    },
    {
      path: '/apis/:operatorApiId/secrets/:apiSecretId',
      errors: 'problem',
      methods: {
        GET: {
          ...looking(async (request, reply) =>
            sendResource(request, reply, apiSecretJson((await reachSecret(deps.ports, request)).secret)),
          ),
          ...ofSecret,
        },
        DELETE: { ...changing(deps, 'none', remove), ...ofSecret },
      },
    },
  ];
};

/** @throws 404 */
async function reachSecret(ports: Ports, request: FastifyRequest): Promise<{ apiId: string; secret: ApiSecret }> {
  const { id: apiId } = await reachApi(ports, request);
  const { apiSecretId } = request.params as Readonly<Record<string, string>>;
  const secret = (await ports.apis.listSecrets(apiId)).find(({ id }) => id === apiSecretId);
  if (!secret) throw httpError(404);
  return { apiId, secret };
}

async function list({ ports, apiUrl }: ApiDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id } = await reachApi(ports, request);
  const name = { path: `/apis/${id}/secrets`, query: '' };
  const { after = '', limit } = readPage(request, ports.secrets, name);
  const found = (await ports.apis.listSecrets(id)).filter((secret) => secret.id > after);
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.id : undefined;
  const rows = shown.map(apiSecretJson);
  return sendPage(reply, { rows, next, limit }, { apiUrl, secrets: ports.secrets, list: name });
}

async function create(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const { id: apiId } = await reachApi(ports, request);
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

async function remove(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const { apiId, secret } = await reachSecret(ports, request);
  requireMatch(request, apiSecretJson(secret));
  if (!(await removeApiSecret(ports, { apiId, id: secret.id, caller: callerOf(request) }))) throw httpError(404);
  return reply.code(204).send();
}
