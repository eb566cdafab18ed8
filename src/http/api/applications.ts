// /applications and /applications/:id (contract 3).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayOwnApplications } from '../../core/accounts/account.ts';
import type { Application } from '../../core/applications/application.ts';
import { replacementOf } from '../../core/applications/application-draft.ts';
import type { WantedChange } from '../../core/applications/edit-application.ts';
import { reachApplication, reachesAll } from '../../core/applications/find-application.ts';
import { listApplications } from '../../core/applications/list-applications.ts';
import { MAX_APPLICATIONS_PER_OWNER, registerApplication } from '../../core/applications/register-application.ts';
import { removeApplication } from '../../core/applications/remove-application.ts';
import { type MemberRole, mayDo, type Need } from '../../core/members/member.ts';
import { applicationJson } from '../../json/application.ts';
import { applicationSchema } from '../../schema/api/application.ts';
import { callerOf, personOf } from '../callers/access.ts';
import { httpError, InputError } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { NO_QUERY, PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../wire/entity-tags.ts';
import { readApplication } from './json/application-json.ts';
import { membersOf, mergePatch, readOnlyFaults } from './json/merge-patch.ts';
import { portsOf } from './logged-route.ts';
import { readPage, sendPage } from './pages-of-lists.ts';
import { performEdit } from './perform-edit.ts';
import type { RegistrationDeps } from './registration-deps.ts';

const JSON_TYPE = ['application/json'] as const;

export function applicationRoutes(deps: RegistrationDeps): ApiRoute[] {
  const shared = { access: 'owner', scope: 'applications', query: NO_QUERY, produces: JSON_TYPE } as const;
  const who = (need: Need) => ({
    ...shared,
    beforeBody: (request: FastifyRequest) => getApplication(deps, request, need),
  });
  return [
    {
      path: '/applications',
      errors: 'problem',
      methods: {
        GET: {
          ...shared,
          query: PAGE_QUERY,
          body: 'none',
          audit: 'harmless: shows the application, no person',
          handle: (request, reply) => list(deps, request, reply),
        },
        POST: {
          ...shared,
          beforeBody: requireOwner,
          body: 'json',
          handle: (request, reply) => create(deps, request, reply),
        },
      },
    },
    {
      path: '/applications/:id',
      errors: 'problem',
      methods: {
        GET: {
          ...who('see'),
          body: 'none',
          audit: 'harmless: shows the application, no person',
          handle: (request, reply) => show(deps, request, reply),
        },
        PUT: { ...who('change'), body: 'json', handle: (request, reply) => replace(deps, request, reply) },
        PATCH: { ...who('change'), body: 'merge-patch', handle: (request, reply) => patch(deps, request, reply) },
        DELETE: { ...who('own'), body: 'none', handle: (request, reply) => remove(deps, request, reply) },
      },
    },
  ];
}

/** Members of an application may call the API, but only owners may register applications. @throws 403 */
function requireOwner(request: FastifyRequest): void {
  if (!mayOwnApplications(callerOf(request).role))
    throw httpError(403, 'Only owners can register applications.', { code: 'owners-only' });
}

/**
 * The application in the path.
 * @throws 404 if it does not exist or the caller has no role in it, which look the same (case N13); 403 if the caller's
 *   role does not allow `need`
 */
export async function getApplication(
  deps: RegistrationDeps,
  request: FastifyRequest,
  need: Need = 'see',
): Promise<Application> {
  const { id } = request.params as { id: string };
  const reached = await reachApplication(deps.ports, { caller: callerOf(request), id });
  if (!reached) throw httpError(404);
  if (!mayDo(reached.role, need)) throw httpError(403, tooLow(reached.role, need), { code: 'role-too-low' });
  return reached.application;
}

const ROLES_FOR: Readonly<Record<Need, string>> = { see: 'viewer', change: 'editor or owner', own: 'owner' };

const tooLow = (role: MemberRole, need: Need): string =>
  `Your role in this application is ${role}. This requires the role ${ROLES_FOR[need]}.`;

async function list({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request);
  const { secrets } = ports;
  const name = { path: '/applications', ownerId: reachesAll(caller) ? undefined : caller.accountId };
  const { after: afterId, limit } = readPage(request, secrets, name);
  const { applications, more } = await listApplications(ports, { caller, afterId, limit });
  const rows = applications.map((application) => applicationJson(application, ports.issuer));
  const next = more ? applications.at(-1)?.id : undefined;
  return sendPage(reply, { rows, next, limit }, { apiUrl, secrets, list: name });
}

const TOO_MANY = `An owner can have at most ${MAX_APPLICATIONS_PER_OWNER} applications. Delete one first.`;

async function create({ apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { draft, faults } = readApplication(request.body);
  const ownerId = personOf(request).accountId;
  const registration = await registerApplication(portsOf(request), { ownerId, draft, readingFaults: faults });
  if (registration.kind === 'refused') throw new InputError(registration.faults);
  if (registration.kind === 'too-many') throw httpError(409, TOO_MANY, { code: 'applications-too-many' });
  const { id } = registration.application;
  noteChange(request, { application: id });
  return reply.code(201).header('location', `${apiUrl}/applications/${id}`).send();
}

async function show(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  return sendResource(request, reply, applicationJson(await getApplication(deps, request), deps.ports.issuer));
}

async function replace(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { draft, faults } = readApplication(request.body);
  const application = await performEdit(request, (current) => {
    requireMatch(request, applicationJson(current, deps.ports.issuer));
    return { draft: replacementOf(current, draft), faults };
  });
  return sendChanged(reply, applicationJson(application, deps.ports.issuer));
}

async function patch(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const sent = membersOf(request.body);
  const application = await performEdit(request, (current) => {
    const shown = applicationJson(current, deps.ports.issuer);
    requireMatch(request, shown);
    const { draft, faults: reading } = readApplication(mergePatch(shown, request.body));
    const faults = [...reading, ...readOnlyFaults(applicationSchema(), shown, request.body)];
    const toSentPath: WantedChange['toSentPath'] = (path) => (sent.includes(String(path[0])) ? path : undefined);
    return { draft: replacementOf(current, draft), faults, toSentPath };
  });
  return sendChanged(reply, applicationJson(application, deps.ports.issuer));
}

async function remove(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const allow = (current: Application) => requireMatch(request, applicationJson(current, deps.ports.issuer));
  if (!(await removeApplication(portsOf(request), { caller: callerOf(request), id, allow }))) throw httpError(404);
  return reply.code(204).send();
}
