// /applications/:id/client-secrets and …/:secret-id (contract 3). Only the POST that creates a secret returns it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientSecret } from '../../core/applications/client-secrets/client-secret.ts';
import { createClientSecret } from '../../core/applications/client-secrets/create-client-secret.ts';
import { findClientSecret, findClientSecrets } from '../../core/applications/client-secrets/find-client-secrets.ts';
import {
  removeAllClientSecrets,
  removeClientSecret,
} from '../../core/applications/client-secrets/remove-client-secrets.ts';
import type { Permission } from '../../core/applications/members/member.ts';
import { clientSecretJson } from '../../json/application.ts';
import { callerOf } from '../callers/access.ts';
import { httpError, InputError } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireMatch, requireNoTag, sendResource } from '../wire/entity-tags.ts';
import { applicationMethods, getApplication, may, SHOWS_NOBODY } from './application-methods.ts';
import { routesOf } from './frame/route-table.ts';
import { sendList } from './frame/send-list.ts';
import { readClientSecret, toNewClientSecretJson } from './json/client-secret-json.ts';
import { portsOf } from './logged-route.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export function clientSecretRoutes(deps: RegistrationDeps): ApiRoute[] {
  const of = applicationMethods(deps);
  const [all, one] = ['/applications/:id/client-secrets', '/applications/:id/client-secrets/:secretId'];
  return routesOf({
    [`GET ${all}`]: { ...of(may('see'), list), query: PAGE_QUERY, audit: SHOWS_NOBODY },
    [`POST ${all}`]: { ...of(may('change'), create), body: 'optional-json' },
    [`DELETE ${all}`]: of(may('change'), removeAll),
    [`GET ${one}`]: { ...of(reachSecret('see'), show), audit: SHOWS_NOBODY },
    [`DELETE ${one}`]: of(reachSecret('change'), remove),
  });
}

const reachSecret = (need: Permission) => async (deps: RegistrationDeps, request: FastifyRequest) => {
  await getApplication(deps, request, need);
  await getSecret(deps, request);
};

const applicationOf = (request: FastifyRequest) => ({
  caller: callerOf(request),
  applicationId: (request.params as { id: string }).id,
});

const secretOf = (request: FastifyRequest) => ({
  ...applicationOf(request),
  id: (request.params as { secretId: string }).secretId,
});

/** @throws 404 if the caller has no role in the application, or it has no such secret */
async function getSecret(deps: RegistrationDeps, request: FastifyRequest): Promise<ClientSecret> {
  const entry = await findClientSecret(deps.ports, secretOf(request));
  if (!entry) throw httpError(404);
  return entry;
}

async function list(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const place = applicationOf(request);
  const entries = await findClientSecrets(deps.ports, place);
  if (!entries) throw httpError(404);
  const rows = entries.map((entry) => ({ id: entry.id, json: clientSecretJson(entry) }));
  return sendList(deps, request, reply, { path: `/applications/${place.applicationId}/client-secrets`, rows });
}

const CONFLICTS = {
  'no-web-entry': {
    code: 'web-entry-missing',
    detail: 'A client secret requires a Web platform entry, and the application has none.',
  },
  'too-many': {
    code: 'client-secrets-too-many',
    detail: 'The application already has two active client secrets. Delete one first.',
  },
} as const;

async function create(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { expiresAt, faults } = readClientSecret(request.body);
  const input = { ...applicationOf(request), expiresAt, readingFaults: faults };
  const creation = await createClientSecret(portsOf(request), input);
  switch (creation.kind) {
    case 'created':
      noteChange(request, { entry: creation.clientSecret.id });
      return reply.send(toNewClientSecretJson(creation.clientSecret, creation.secret));
    case 'refused':
      throw new InputError(creation.faults);
    case 'no-application':
      throw httpError(404);
    default: {
      const { code, detail } = CONFLICTS[creation.kind];
      throw httpError(409, detail, { code });
    }
  }
}

async function removeAll(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireNoTag(request);
  if (!(await removeAllClientSecrets(portsOf(request), applicationOf(request)))) throw httpError(404);
  return reply.code(204).send();
}

async function show(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  return sendResource(request, reply, clientSecretJson(await getSecret(deps, request)));
}

async function remove(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireMatch(request, clientSecretJson(await getSecret(deps, request)));
  if (!(await removeClientSecret(portsOf(request), secretOf(request)))) throw httpError(404);
  return reply.code(204).send();
}
