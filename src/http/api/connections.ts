// /applications/:id/connections and …/:sub (contract 3): the users connected to an application.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ConnectedUser,
  endAllConnections,
  endConnection,
  findConnection,
  listConnections,
} from '../../core/applications/application-connections.ts';
import { timeOrNull, timeText } from '../../json/time.ts';
import { callerOf } from '../callers/access.ts';
import { httpError } from '../errors/http-error.ts';
import type { Route } from '../routes/route.ts';
import { requireMatch, requireNoTag, sendResource } from '../wire/entity-tags.ts';
import { getApplication } from './applications.ts';
import { readPage, sendPage } from './pages-of-lists.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export function connectionRoutes(deps: RegistrationDeps): Route[] {
  const shared = { access: 'owner', produces: ['application/json'] } as const;
  const seen = { ...shared, beforeBody: (request: FastifyRequest) => getApplication(deps, request) };
  const owned = { ...shared, beforeBody: (request: FastifyRequest) => getApplication(deps, request, 'own') };
  const ofUser = { ...shared, beforeBody: (request: FastifyRequest) => getUser(deps, request) };
  const ending = {
    ...shared,
    beforeBody: async (request: FastifyRequest) => {
      await getApplication(deps, request, 'change');
      return getUser(deps, request);
    },
  };
  return [
    {
      path: '/applications/:id/connections',
      errors: 'problem',
      methods: {
        GET: { ...seen, body: 'none', handle: (request, reply) => list(deps, request, reply) },
        DELETE: { ...owned, body: 'none', handle: (request, reply) => endAll(deps, request, reply) },
      },
    },
    {
      path: '/applications/:id/connections/:sub',
      errors: 'problem',
      methods: {
        GET: { ...ofUser, body: 'none', handle: (request, reply) => show(deps, request, reply) },
        DELETE: { ...ending, body: 'none', handle: (request, reply) => end(deps, request, reply) },
      },
    },
  ];
}

const toConnectionJson = (user: ConnectedUser) => ({
  sub: user.sub,
  items: user.items,
  created_at: timeText(user.createdAt),
  last_used_at: timeOrNull(user.lastUsedAt),
});

const placeOf = (request: FastifyRequest) => {
  const { id, sub } = request.params as { id: string; sub: string };
  return { caller: callerOf(request), applicationId: id, sub };
};

/** @throws 404 if the caller has no role in the application, or no connected user has this `sub` */
async function getUser(deps: RegistrationDeps, request: FastifyRequest): Promise<ConnectedUser> {
  const user = await findConnection(deps.ports, placeOf(request));
  if (!user) throw httpError(404);
  return user;
}

async function list({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller, applicationId } = placeOf(request);
  const name = { path: `/applications/${applicationId}/connections`, accountId: caller.accountId };
  const { afterId: afterSub, limit } = readPage(request, ports.secrets, name);
  const page = await listConnections(ports, { caller, applicationId, afterSub, limit });
  if (!page) throw httpError(404);
  const rows = page.users.map((user) => ({ id: user.sub, json: toConnectionJson(user) }));
  return sendPage(reply, { rows, more: page.more, limit }, { apiUrl, secrets: ports.secrets, list: name });
}

const show = async (deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) =>
  sendResource(request, reply, toConnectionJson(await getUser(deps, request)));

async function end(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireMatch(request, toConnectionJson(await getUser(deps, request)));
  if (!(await endConnection(deps.ports, placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}

async function endAll({ ports }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireNoTag(request);
  if (!(await endAllConnections(ports, placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}
