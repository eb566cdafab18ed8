// What the methods of an application and of what is below it have in common (contract 3): who calls them, and what is
// looked up before the body is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import { reachApplication } from '../../core/applications/applications/find-application.ts';
import { type MemberRole, mayDo, type Permission } from '../../core/applications/members/member.ts';
import { callerOf } from '../callers/access.ts';
import { httpError } from '../errors/http-error.ts';
import { NO_QUERY } from '../routes/query-parameters.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const SHOWS_NOBODY = 'harmless: shows the application, no person';

/** Throws to refuse the request. */
type Look = (deps: RegistrationDeps, request: FastifyRequest) => unknown;
export type Handler = (deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) => unknown;

/** @param look undefined where nothing is in the path */
export const applicationMethods = (deps: RegistrationDeps) => (look: Look | undefined, handler: Handler) =>
  ({
    access: 'owner',
    scope: 'applications',
    query: NO_QUERY,
    body: 'none',
    produces: ['application/json'],
    ...(look && { beforeBody: (request: FastifyRequest) => look(deps, request) }),
    handle: (request: FastifyRequest, reply: FastifyReply) => handler(deps, request, reply),
  }) as const;

/** The caller's role in the application in the path allows it. */
export const may =
  (need: Permission): Look =>
  (deps, request) =>
    getApplication(deps, request, need);

/**
 * The application in the path.
 * @throws 404 if it does not exist or the caller has no role in it, which look the same (case N13); 403 if the caller's
 *   role does not allow `need`
 */
export async function getApplication(
  deps: Pick<RegistrationDeps, 'ports'>,
  request: FastifyRequest,
  need: Permission = 'see',
): Promise<Application> {
  const { id } = request.params as { id: string };
  const reached = await reachApplication(deps.ports, { caller: callerOf(request), id });
  if (!reached) throw httpError(404);
  if (!mayDo(reached.role, need)) throw httpError(403, tooLow(reached.role, need), { code: 'role-too-low' });
  return reached.application;
}

const ROLES_FOR: Readonly<Record<Permission, string>> = { see: 'viewer', change: 'editor or owner', own: 'owner' };

const tooLow = (role: MemberRole, need: Permission): string =>
  `Your role in this application is ${role}. This requires the role ${ROLES_FOR[need]}.`;
