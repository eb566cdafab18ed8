// /groups and /groups/{id} (contract 31), with the scope `groups`.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditAction } from '../../../core/audit/audit-actions.ts';
import type { Group, NamingApplication } from '../../../core/groups/group.ts';
import { changeGroup, createGroup, removeGroup } from '../../../core/groups/manage-groups.ts';
import type { Ports } from '../../../core/ports.ts';
import { groupJson } from '../../../json/group.ts';
import { groupSchema } from '../../../schema/api/group.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { type ChangeAsked, logChange, noteChange } from '../../log/logged-change.ts';
import { NO_QUERY, PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiMethod, ApiRoute, RouteMethod } from '../../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../../wire/entity-tags.ts';
import { ID, orRefused } from '../account-reach.ts';
import { readGroup } from '../json/group-json.ts';
import { mergePatch, readOnlyFaults } from '../json/merge-patch.ts';
import { parameterOf, readPage, sendPage } from '../pages-of-lists.ts';

export type GroupDeps = { ports: Ports; apiUrl: string };
type Change = (ports: Ports, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const shared = { access: 'api-token', scope: 'groups', query: NO_QUERY, produces: ['application/json'] } as const;

export const groupRoutes = (deps: GroupDeps): ApiRoute[] => [
  {
    path: '/groups',
    errors: 'problem',
    methods: {
      GET: {
        ...{ ...shared, query: ['namePrefix', ...PAGE_QUERY], body: 'none', audit: 'harmless: shows no person' },
        handle: (request, reply) => list(deps, request, reply),
      },
      POST: changing(deps, 'json', (ports, request, reply) => create({ ...deps, ports }, request, reply)),
    },
  },
  {
    path: '/groups/:groupId',
    errors: 'problem',
    methods: {
      GET: {
        ...{ ...shared, body: 'none', audit: 'harmless: shows no person' },
        beforeBody: (request) => reachGroup(deps.ports, request),
        handle: async (request, reply) =>
          sendResource(request, reply, groupJson(await reachGroup(deps.ports, request))),
      },
      PUT: { ...changing(deps, 'json', change), beforeBody: (request) => reachGroup(deps.ports, request) },
      PATCH: { ...changing(deps, 'merge-patch', change), beforeBody: (request) => reachGroup(deps.ports, request) },
      DELETE: {
        ...changing(deps, 'none', remove),
        query: ['force'],
        beforeBody: (request) => reachGroup(deps.ports, request),
      },
    },
  },
];

/** A method that changes a group or who is in it. */
export const changing = (deps: GroupDeps, body: RouteMethod['body'], run: Change): ApiMethod => ({
  ...{ ...shared, body, audit: 'change' },
  handle: (request, reply) =>
    logChange(deps, request, askedBy(request), (ports) => orRefused(run(ports, request, reply))),
});

export const looking = (handle: RouteMethod['handle']): ApiMethod => ({
  ...{ ...shared, body: 'none', audit: 'look', handle },
});

function askedBy(request: FastifyRequest): ChangeAsked {
  const { accountId, role, tokenId } = callerOf(request);
  const { groupId, accountId: member } = request.params as Readonly<Record<string, string>>;
  const action = auditAction(`${request.method} ${request.routeOptions.url?.replace(/:\w*[iI]d/g, ':id')}`);
  const subject = member !== undefined && ID.test(member) ? member : undefined;
  return { event: 'group-change', action, account: accountId, role, apiToken: tokenId, entry: groupId, subject };
}

/** The group in the path. @throws 404 */
export async function reachGroup({ groups }: Pick<Ports, 'groups'>, request: FastifyRequest): Promise<Group> {
  const { groupId = '' } = request.params as Readonly<Record<string, string>>;
  const group = ID.test(groupId) ? await groups.find(groupId) : undefined;
  if (!group) throw httpError(404);
  return group;
}

async function list({ ports, apiUrl }: GroupDeps, request: FastifyRequest, reply: FastifyReply) {
  const prefix = parameterOf(request, 'name') ?? '';
  const query = prefix === '' ? '' : new URLSearchParams({ name: prefix }).toString();
  const name = { path: '/groups', query };
  const { after = '', limit } = readPage(request, ports.secrets, name);
  // No name has other characters.
  const found = /^[a-z0-9-]*$/.test(prefix) ? await ports.groups.list({ prefix, after, limit: limit + 1 }) : [];
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.name : undefined;
  return sendPage(reply, { rows: shown.map(groupJson), next, limit }, { apiUrl, secrets: ports.secrets, list: name });
}

async function create({ ports, apiUrl }: GroupDeps, request: FastifyRequest, reply: FastifyReply) {
  const made = await createGroup(ports, { ...readGroup(request.body), caller: callerOf(request) });
  switch (made.kind) {
    case 'made':
      noteChange(request, { entry: made.group.id });
      return reply.code(201).header('location', `${apiUrl}/groups/${made.group.id}`).send();
    case 'too-many':
      throw httpError(409, 'There are as many groups as there can be.', { code: 'conflict' });
    default:
      throw refusalOf(made);
  }
}

async function change(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const { id } = await reachGroup(ports, request);
  const changed = await changeGroup(ports, {
    id,
    caller: callerOf(request),
    change: (current) => {
      const shown = groupJson(current);
      requireMatch(request, shown);
      if (request.method === 'PUT') return readGroup(request.body);
      const { draft, faults } = readGroup(mergePatch(shown, request.body));
      return { draft, faults: [...faults, ...readOnlyFaults(groupSchema(), shown, request.body)] };
    },
  });
  if (changed.kind === 'changed') return sendChanged(reply, groupJson(changed.group));
  throw changed.kind === 'gone' ? httpError(404) : refusalOf(changed);
}

async function remove(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const { id } = await reachGroup(ports, request);
  const removed = await removeGroup(ports, {
    id,
    force: readForce(request),
    caller: callerOf(request),
    precondition: (current) => requireMatch(request, groupJson(current)),
  });
  if (removed.kind === 'removed') return reply.code(204).send();
  throw removed.kind === 'gone' ? httpError(404) : refusalOf(removed);
}

/** @throws InputError */
function readForce(request: FastifyRequest): boolean {
  const force = parameterOf(request, 'force');
  if (force === undefined || force === 'true' || force === 'false') return force === 'true';
  throw new InputError([{ path: ['force'], code: 'group-force', detail: 'Use true or false.' }]);
}

type Refused = Exclude<Awaited<ReturnType<typeof changeGroup>>, { kind: 'changed' | 'gone' }>;

function refusalOf(refused: Refused): Error {
  switch (refused.kind) {
    case 'refused':
      return new InputError(refused.faults);
    case 'name-taken':
      return httpError(409, 'Another group has this name.', { code: 'conflict' });
    case 'named':
      return httpError(409, `These applications name the group: ${namesOf(refused.applications)}.`, {
        code: 'group-named',
      });
    case 'empties':
      return httpError(
        409,
        `Nobody could sign in to these applications any more, because they let in members of no other group: ${namesOf(refused.applications)}.`,
        { code: 'group-empties' },
      );
  }
}

const MOST_NAMED = 20;

/** A group may be named by any number of applications. */
function namesOf(applications: readonly NamingApplication[]): string {
  const named = applications.slice(0, MOST_NAMED).map(({ id, name }) => `${name} (${id})`);
  const more = applications.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
