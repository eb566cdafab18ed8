// /applications/:id/event-endpoints, what is below one, and /applications/:id/events (contract 60).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventEndpoint } from '../../core/applications/application-events/event-endpoint.ts';
import {
  changeEndpoint,
  createEndpoint,
  createEventSecret,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  removeOlderEventSecrets,
  TOO_MANY_DETAILS,
} from '../../core/applications/application-events/manage-endpoints.ts';
import { listDeliveries, listEvents, sendEvent } from '../../core/applications/application-events/read-events.ts';
import { applicationFault } from '../../core/applications/applications/application-faults.ts';
import type { Permission } from '../../core/applications/members/member.ts';
import { eventEndpointSchema } from '../../schema/api/event.ts';
import { callerOf } from '../callers/access.ts';
import { httpError, InputError } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireMatch, requireNoTag, sendChanged, sendResource } from '../wire/entity-tags.ts';
import { applicationMethods, getApplication, type Handler, may, SHOWS_NOBODY } from './application-methods.ts';
import { readPage, sendPage } from './frame/pages-of-lists.ts';
import { routesOf } from './frame/route-table.ts';
import { sendList } from './frame/send-list.ts';
import {
  readEndpoint,
  readSending,
  toDeliveryJson,
  toEndpointJson,
  toEventJson,
  toNewEndpointJson,
  toNewSecretJson,
} from './json/event-json.ts';
import { readChange } from './json/merge-patch.ts';
import { portsOf } from './logged-route.ts';
import type { RegistrationDeps } from './registration-deps.ts';

const TOLD_BY_SUB = 'harmless: a program reads what it would be sent, which has the sub alone';

export function eventRoutes(deps: RegistrationDeps): ApiRoute[] {
  const of = applicationMethods(deps);
  const all = '/applications/:id/event-endpoints';
  const one = `${all}/:endpointId`;
  return routesOf({
    [`GET ${all}`]: { ...of(may('see'), list), query: PAGE_QUERY, audit: SHOWS_NOBODY },
    [`POST ${all}`]: { ...of(may('change'), create), body: 'json' },
    [`GET ${one}`]: { ...of(reachEndpoint('see'), show), audit: SHOWS_NOBODY },
    [`PUT ${one}`]: { ...of(reachEndpoint('change'), change), body: 'json' },
    [`PATCH ${one}`]: { ...of(reachEndpoint('change'), change), body: 'merge-patch' },
    [`DELETE ${one}`]: of(reachEndpoint('change'), remove),
    [`POST ${one}/secrets`]: of(reachEndpoint('change'), createSecret),
    [`DELETE ${one}/secrets`]: of(reachEndpoint('change'), removeOlderSecrets),
    [`GET ${one}/deliveries`]: { ...of(reachEndpoint('see'), deliveries), query: PAGE_QUERY, audit: SHOWS_NOBODY },
    [`POST ${one}/deliveries`]: { ...of(reachEndpoint('change'), send), body: 'json' },
    'GET /applications/:id/events': { ...of(may('see'), events), query: PAGE_QUERY, audit: TOLD_BY_SUB },
  });
}

const placeOf = (request: FastifyRequest) => {
  const { id, endpointId } = request.params as { id: string; endpointId: string };
  return { caller: callerOf(request), applicationId: id, id: endpointId };
};

const reachEndpoint = (need: Permission) => async (deps: RegistrationDeps, request: FastifyRequest) => {
  await getApplication(deps, request, need);
  await getEndpoint(deps, request);
};

/** @throws 404 if the caller has no role in the application, or it has no such endpoint */
async function getEndpoint(deps: RegistrationDeps, request: FastifyRequest): Promise<EventEndpoint> {
  const endpoint = await findEndpoint(deps.ports, placeOf(request));
  if (!endpoint) throw httpError(404);
  return endpoint;
}

async function list(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const place = placeOf(request);
  const endpoints = await listEndpoints(deps.ports, place);
  if (!endpoints) throw httpError(404);
  const rows = endpoints.map((endpoint) => ({ id: endpoint.id, json: toEndpointJson(endpoint) }));
  return sendList(deps, request, reply, { path: `/applications/${place.applicationId}/event-endpoints`, rows });
}

const CONFLICTS = {
  ...TOO_MANY_DETAILS,
  'event-endpoint-disabled': 'The endpoint is disabled. Enable it first.',
} as const;

const conflict = (code: keyof typeof CONFLICTS) => httpError(409, CONFLICTS[code], { code });

async function create(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const creation = await createEndpoint(portsOf(request), { ...placeOf(request), ...readEndpoint(request.body) });
  if (creation.kind === 'refused') throw new InputError(creation.faults);
  if (creation.kind === 'no-application') throw httpError(404);
  if (creation.kind === 'too-many') throw conflict('event-endpoints-too-many');
  noteChange(request, { entry: creation.endpoint.id });
  return reply.send(toNewEndpointJson(creation.endpoint, creation.secret));
}

const show: Handler = async (deps, request, reply) =>
  sendResource(request, reply, toEndpointJson(await getEndpoint(deps, request)));

async function change(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const changed = await changeEndpoint(portsOf(request), {
    ...placeOf(request),
    change: (current) => {
      const shown = toEndpointJson(current);
      requireMatch(request, shown);
      return readChange(eventEndpointSchema(), readEndpoint, shown, request);
    },
  });
  if (changed.kind === 'refused') throw new InputError(changed.faults);
  if (changed.kind === 'gone') throw httpError(404);
  return sendChanged(reply, toEndpointJson(changed.endpoint));
}

async function remove(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireMatch(request, toEndpointJson(await getEndpoint(deps, request)));
  if (!(await removeEndpoint(portsOf(request), placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}

async function createSecret(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const creation = await createEventSecret(portsOf(request), placeOf(request));
  if (creation.kind === 'no-endpoint') throw httpError(404);
  if (creation.kind === 'too-many') throw conflict('event-secrets-too-many');
  return reply.send(toNewSecretJson(creation.secret, creation.text));
}

async function removeOlderSecrets(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireNoTag(request);
  if (!(await removeOlderEventSecrets(portsOf(request), placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}

async function deliveries({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const place = placeOf(request);
  const path = `/applications/${place.applicationId}/event-endpoints/${place.id}/deliveries`;
  const name = { path };
  const { after: beforeId, limit } = readPage(request, ports.secrets, name);
  const page = await listDeliveries(ports, { ...place, beforeId, limit });
  if (!page) throw httpError(404);
  const next = page.more ? page.rows.at(-1)?.id : undefined;
  const rows = page.rows.map(toDeliveryJson);
  return sendPage(reply, { rows, next, limit }, { apiUrl, secrets: ports.secrets, list: name });
}

async function send(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { eventId, faults } = readSending(request.body);
  if (faults.length > 0) throw new InputError(faults);
  const sending = await sendEvent(portsOf(request), { ...placeOf(request), eventId });
  switch (sending.kind) {
    case 'queued':
      return reply.code(202).send();
    case 'no-event':
      throw new InputError([applicationFault(['event'], 'event-unknown')]);
    case 'disabled':
      throw conflict('event-endpoint-disabled');
    case 'no-endpoint':
      throw httpError(404);
  }
}

async function events({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller, applicationId } = placeOf(request);
  const name = { path: `/applications/${applicationId}/events` };
  const { after: afterId, limit } = readPage(request, ports.secrets, name);
  const page = await listEvents(ports, { caller, applicationId, afterId, limit });
  if (!page) throw httpError(404);
  // Every page that is not empty has a next one: whoever reads on later needs its cursor.
  const next = page.rows.at(-1)?.id;
  const rows = page.rows.map(toEventJson);
  return sendPage(reply, { rows, next, limit }, { apiUrl, secrets: ports.secrets, list: name });
}
