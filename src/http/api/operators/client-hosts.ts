// /client-hosts and /client-hosts/{host} (contract 46): whose clients people use that nobody registered, with the scope
// `apis`. Every host can be blocked, whether somebody came from it or not.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isClientHost, setHostBlocked } from '../../../core/applications/client-documents/block-host.ts';
import type { ClientHost } from '../../../core/applications/client-documents/client-document-store.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { auditAction } from '../../../core/server/audit/audit-actions.ts';
import { clientHostJson } from '../../../json/client-host.ts';
import { clientHostSchema } from '../../../schema/api/client-host.ts';
import { readWith } from '../../../schema/read.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { logChange } from '../../log/logged-change.ts';
import { NO_QUERY, PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../../wire/entity-tags.ts';
import { orRefused } from '../frame/account-reach.ts';
import { readPage, sendPage } from '../frame/pages-of-lists.ts';
import { mergePatch, readOnlyFaults } from '../json/merge-patch.ts';

type Deps = { ports: Ports; apiUrl: string };

export const clientHostRoutes = (deps: Deps): ApiRoute[] => {
  const shared = { access: 'api-token', scope: 'apis', query: NO_QUERY, produces: ['application/json'] } as const;
  const looking = { ...shared, body: 'none', audit: 'harmless: shows no person' } as const;
  const ofHost = { beforeBody: (request: FastifyRequest) => hostOf(deps.ports, request) };
  return [
    {
      path: '/client-hosts',
      errors: 'problem',
      methods: {
        GET: { ...looking, query: PAGE_QUERY, handle: (request, reply) => list(deps, request, reply) },
      },
    },
    {
      path: '/client-hosts/:hostId',
      errors: 'problem',
      // Of the name of a host.
      mayHaveExtension: true,
      methods: {
        GET: {
          ...looking,
          ...ofHost,
          handle: async (request, reply) =>
            sendResource(request, reply, clientHostJson(await hostOf(deps.ports, request))),
        },
        PATCH: {
          ...shared,
          ...ofHost,
          body: 'merge-patch',
          audit: 'change',
          handle: (request, reply) => change(deps, request, reply),
        },
      },
    },
  ];
};

const nameIn = (request: FastifyRequest): string => (request.params as Readonly<Record<string, string>>).hostId ?? '';

/** @throws 404 */
async function hostOf(
  { clientDocuments }: Pick<Ports, 'clientDocuments'>,
  request: FastifyRequest,
): Promise<ClientHost> {
  const host = nameIn(request);
  if (!isClientHost(host)) throw httpError(404);
  return clientDocuments.findHost(host);
}

async function list({ ports, apiUrl }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const name = { path: '/client-hosts', query: '' };
  const { after = '', limit } = readPage(request, ports.secrets, name);
  const found = await ports.clientDocuments.listHosts({ after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.host : undefined;
  return sendPage(
    reply,
    { rows: shown.map(clientHostJson), next, limit },
    { apiUrl, secrets: ports.secrets, list: name },
  );
}

function change(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { accountId, role, tokenId } = callerOf(request);
  const asked = {
    event: 'client-host-change' as const,
    action: auditAction('PATCH /client-hosts/:id'),
    account: accountId,
    role,
    apiToken: tokenId,
    entry: nameIn(request),
  };
  return logChange(deps, request, asked, (ports) => orRefused(patch(ports, request, reply)));
}

async function patch(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const shown = clientHostJson(await hostOf(ports, request));
  requireMatch(request, shown);
  const schema = clientHostSchema();
  const { value, faults } = readWith(schema, mergePatch(shown, request.body));
  const all = [...faults, ...readOnlyFaults(schema, shown, request.body)];
  if (all.length > 0) throw new InputError(all);
  await setHostBlocked(ports, { host: shown.host, isBlocked: value?.blocked === true, caller: callerOf(request) });
  return sendChanged(reply, clientHostJson(await ports.clientDocuments.findHost(shown.host)));
}
