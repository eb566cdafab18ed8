// …/team: who sees, changes and owns the application; whoever changes that has confirmed who they are (case N12).
import {
  addMember,
  changeMemberRole,
  listMembers,
  type MemberAddition,
  type RoleChange,
  removeMember,
} from '../../core/applications/manage-members.ts';
import type { Fault } from '../../core/fault.ts';
import type { ConsoleNotice } from '../../views/console/console-page.ts';
import { renderTeam } from '../../views/console/team.tsx';
import { httpError } from '../http-error.ts';
import { noteChange } from '../logged-change.ts';
import type { Section, Work } from './console-section.ts';
import { typed } from './edit-in-console.ts';
import { changedMeanwhile, type Outcome, refused } from './outcome.ts';

const CONFLICTS: Readonly<Record<Exclude<MemberAddition['kind'], 'added' | 'refused' | 'gone'>, Fault>> = {
  'member-already': { path: ['email'], code: 'member-already', detail: 'This account belongs to the team already.' },
  'too-many': { path: [], code: 'members-too-many', detail: 'The team has as many members as it may have.' },
};

const OWNS_TOO_MANY: Fault = {
  path: ['entry'],
  code: 'member-owns-too-many',
  detail: 'This account owns as many applications as one owner may have.',
};

const placeOf = ({ place, form }: Work) => ({
  caller: place.caller,
  applicationId: place.application.id,
  accountId: form.get('entry') ?? '',
});

async function add({ deps, request, place, form }: Work): Promise<Outcome> {
  const draft = { email: typed(form, 'email'), role: form.get('role') };
  const added = await addMember(deps.ports, { caller: place.caller, applicationId: place.application.id, draft });
  switch (added.kind) {
    case 'added':
      noteChange(request, { entry: added.accountId, role: draft.role });
      return { kind: 'done', notice: 'member-added' };
    case 'refused':
      return refused(added.faults);
    case 'gone':
      throw httpError(404);
    default:
      return { ...refused([CONFLICTS[added.kind]]), status: 409 };
  }
}

function roleOutcome(changed: RoleChange, notice: ConsoleNotice): Outcome {
  if (changed.kind === 'refused') return refused(changed.faults);
  if (changed.kind === 'owns-too-many') return { ...refused([OWNS_TOO_MANY]), status: 409 };
  return changed.kind === 'changed' ? { kind: 'done', notice } : changedMeanwhile;
}

/** Owner is no role that is given here: that is a hand-over. */
async function changeRole(work: Work): Promise<Outcome> {
  const wanted = work.form.get('role');
  const role = wanted === 'owner' ? undefined : wanted;
  const changed = await changeMemberRole(work.deps.ports, { ...placeOf(work), role });
  if (changed.kind === 'changed') noteChange(work.request, { role });
  return roleOutcome(changed, 'role-changed');
}

async function handOver(work: Work): Promise<Outcome> {
  const { deps, place, form } = work;
  const entry = form.get('entry');
  if (entry === undefined || entry === place.application.ownerId) {
    return refused([{ path: ['entry'], code: 'value-missing', detail: 'Choose a member of the team.' }]);
  }
  const changed = roleOutcome(await changeMemberRole(deps.ports, { ...placeOf(work), role: 'owner' }), 'handed-over');
  // The form has no field for the role: what is wrong with it is wrong with whom it was given to.
  return changed.kind === 'again'
    ? { ...changed, faults: changed.faults?.map((fault) => ({ ...fault, path: ['entry'] })) ?? [] }
    : changed;
}

async function remove(work: Work): Promise<Outcome> {
  const removed = await removeMember(work.deps.ports, placeOf(work));
  return removed ? { kind: 'done', notice: 'member-removed' } : changedMeanwhile;
}

async function leave({ deps, place }: Work): Promise<Outcome> {
  const { caller, application } = place;
  const self = { caller, applicationId: application.id, accountId: caller.accountId };
  const left = await removeMember(deps.ports, self);
  return left ? { kind: 'done', notice: 'left', path: '/console' } : changedMeanwhile;
}

export const teamSection: Section = {
  name: 'team',
  actions: {
    add: { need: 'own', confirm: 'required', act: add },
    'change-role': { need: 'own', confirm: 'required', act: changeRole },
    remove: { need: 'own', confirm: 'required', act: remove },
    'hand-over': { need: 'own', confirm: 'required', act: handOver },
    leave: { need: 'see', confirm: 'harmless', act: leave },
  },
  render: async (context, page, { deps, place }) => {
    const { caller, application } = place;
    const members = await listMembers(deps.ports, { caller, applicationId: application.id });
    if (!members) throw httpError(404);
    return renderTeam(context, page, { members, ownAccountId: caller.accountId });
  },
};
