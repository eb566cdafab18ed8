// /groups, /groups/{id} and what is below it (contract 31), with the scope `groups`. Each look at who is in a group is
// recorded before it is answered.
import type { GroupOperation } from '../../../core/ground/acts/group-acts.ts';
import { ID } from '../../../core/ground/secrets.ts';
import { groupFault } from '../../../core/people/groups/check-group.ts';
import type { Group, GroupMember, NamingApplication } from '../../../core/people/groups/group.ts';
import { MAX_GROUPS_OF_PERSON } from '../../../core/people/groups/group.ts';
import {
  addGroupMember,
  changeGroup,
  createGroup,
  type GroupRefused,
  removeGroup,
  removeGroupMember,
} from '../../../core/people/groups/manage-groups.ts';
import { groupJson, groupMemberJson } from '../../../json/group.ts';
import { groupMemberSchema, groupSchema } from '../../../schema/api/group.ts';
import { readWith } from '../../../schema/read.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { noteChange } from '../../log/logged-change.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../../wire/entity-tags.ts';
import { parameterOf, sendFound } from '../frame/pages-of-lists.ts';
import { readGroup } from '../json/group-json.ts';
import { readChange } from '../json/merge-patch.ts';
import { type Call, type Operation, type OperatorDeps, operatorRoutes, reachIn } from './operator-routes.ts';

const SHOWS_NOBODY = 'harmless: shows no person';

/** In the order of /openapi. */
const OPERATIONS: Readonly<Record<GroupOperation, Operation> & Record<`GET ${string}`, Operation>> = {
  'GET /groups': { query: ['namePrefix', ...PAGE_QUERY], audit: SHOWS_NOBODY, run: list },
  'POST /groups': { body: 'json', run: create },
  'GET /groups/:id': { audit: SHOWS_NOBODY, run: show },
  'PUT /groups/:id': { body: 'json', run: change },
  'PATCH /groups/:id': { body: 'merge-patch', run: change },
  'DELETE /groups/:id': { query: ['force'], run: remove },
  'GET /groups/:id/members': { query: PAGE_QUERY, audit: 'look', run: listMembers },
  'POST /groups/:id/members': { body: 'json', run: addMember },
  'GET /groups/:id/members/:id': { audit: 'look', run: showMember },
  'DELETE /groups/:id/members/:id': { run: removeMember },
};

export const groupRoutes = (deps: OperatorDeps): ApiRoute[] =>
  operatorRoutes(deps, {
    event: 'group-change',
    scope: 'groups',
    reach: { groupId: reachGroup, accountId: reachMember },
    operations: OPERATIONS,
  });

type Place = Pick<Call, 'ports' | 'request'>;

/** The group in the path. @throws 404 */
const reachGroup = ({ ports, request }: Place): Promise<Group> =>
  reachIn(request, 'groupId', (id) => ports.groups.find(id));

/** @throws 404 */
async function reachMember(place: Place): Promise<{ id: string; member: GroupMember }> {
  const { id } = await reachGroup(place);
  const find = (accountId: string) => place.ports.groups.findMember(id, accountId);
  return { id, member: await reachIn(place.request, 'accountId', find) };
}

function list(call: Call) {
  const prefix = parameterOf(call.request, 'name') ?? '';
  const query = prefix === '' ? '' : new URLSearchParams({ name: prefix }).toString();
  return sendFound(
    call,
    { path: '/groups', query },
    {
      // No name has other characters.
      find: async (page) => (/^[a-z0-9-]*$/.test(prefix) ? call.ports.groups.list({ prefix, ...page }) : []),
      place: ({ name }) => name,
      json: groupJson,
    },
  );
}

async function create({ ports, apiUrl, request, reply }: Call) {
  const { group } = orThrow(await createGroup(ports, { ...readGroup(request.body), caller: callerOf(request) }));
  noteChange(request, { entry: group.id });
  return reply.code(201).header('location', `${apiUrl}/groups/${group.id}`).send();
}

async function show(call: Call) {
  return sendResource(call.request, call.reply, groupJson(await reachGroup(call)));
}

async function change({ ports, request, reply }: Call) {
  const { id } = await reachGroup({ ports, request });
  const changed = await changeGroup(ports, {
    id,
    caller: callerOf(request),
    change: (current) => {
      const shown = groupJson(current);
      requireMatch(request, shown);
      return readChange(groupSchema(), readGroup, shown, request);
    },
  });
  return sendChanged(reply, groupJson(orThrow(changed).group));
}

async function remove({ ports, request, reply }: Call) {
  const { id } = await reachGroup({ ports, request });
  const force = readForce(request);
  const precondition = (current: Group) => requireMatch(request, groupJson(current));
  orThrow(await removeGroup(ports, { id, force, caller: callerOf(request), precondition }));
  return reply.code(204).send();
}

async function listMembers(call: Call) {
  const { ports, request } = call;
  const { id: groupId } = await reachGroup(call);
  return sendFound(
    call,
    { path: `/groups/${groupId}/members`, query: '' },
    {
      async find(page) {
        const found = await ports.groups.listMembers({ groupId, ...page });
        await recordLook(ports, request, { by: callerOf(request), action: 'GET /groups/:id/members', entry: groupId });
        return found;
      },
      place: ({ accountId }) => accountId,
      json: groupMemberJson,
    },
  );
}

async function addMember({ ports, apiUrl, request, reply }: Call) {
  const { id } = await reachGroup({ ports, request });
  const { value, faults } = readWith(groupMemberSchema(), request.body);
  if (faults.length > 0) throw new InputError(faults);
  const accountId = ID.test(value?.account ?? '') ? value?.account : undefined;
  orThrow(await addGroupMember(ports, { id, accountId, caller: callerOf(request) }));
  return reply.code(201).header('location', `${apiUrl}/groups/${id}/members/${accountId}`).send();
}

async function showMember(call: Call) {
  const { ports, request, reply } = call;
  const { id: entry, member } = await reachMember(call);
  const action = 'GET /groups/:id/members/:id';
  await recordLook(ports, request, { by: callerOf(request), action, subjectId: member.accountId, entry });
  return sendResource(request, reply, groupMemberJson(member));
}

async function removeMember({ ports, request, reply }: Call) {
  const { id, member } = await reachMember({ ports, request });
  requireMatch(request, groupMemberJson(member));
  orThrow(await removeGroupMember(ports, { id, accountId: member.accountId, caller: callerOf(request) }));
  return reply.code(204).send();
}

/** @throws InputError */
function readForce(request: Call['request']): boolean {
  const force = parameterOf(request, 'force');
  if (force === undefined || force === 'true' || force === 'false') return force === 'true';
  throw new InputError([{ path: ['force'], code: 'group-force', detail: 'Use true or false.' }]);
}

/** What was done. @throws what was refused */
function orThrow<Acted extends { kind: 'done' }>(acted: Acted | GroupRefused): Acted {
  switch (acted.kind) {
    case 'refused':
      throw new InputError(acted.faults);
    case 'gone':
    case 'no-member':
      throw httpError(404);
    case 'group-account-unknown':
      throw new InputError([groupFault(['account'], acted.kind)]);
    case 'group-named':
    case 'group-empties':
      throw httpError(409, `${CONFLICTS[acted.kind]}: ${namesOf(acted.applications)}.`, { code: acted.kind });
    case 'group-name-taken':
    case 'groups-full':
    case 'group-has-member':
    case 'groups-of-person':
      throw httpError(409, CONFLICTS[acted.kind], { code: 'conflict' });
    default:
      return acted;
  }
}

const CONFLICTS = {
  'group-name-taken': 'Another group has this name.',
  'groups-full': 'There are as many groups as there can be.',
  'group-has-member': 'The account is already in the group.',
  'groups-of-person': `The account is in ${MAX_GROUPS_OF_PERSON} groups, as many as a person can be in.`,
  'group-named': 'These applications name the group',
  'group-empties': 'Nobody could sign in to these applications any more, because they let in members of no other group',
} as const;

const MOST_NAMED = 20;

/** A group may be named by any number of applications. */
function namesOf(applications: readonly NamingApplication[]): string {
  const named = applications.slice(0, MOST_NAMED).map(({ id, name }) => `${name} (${id})`);
  const more = applications.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
