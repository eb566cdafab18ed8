// /applications/:id/members and …/:member-id: who belongs to an application, the owner first. A member's id is their
// account's; PATCH or PUT with the role owner hands the application over.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  addMember,
  changeMemberRole,
  listMembers,
  removeAllMembers,
  removeMember,
} from '../../core/applications/manage-members.ts';
import { MAX_MEMBERS, type Member } from '../../core/applications/member.ts';
import { MAX_APPLICATIONS_PER_OWNER } from '../../core/applications/register-application.ts';
import { BadInput, httpError } from '../http-error.ts';
import { noteChange } from '../logged-change.ts';
import { callerOf } from '../plugins/access.ts';
import type { Route } from '../route.ts';
import { getApplication } from './applications.ts';
import { requireMatch, requireNoTag, sendChanged, sendResource } from './entity-tags.ts';
import { mergePatch } from './merge-patch.ts';
import { objectOf, readOnlyMember, readShape, text } from './read-shape.ts';
import type { RegistrationDeps } from './registration-deps.ts';
import { rowId, sendList } from './send-list.ts';
import { toTimeText } from './time-text.ts';

export function memberRoutes(deps: RegistrationDeps): Route[] {
  const shared = { access: 'owner', produces: ['application/json'] } as const;
  const seen = { ...shared, beforeBody: (request: FastifyRequest) => getApplication(deps, request) };
  const owned = { ...shared, beforeBody: (request: FastifyRequest) => getApplication(deps, request, 'own') };
  const ofMember = { ...shared, beforeBody: (request: FastifyRequest) => getMember(deps, request) };
  const changed = { ...shared, beforeBody: (request: FastifyRequest) => getOwnedMember(deps, request) };
  const leaving = { ...shared, beforeBody: (request: FastifyRequest) => requireLeave(deps, request) };
  return [
    {
      path: '/applications/:id/members',
      errors: 'problem',
      methods: {
        GET: { ...seen, body: 'none', handle: (request, reply) => list(deps, request, reply) },
        POST: { ...owned, body: 'json', handle: (request, reply) => add(deps, request, reply) },
        DELETE: { ...owned, body: 'none', handle: (request, reply) => removeAll(deps, request, reply) },
      },
    },
    {
      path: '/applications/:id/members/:memberId',
      errors: 'problem',
      methods: {
        GET: { ...ofMember, body: 'none', handle: (request, reply) => show(deps, request, reply) },
        PUT: { ...changed, body: 'json', handle: (request, reply) => change(deps, request, reply) },
        PATCH: { ...changed, body: 'merge-patch', handle: (request, reply) => change(deps, request, reply) },
        DELETE: { ...leaving, body: 'none', handle: (request, reply) => remove(deps, request, reply) },
      },
    },
  ];
}

const toMemberJson = (member: Member) => ({
  id: member.accountId,
  email: member.email,
  nickname: member.nickname,
  role: member.role,
  created_at: toTimeText(member.createdAt),
});

export const newMemberShape = objectOf({ email: text, role: text });
/** What GET gave may be edited and sent back. */
export const memberChangeShape = objectOf({
  id: readOnlyMember,
  email: readOnlyMember,
  nickname: readOnlyMember,
  role: text,
  created_at: readOnlyMember,
});

const placeOf = (request: FastifyRequest) => {
  const { id, memberId } = request.params as { id: string; memberId: string };
  return { caller: callerOf(request), applicationId: id, accountId: memberId };
};

/** @throws 404 when the application is not the caller's or has no such member. */
async function getMember(deps: RegistrationDeps, request: FastifyRequest): Promise<Member> {
  const { accountId, ...place } = placeOf(request);
  const member = (await listMembers(deps.ports, place))?.find((one) => one.accountId === accountId);
  if (!member) throw httpError(404);
  return member;
}

/** Everybody may leave; others are removed by the owner. @throws 404, 403 */
async function requireLeave(deps: RegistrationDeps, request: FastifyRequest): Promise<void> {
  const { accountId, caller } = placeOf(request);
  await getApplication(deps, request, accountId === caller.accountId ? 'see' : 'own');
  await getMember(deps, request);
}

async function getOwnedMember(deps: RegistrationDeps, request: FastifyRequest): Promise<Member> {
  await getApplication(deps, request, 'own');
  return getMember(deps, request);
}

async function list(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller, applicationId } = placeOf(request);
  const members = await listMembers(deps.ports, { caller, applicationId });
  if (!members) throw httpError(404);
  const rows = members.map((member) => ({ id: rowId(member, member.accountId), json: toMemberJson(member) }));
  return sendList(deps, request, reply, { path: `/applications/${applicationId}/members`, rows });
}

const CONFLICTS = {
  'member-already': { code: 'member-already', detail: 'This account belongs to the application already.' },
  'too-many': {
    code: 'members-too-many',
    detail: `An application has at most ${MAX_MEMBERS} members besides its owner.`,
  },
} as const;

async function add({ ports, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { value: draft = {}, faults } = readShape(newMemberShape, request.body);
  const { caller, applicationId } = placeOf(request);
  const addition = await addMember(ports, { caller, applicationId, draft, readingFaults: faults });
  switch (addition.kind) {
    case 'added':
      noteChange(request, { entry: addition.accountId, role: draft.role });
      return reply
        .code(201)
        .header('location', `${apiUrl}/applications/${applicationId}/members/${addition.accountId}`)
        .send();
    case 'refused':
      throw new BadInput(addition.faults);
    case 'gone':
      throw httpError(404);
    default: {
      const { code, detail } = CONFLICTS[addition.kind];
      throw httpError(409, detail, { code });
    }
  }
}

const OWNS_TOO_MANY = `This account owns ${MAX_APPLICATIONS_PER_OWNER} applications already, as many as an owner may have.`;

async function change(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const shown = toMemberJson(await getMember(deps, request));
  requireMatch(request, shown);
  const body = request.method === 'PATCH' ? mergePatch(shown, request.body) : request.body;
  const { value, faults } = readShape(memberChangeShape, body);
  const changed = await changeMemberRole(deps.ports, {
    ...placeOf(request),
    role: value?.role,
    readingFaults: faults,
  });
  if (changed.kind === 'refused') throw new BadInput(changed.faults);
  if (changed.kind === 'gone') throw httpError(404);
  if (changed.kind === 'owns-too-many') throw httpError(409, OWNS_TOO_MANY, { code: 'applications-too-many' });
  noteChange(request, { role: value?.role });
  // Whoever handed the application over is an editor now, and still sees it.
  return sendChanged(reply, toMemberJson(await getMember(deps, request)));
}

const show = async (deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) =>
  sendResource(request, reply, toMemberJson(await getMember(deps, request)));

async function remove(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const member = await getMember(deps, request);
  requireMatch(request, toMemberJson(member));
  if (member.role === 'owner')
    throw httpError(409, 'The owner leaves by handing the application over.', { code: 'owner-stays' });
  if (!(await removeMember(deps.ports, placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}

async function removeAll({ ports }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireNoTag(request);
  if (!(await removeAllMembers(ports, placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}
