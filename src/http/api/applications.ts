// /applications and /applications/:id (contract 3).

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import { replacementOf } from '../../core/applications/applications/application-draft.ts';
import type { WantedChange } from '../../core/applications/applications/edit-application.ts';
import { reachesAll } from '../../core/applications/applications/find-application.ts';
import { listApplications } from '../../core/applications/applications/list-applications.ts';
import {
  MAX_APPLICATIONS_PER_OWNER,
  registerApplication,
} from '../../core/applications/applications/register-application.ts';
import { removeApplication } from '../../core/applications/applications/remove-application.ts';
import { mayOwnApplications } from '../../core/ground/accounts/account.ts';
import { applicationJson } from '../../json/application.ts';
import { applicationSchema } from '../../schema/api/application.ts';
import { callerOf, personOf } from '../callers/access.ts';
import { httpError, InputError } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../wire/entity-tags.ts';
import { applicationMethods, getApplication, may, SHOWS_NOBODY } from './application-methods.ts';
import { readPage, sendPage } from './frame/pages-of-lists.ts';
import { routesOf } from './frame/route-table.ts';
import { readApplication } from './json/application-json.ts';
import { membersOf, readChange } from './json/merge-patch.ts';
import { portsOf } from './logged-route.ts';
import { performEdit } from './perform-edit.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export function applicationRoutes(deps: RegistrationDeps): ApiRoute[] {
  const of = applicationMethods(deps);
  return routesOf({
    'GET /applications': { ...of(undefined, list), query: PAGE_QUERY, audit: SHOWS_NOBODY },
    'POST /applications': { ...of(requireOwner, create), body: 'json' },
    'GET /applications/:id': { ...of(may('see'), show), audit: SHOWS_NOBODY },
    'PUT /applications/:id': { ...of(may('change'), replace), body: 'json' },
    'PATCH /applications/:id': { ...of(may('change'), patch), body: 'merge-patch' },
    'DELETE /applications/:id': of(may('own'), remove),
  });
}

/** Members of an application may call the API, but only owners may register applications. @throws 403 */
function requireOwner(_: RegistrationDeps, request: FastifyRequest): void {
  if (!mayOwnApplications(callerOf(request).role))
    throw httpError(403, 'Only owners can register applications.', { code: 'owners-only' });
}

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
  const sent = membersOf(request.body);
  const application = await performEdit(request, (current) => {
    requireMatch(request, applicationJson(current, deps.ports.issuer));
    return { draft: replacementOf(current, draft, sent), faults };
  });
  return sendChanged(reply, applicationJson(application, deps.ports.issuer));
}

async function patch(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const sent = membersOf(request.body);
  const application = await performEdit(request, (current) => {
    const shown = applicationJson(current, deps.ports.issuer);
    requireMatch(request, shown);
    const { draft, faults } = readChange(applicationSchema(), readApplication, shown, request);
    const toSentPath: WantedChange['toSentPath'] = (path) => (sent.includes(String(path[0])) ? path : undefined);
    return { draft: replacementOf(current, draft, sent), faults, toSentPath };
  });
  return sendChanged(reply, applicationJson(application, deps.ports.issuer));
}

async function remove(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const allow = (current: Application) => requireMatch(request, applicationJson(current, deps.ports.issuer));
  if (!(await removeApplication(portsOf(request), { caller: callerOf(request), id, allow }))) throw httpError(404);
  return reply.code(204).send();
}
