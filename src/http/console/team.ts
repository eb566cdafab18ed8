// …/team: who is invited, sees, changes and owns the application. Changing that needs a confirmation (case N12),
// leaving the team does not.

import { invitationUrl } from '../../core/applications/members/invitation.ts';
import {
  changeInvitedRole,
  inviteMember,
  listInvitations,
  type MemberInvited,
  withdrawInvitation,
} from '../../core/applications/members/manage-invitations.ts';
import {
  changeMemberRole,
  listMembers,
  type RoleChange,
  removeMember,
} from '../../core/applications/members/manage-members.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { ConsoleNotice } from '../../views/console/parts/console-page.ts';
import { renderTeam } from '../../views/console/team.tsx';
import { actedFrom } from '../browsers/visitor.ts';
import { httpError, tooManyRequests } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { recordLook } from '../log/recorded-look.ts';
import type { Section, Work } from './frame/console-section.ts';
import { storeCreatedSecret } from './frame/created-secret.ts';
import { typed } from './frame/edit-in-console.ts';
import { type ActOutcome, changedMeanwhile, refused, refusedNow } from './frame/outcome.ts';

const CONFLICTS: Readonly<Record<Exclude<MemberInvited['kind'], 'invited' | 'refused' | 'limited' | 'gone'>, Fault>> = {
  'member-already': {
    path: ['email'],
    code: 'member-already',
    detail: 'This address already belongs to the owner or a member.',
  },
  'too-many': {
    path: [],
    code: 'members-too-many',
    detail: 'The team has reached the maximum number of members and open invitations.',
  },
};

const OWNS_TOO_MANY: Fault = {
  path: ['entry'],
  code: 'member-owns-too-many',
  detail: 'This account already owns the maximum number of applications.',
};

const targetOf = ({ place, form }: Work) => ({
  caller: place.caller,
  applicationId: place.application.id,
  accountId: form.get('entry') ?? '',
});

/** Without mail the response shows the link, this once. Inviting again makes a new one. */
async function invite({ deps, request, place, form }: Work): Promise<ActOutcome> {
  const { caller, signedIn, application } = place;
  const draft = { email: typed(form, 'email'), role: form.get('role') };
  const by = { sessionId: signedIn.session.id };
  const { language, userAgent } = actedFrom(deps, request, signedIn.account);
  const from = { ...deps.clientAddressOf(request), userAgent };
  const applicationId = application.id;
  const invited = await inviteMember(deps.ports, { caller, by, from, language, applicationId, draft });
  switch (invited.kind) {
    case 'invited': {
      const { invitation, token } = invited;
      noteChange(request, { entry: invitation.id, role: invitation.role });
      if (token === undefined) return { kind: 'done', notice: 'invitation-sent' };
      return storeCreatedSecret(deps, request, place, { secret: invitationUrl(deps.authUrl, token) });
    }
    case 'refused':
      return refused(invited.faults);
    case 'limited':
      throw tooManyRequests(invited.retryAfterSeconds);
    case 'gone':
      throw httpError(404);
    default:
      return refusedNow([CONFLICTS[invited.kind]]);
  }
}

const invitationOf = ({ place, form }: Work) => ({
  caller: place.caller,
  applicationId: place.application.id,
  id: form.get('entry') ?? '',
});

async function changeInvited(work: Work): Promise<ActOutcome> {
  const role = work.form.get('role');
  const changed = await changeInvitedRole(work.deps.ports, { ...invitationOf(work), role });
  if (changed.kind === 'changed') noteChange(work.request, { role });
  return roleOutcome(changed, 'role-changed');
}

async function withdraw(work: Work): Promise<ActOutcome> {
  const withdrawn = await withdrawInvitation(work.deps.ports, invitationOf(work));
  return withdrawn ? { kind: 'done', notice: 'invitation-withdrawn' } : changedMeanwhile;
}

function roleOutcome(changed: RoleChange, notice: ConsoleNotice): ActOutcome {
  if (changed.kind === 'refused') return refused(changed.faults);
  if (changed.kind === 'owns-too-many') return refusedNow([OWNS_TOO_MANY]);
  return changed.kind === 'changed' ? { kind: 'done', notice } : changedMeanwhile;
}

/** The role of owner is not given here, but by `transferOwnership`. */
async function changeRole(work: Work): Promise<ActOutcome> {
  const wanted = work.form.get('role');
  const role = wanted === 'owner' ? undefined : wanted;
  const changed = await changeMemberRole(work.deps.ports, { ...targetOf(work), role });
  if (changed.kind === 'changed') noteChange(work.request, { role });
  return roleOutcome(changed, 'role-changed');
}

async function transferOwnership(work: Work): Promise<ActOutcome> {
  const { deps, place, form } = work;
  const entry = form.get('entry');
  if (entry === undefined || entry === place.application.ownerId) {
    return refused([{ path: ['entry'], code: 'value-missing', detail: 'Choose a member of the team.' }]);
  }
  const changed = roleOutcome(await changeMemberRole(deps.ports, { ...targetOf(work), role: 'owner' }), 'handed-over');
  // The form has no field for the role, so that its faults are shown at the chosen member.
  return changed.kind === 'again'
    ? { ...changed, faults: changed.faults?.map((fault) => ({ ...fault, path: ['entry'] })) ?? [] }
    : changed;
}

async function remove(work: Work): Promise<ActOutcome> {
  const removed = await removeMember(work.deps.ports, targetOf(work));
  return removed ? { kind: 'done', notice: 'member-removed' } : changedMeanwhile;
}

async function leave({ deps, place }: Work): Promise<ActOutcome> {
  const { caller, application } = place;
  const self = { caller, applicationId: application.id, accountId: caller.accountId };
  const left = await removeMember(deps.ports, self);
  return left ? { kind: 'done', notice: 'left', path: '/console' } : changedMeanwhile;
}

export const teamSection: Section<'team'> = {
  name: 'team',
  audit: 'look',
  shows: 'made',
  actions: {
    invite: { need: 'own', confirm: 'required', act: invite },
    'change-invited-role': { need: 'own', confirm: 'required', act: changeInvited },
    withdraw: { need: 'own', confirm: 'required', act: withdraw },
    'change-role': { need: 'own', confirm: 'required', act: changeRole },
    remove: { need: 'own', confirm: 'required', act: remove },
    'hand-over': { need: 'own', confirm: 'required', act: transferOwnership },
    leave: { need: 'see', confirm: 'harmless', act: leave },
  },
  render: async (context, page, { deps, request, place }) => {
    const { caller, application } = place;
    const asked = { caller, applicationId: application.id };
    const [members, invitations] = [await listMembers(deps.ports, asked), await listInvitations(deps.ports, asked)];
    if (!members || !invitations) throw httpError(404);
    await recordLook(deps.ports, request, { by: caller, action: 'team see', applicationId: application.id });
    const invitesByMail = deps.ports.rules.mail === 'smtp';
    return renderTeam(context, page, { members, invitations, ownAccountId: caller.accountId, invitesByMail });
  },
};
