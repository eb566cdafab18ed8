// /applications and /applications/:id (contract 3).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/application.ts';
import { findApplication } from '../../core/applications/find-application.ts';
import { listApplications } from '../../core/applications/list-applications.ts';
import { registerApplication } from '../../core/applications/register-application.ts';
import { removeApplication } from '../../core/applications/remove-application.ts';
import { BadInput, httpError } from '../http-error.ts';
import { callerOf } from '../plugins/access.ts';
import type { Route } from '../route.ts';
import { readApplication, toApplicationJson } from './application-json.ts';
import { requireMatch, sendResource } from './entity-tags.ts';
import { readPage, sendPage } from './pages-of-lists.ts';
import type { RegistrationDeps } from './registration-deps.ts';

const JSON_TYPE = ['application/json'] as const;

export function applicationRoutes(deps: RegistrationDeps): Route[] {
  const shared = { access: 'owner', produces: JSON_TYPE } as const;
  const beforeBody = (request: FastifyRequest) => getApplication(deps, request);
  return [
    {
      path: '/applications',
      errors: 'problem',
      methods: {
        GET: { ...shared, body: 'none', handle: (request, reply) => list(deps, request, reply) },
        POST: { ...shared, body: 'json', handle: (request, reply) => create(deps, request, reply) },
      },
    },
    {
      path: '/applications/:id',
      errors: 'problem',
      methods: {
        GET: { ...shared, body: 'none', beforeBody, handle: (request, reply) => show(deps, request, reply) },
        DELETE: { ...shared, body: 'none', beforeBody, handle: (request, reply) => remove(deps, request, reply) },
      },
    },
  ];
}

/** The application in the path. @throws 404 when there is none, or it is not the caller's: both look the same (N13). */
export async function getApplication(deps: RegistrationDeps, request: FastifyRequest): Promise<Application> {
  const { id } = request.params as { id: string };
  const application = await findApplication(deps.ports, { caller: callerOf(request), id });
  if (!application) throw httpError(404);
  return application;
}

async function list({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request);
  const { secrets } = ports;
  const name = { path: '/applications', accountId: caller.accountId };
  const { afterId, limit } = readPage(request, secrets, name);
  const { applications, more } = await listApplications(ports, { caller, afterId, limit });
  const rows = applications.map((application) => ({ id: application.id, json: toApplicationJson(application) }));
  return sendPage(reply, { rows, more, limit }, { apiUrl, secrets, list: name });
}

async function create({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { draft, faults } = readApplication(request.body);
  const ownerId = callerOf(request).accountId;
  const registration = await registerApplication(ports, { ownerId, draft, readingFaults: faults });
  if (registration.kind === 'refused') throw new BadInput(registration.faults);
  return reply.code(201).header('location', `${apiUrl}/applications/${registration.application.id}`).send();
}

async function show(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  return sendResource(request, reply, toApplicationJson(await getApplication(deps, request)));
}

async function remove(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const application = await getApplication(deps, request);
  requireMatch(request, toApplicationJson(application));
  const removed = await removeApplication(deps.ports, { caller: callerOf(request), id: application.id });
  if (!removed) throw httpError(404);
  return reply.code(204).send();
}
