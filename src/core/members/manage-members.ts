// An owner says in which role members belong to an application, takes them out, and may hand it over: when one owner
// leaves, the application stays. Everything acts at the member's next request. Who becomes a member is invited
// (manage-invitations.ts).

import type { Application } from '../applications/application.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import { MAX_APPLICATIONS_PER_OWNER } from '../applications/register-application.ts';
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import { checkRole } from './check-role.ts';
import { MEMBER_ROLES, type Member } from './member.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'accounts' | 'clock'>;

/** In order of joining, the owner first; undefined when the application is not there, or not the caller's. */
export async function listMembers(
  deps: Pick<Deps, 'applications' | 'members'>,
  input: { caller: Caller; applicationId: string },
): Promise<Member[] | undefined> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId });
  return application && deps.members.list(application.id);
}

export type RoleChange =
  | { kind: 'changed' }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Who would receive the application owns as many as one may own. */
  | { kind: 'owns-too-many' }
  | { kind: 'gone' };

/** `owner` hands the application over: the owner before becomes an editor. @throws ConfirmationNeeded */
export async function changeMemberRole(
  deps: Deps,
  input: {
    caller: Caller;
    applicationId: string;
    accountId: string;
    role: string | undefined;
    readingFaults?: readonly Fault[];
  },
): Promise<RoleChange> {
  const { caller, applicationId, accountId } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  if (!application) return { kind: 'gone' };
  const faults = [...(input.readingFaults ?? [])];
  const role = checkRole(input.role, MEMBER_ROLES, faults);
  if (faults.length > 0 || !role) return { kind: 'refused', faults };
  if (accountId === application.ownerId) {
    if (role === 'owner') return { kind: 'changed' };
    return { kind: 'refused', faults: [applicationFault(['role'], 'member-owner-leaves')] };
  }
  if (role === 'owner' && !(await mayOwn(deps, accountId))) {
    return { kind: 'refused', faults: [applicationFault(['role'], 'member-may-own-none')] };
  }
  if (role === 'owner') return handOver(deps, { application, toAccountId: accountId, caller });
  return { kind: (await deps.members.setRole(applicationId, accountId, role, caller.proof)) ? 'changed' : 'gone' };
}

async function handOver(
  { members, clock }: Deps,
  { application, toAccountId, caller }: { application: Application; toAccountId: string; caller: Caller },
): Promise<RoleChange> {
  const { id: applicationId, ownerId: fromAccountId } = application;
  const input = { applicationId, fromAccountId, toAccountId, now: clock.now() };
  const done = await members.handOver(input, MAX_APPLICATIONS_PER_OWNER, caller.proof);
  if (done === 'too-many') return { kind: 'owns-too-many' };
  return { kind: done === 'handed-over' ? 'changed' : 'gone' };
}

/**
 * A member may always leave; others are removed by the owner. The owner leaves by handing over. @throws
 * ConfirmationNeeded
 */
export async function removeMember(
  deps: Pick<Deps, 'applications' | 'members'>,
  input: { caller: Caller; applicationId: string; accountId: string },
): Promise<boolean> {
  const { caller, applicationId, accountId } = input;
  const leaves = accountId === caller.accountId;
  const application = await findApplication(deps, { caller, id: applicationId, need: leaves ? 'see' : 'own' });
  return application ? deps.members.remove(applicationId, accountId, leaves ? undefined : caller.proof) : false;
}

/** The owner stays; open invitations are withdrawn. False: the application is not there, or not the caller's. */
export async function removeAllMembers(
  deps: Pick<Deps, 'applications' | 'members'>,
  input: { caller: Caller; applicationId: string },
): Promise<boolean> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId, need: 'own' });
  if (!application) return false;
  await deps.members.removeAll(application.id);
  return true;
}

/** Owning is for accounts that may register applications; an operator makes them that. */
async function mayOwn({ accounts }: Pick<Deps, 'accounts'>, accountId: string): Promise<boolean> {
  const account = await accounts.find(accountId);
  return account !== undefined && account.role !== 'user';
}
