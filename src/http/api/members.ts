// /applications/:id/members and …/:member-id (contract 3): the owner, the members, then open invitations. The id of a
// member is that of the account, and the id of an invited person that of the invitation. PATCH or PUT with the role
// owner transfers the application.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_APPLICATIONS_PER_OWNER } from '../../core/applications/applications/register-application.ts';
import type { Invitation } from '../../core/applications/members/invitation.ts';
import {
  changeInvitedRole,
  inviteMember,
  listInvitations,
  withdrawInvitation,
} from '../../core/applications/members/manage-invitations.ts';
import {
  changeMemberRole,
  listMembers,
  removeAllMembers,
  removeMember,
} from '../../core/applications/members/manage-members.ts';
import { MAX_MEMBERS, type Member } from '../../core/applications/members/member.ts';
import { invitationSchema, memberSchema } from '../../schema/api/member.ts';
import { readWith } from '../../schema/read.ts';
import { callerOf, personOf } from '../callers/access.ts';
import { httpError, InputError, tooManyRequests } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { recordLook } from '../log/recorded-look.ts';
import { PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireMatch, requireNoTag, sendChanged, sendResource } from '../wire/entity-tags.ts';
import { applicationMethods, getApplication, may } from './application-methods.ts';
import { routesOf } from './frame/route-table.ts';
import { rowId, sendList } from './frame/send-list.ts';
import { toInvitationJson, toMemberJson, toNewInvitationJson } from './json/member-json.ts';
import { readChange } from './json/merge-patch.ts';
import { portsOf } from './logged-route.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export function memberRoutes(deps: RegistrationDeps): ApiRoute[] {
  const of = applicationMethods(deps);
  const [all, one] = ['/applications/:id/members', '/applications/:id/members/:memberId'];
  return routesOf({
    [`GET ${all}`]: { ...of(may('see'), list), query: PAGE_QUERY, audit: 'look' },
    [`POST ${all}`]: { ...of(may('own'), invite), body: 'json' },
    [`DELETE ${all}`]: of(may('own'), removeAll),
    [`GET ${one}`]: { ...of(getEntry, show), audit: 'look' },
    [`PUT ${one}`]: { ...of(getOwnedEntry, change), body: 'json' },
    [`PATCH ${one}`]: { ...of(getOwnedEntry, change), body: 'merge-patch' },
    [`DELETE ${one}`]: of(requireLeave, remove),
  });
}

type Entry = { status: 'accepted'; member: Member } | { status: 'invited'; invitation: Invitation };

const idOf = (entry: Entry): string => (entry.status === 'accepted' ? entry.member.accountId : entry.invitation.id);
const toJson = (entry: Entry) =>
  entry.status === 'accepted' ? toMemberJson(entry.member) : toInvitationJson(entry.invitation);

const placeOf = (request: FastifyRequest) => {
  const { id, memberId } = request.params as { id: string; memberId: string };
  return { caller: callerOf(request), applicationId: id, memberId };
};

/** Members, then invitations. @throws 404 if the caller has no role in the application */
async function listEntries({ ports }: RegistrationDeps, request: FastifyRequest): Promise<Entry[]> {
  const place = placeOf(request);
  const [members, invitations] = [await listMembers(ports, place), await listInvitations(ports, place)];
  if (!members || !invitations) throw httpError(404);
  return [
    ...members.map((member) => ({ status: 'accepted' as const, member })),
    ...invitations.map((invitation) => ({ status: 'invited' as const, invitation })),
  ];
}

/** @throws 404 if the caller has no role in the application, or it has no such entry */
async function getEntry(deps: RegistrationDeps, request: FastifyRequest): Promise<Entry> {
  const { memberId } = placeOf(request);
  const entry = (await listEntries(deps, request)).find((one) => idOf(one) === memberId);
  if (!entry) throw httpError(404);
  return entry;
}

/** Members may remove themselves. Only the owner may remove others. @throws 404, 403 */
async function requireLeave(deps: RegistrationDeps, request: FastifyRequest): Promise<void> {
  const { memberId, caller } = placeOf(request);
  await getApplication(deps, request, memberId === caller.accountId ? 'see' : 'own');
  await getEntry(deps, request);
}

async function getOwnedEntry(deps: RegistrationDeps, request: FastifyRequest): Promise<Entry> {
  await getApplication(deps, request, 'own');
  return getEntry(deps, request);
}

async function list(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller, applicationId } = placeOf(request);
  const rows = (await listEntries(deps, request)).map((entry) => ({ id: rowIdOf(entry), json: toJson(entry) }));
  await recordLook(deps.ports, request, { by: caller, action: 'GET /applications/:id/members', applicationId });
  return sendList(deps, request, reply, { path: `/applications/${applicationId}/members`, rows });
}

/** Sorts invitations after members. */
const rowIdOf = (entry: Entry): string =>
  entry.status === 'accepted'
    ? rowId(entry.member, entry.member.accountId)
    : `i${rowId(entry.invitation, entry.invitation.id)}`;

const CONFLICTS = {
  'member-already': { code: 'member-already', detail: 'This address already belongs to the owner or a member.' },
  'too-many': {
    code: 'members-too-many',
    detail: `An application can have at most ${MAX_MEMBERS} members besides its owner, including open invitations.`,
  },
} as const;

async function invite({ clientAddressOf }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const ports = portsOf(request);
  const { value: draft = {}, faults } = readWith(invitationSchema(), request.body);
  const { applicationId } = placeOf(request);
  const caller = personOf(request);
  const by = { apiTokenId: caller.tokenId };
  const from = { ...clientAddressOf(request), userAgent: request.headers['user-agent'] ?? '' };
  const invited = await inviteMember(ports, { caller, by, from, applicationId, draft, readingFaults: faults });
  switch (invited.kind) {
    case 'invited': {
      const { invitation, token } = invited;
      noteChange(request, { entry: invitation.id, role: invitation.role });
      return reply.code(202).send(toNewInvitationJson(invitation, token, ports.issuer));
    }
    case 'refused':
      throw new InputError(invited.faults);
    case 'limited':
      throw tooManyRequests(invited.retryAfterSeconds);
    case 'gone':
      throw httpError(404);
    default: {
      const { code, detail } = CONFLICTS[invited.kind];
      throw httpError(409, detail, { code });
    }
  }
}

const OWNS_TOO_MANY = `This account already owns the maximum of ${MAX_APPLICATIONS_PER_OWNER} applications.`;

async function change(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const entry = await getEntry(deps, request);
  const shown = toJson(entry);
  requireMatch(request, shown);
  const schema = memberSchema();
  const { value, faults } = readChange(schema, (body) => readWith(schema, body), shown, request);
  const { memberId, ...place } = placeOf(request);
  const input = { ...place, role: value?.role, readingFaults: faults };
  const changed =
    entry.status === 'accepted'
      ? await changeMemberRole(portsOf(request), { ...input, accountId: memberId })
      : await changeInvitedRole(portsOf(request), { ...input, id: memberId });
  if (changed.kind === 'refused') throw new InputError(changed.faults);
  if (changed.kind === 'gone') throw httpError(404);
  if (changed.kind === 'owns-too-many') throw httpError(409, OWNS_TOO_MANY, { code: 'applications-too-many' });
  noteChange(request, { role: value?.role });
  // After a transfer, the former owner is an editor and can still read it.
  return sendChanged(reply, toJson(await getEntry(deps, request)));
}

async function show(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const found = await getEntry(deps, request);
  const { caller, applicationId } = placeOf(request);
  const look = {
    by: caller,
    action: 'GET /applications/:id/members/:memberId' as const,
    applicationId,
    entry: idOf(found),
  };
  const subjectId = found.status === 'accepted' ? found.member.accountId : undefined;
  await recordLook(deps.ports, request, { ...look, subjectId });
  return sendResource(request, reply, toJson(found));
}

async function remove(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const entry = await getEntry(deps, request);
  requireMatch(request, toJson(entry));
  if (entry.status === 'accepted' && entry.member.role === 'owner')
    throw httpError(409, 'Transfer ownership to another member first.', { code: 'owner-stays' });
  const { memberId, ...place } = placeOf(request);
  const removed =
    entry.status === 'accepted'
      ? await removeMember(portsOf(request), { ...place, accountId: memberId })
      : await withdrawInvitation(portsOf(request), { ...place, id: memberId });
  if (!removed) throw httpError(404);
  return reply.code(204).send();
}

async function removeAll(_: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  requireNoTag(request);
  if (!(await removeAllMembers(portsOf(request), placeOf(request)))) throw httpError(404);
  return reply.code(204).send();
}
