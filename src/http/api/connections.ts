// /applications/:id/connections and …/:sub (contract 3): the users connected to an application.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ConnectedUser,
  endAllConnections,
  endConnection,
  findConnection,
  listConnections,
} from '../../core/applications/connections/application-connections.ts';
import { timeOrNull, timeText } from '../../json/time.ts';
import { callerOf } from '../callers/access.ts';
import { httpError } from '../errors/http-error.ts';
import { recordLook } from '../log/recorded-look.ts';
import { PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireMatch, requireNoTag, sendResource } from '../wire/entity-tags.ts';
import { applicationMethods, getApplication, may } from './application-methods.ts';
import { readPage, sendPage } from './frame/pages-of-lists.ts';
import { routesOf } from './frame/route-table.ts';
import { portsOf } from './logged-route.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export function connectionRoutes(deps: RegistrationDeps): ApiRoute[] {
  const of = applicationMethods(deps);
  const [all, one] = ['/applications/:id/connections', '/applications/:id/connections/:sub'];
  return routesOf({
    [`GET ${all}`]: { ...of(may('see'), list), query: PAGE_QUERY, audit: 'look' },
    [`DELETE ${all}`]: of(may('own'), endAll),
    [`GET ${one}`]: { ...of(getUser, show), audit: 'look' },
    [`DELETE ${one}`]: of(requireEnd, end),
  });
}

async function requireEnd(deps: RegistrationDeps, request: FastifyRequest): Promise<void> {
  await getApplication(deps, request, 'change');
  await getUser(deps, request);
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
async function getUser(deps: Pick<RegistrationDeps, 'ports'>, request: FastifyRequest): Promise<ConnectedUser> {
  const user = await findConnection(deps.ports, placeOf(request));
  if (!user) throw httpError(404);
  return user;
}

async function list({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller, applicationId } = placeOf(request);
  const name = { path: `/applications/${applicationId}/connections` };
  const { after, limit } = readPage(request, ports.secrets, name);
  const page = await listConnections(ports, { caller, applicationId, after, limit });
  if (!page) throw httpError(404);
  await recordLook(ports, request, { by: caller, action: 'GET /applications/:id/connections', applicationId });
  const { users, next } = page;
  const sent = { rows: users.map(toConnectionJson), next, limit };
  return sendPage(reply, sent, { apiUrl, secrets: ports.secrets, list: name });
}

async function show({ ports }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller, applicationId, sub } = placeOf(request);
  const user = await getUser({ ports }, request);
  const connection = await ports.connections.findBySub(applicationId, sub);
  const action = 'GET /applications/:id/connections/:sub' as const;
  const look = { by: caller, action, applicationId, subjectId: connection?.accountId, entry: sub };
  await recordLook(ports, request, look);
  return sendResource(request, reply, toConnectionJson(user));
}

async function end(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireMatch(request, toConnectionJson(await getUser(deps, request)));
  if (!(await endConnection(portsOf(request), placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}

async function endAll(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireNoTag(request);
  if (!(await endAllConnections(portsOf(request), placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}
