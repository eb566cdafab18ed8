// /groups/{id}/members and …/{account} (contract 31): who is in a group. Each look is recorded before it is answered.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { groupFault } from '../../../core/groups/check-group.ts';
import { MAX_GROUPS_OF_PERSON } from '../../../core/groups/group.ts';
import { addGroupMember, removeGroupMember } from '../../../core/groups/manage-groups.ts';
import type { Ports } from '../../../core/ports.ts';
import { groupMemberJson } from '../../../json/group.ts';
import { groupMemberSchema } from '../../../schema/api/group.ts';
import { readWith } from '../../../schema/read.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireMatch, sendResource } from '../../wire/entity-tags.ts';
import { ID } from '../account-reach.ts';
import { readPage, sendPage } from '../pages-of-lists.ts';
import { changing, type GroupDeps, looking, reachGroup } from './groups.ts';

export const groupMemberRoutes = (deps: GroupDeps): ApiRoute[] => {
  const ofGroup = { beforeBody: (request: FastifyRequest) => reachGroup(deps.ports, request) };
  const ofMember = { beforeBody: (request: FastifyRequest) => reachMember(deps.ports, request) };
  return [
    {
      path: '/groups/:groupId/members',
      errors: 'problem',
      methods: {
        GET: { ...looking((request, reply) => list(deps, request, reply)), ...ofGroup, query: PAGE_QUERY },
        POST: {
          ...changing(deps, 'json', (ports, request, reply) => add({ ...deps, ports }, request, reply)),
          ...ofGroup,
        },
      },
    },
    {
      path: '/groups/:groupId/members/:accountId',
      errors: 'problem',
      methods: {
        GET: { ...looking((request, reply) => show(deps, request, reply)), ...ofMember },
        DELETE: { ...changing(deps, 'none', remove), ...ofMember },
      },
    },
  ];
};

/** @throws 404 */
async function reachMember(ports: Ports, request: FastifyRequest) {
  const { id: groupId } = await reachGroup(ports, request);
  const { accountId = '' } = request.params as Readonly<Record<string, string>>;
  const member = ID.test(accountId) ? await ports.groups.findMember(groupId, accountId) : undefined;
  if (!member) throw httpError(404);
  return { groupId, member };
}

async function list({ ports, apiUrl }: GroupDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: groupId } = await reachGroup(ports, request);
  const name = { path: `/groups/${groupId}/members`, query: '' };
  const { after = '', limit } = readPage(request, ports.secrets, name);
  const found = await ports.groups.listMembers({ groupId, after, limit: limit + 1 });
  await recordLook(ports, request, { by: callerOf(request), action: 'GET /groups/:id/members', entry: groupId });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.accountId : undefined;
  const page = { rows: shown.map(groupMemberJson), next, limit };
  return sendPage(reply, page, { apiUrl, secrets: ports.secrets, list: name });
}

async function show({ ports }: GroupDeps, request: FastifyRequest, reply: FastifyReply) {
  const { groupId, member } = await reachMember(ports, request);
  const look = { by: callerOf(request), action: 'GET /groups/:id/members/:id' as const, subjectId: member.accountId };
  await recordLook(ports, request, { ...look, entry: groupId });
  return sendResource(request, reply, groupMemberJson(member));
}

async function add({ ports, apiUrl }: GroupDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: groupId } = await reachGroup(ports, request);
  const { value, faults } = readWith(groupMemberSchema(), request.body);
  const accountId = value?.account ?? '';
  const unknown = faults.length === 0 && !ID.test(accountId) ? [groupFault(['account'], 'group-account-unknown')] : [];
  if (faults.length > 0 || unknown.length > 0) throw new InputError([...faults, ...unknown]);
  switch (await addGroupMember(ports, { groupId, accountId, caller: callerOf(request) })) {
    case 'created':
      return reply.code(201).header('location', `${apiUrl}/groups/${groupId}/members/${accountId}`).send();
    case 'gone':
      throw httpError(404);
    case 'account-unknown':
      throw new InputError([groupFault(['account'], 'group-account-unknown')]);
    case 'is-member':
      throw httpError(409, 'The account is already in the group.', { code: 'conflict' });
    case 'too-many':
      throw httpError(409, `The account is in ${MAX_GROUPS_OF_PERSON} groups, as many as a person can be in.`, {
        code: 'conflict',
      });
  }
}

async function remove(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const { groupId, member } = await reachMember(ports, request);
  requireMatch(request, groupMemberJson(member));
  const { accountId } = member;
  if (!(await removeGroupMember(ports, { groupId, accountId, caller: callerOf(request) }))) throw httpError(404);
  return reply.code(204).send();
}
