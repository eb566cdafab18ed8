// An owner changes the roles of an application's members, removes them, and may transfer the application, so that it
// stays when the owner leaves. Everything takes effect at the member's next request. New members are invited
// (manage-invitations.ts).

import { mayOwnApplications } from '../../ground/accounts/account.ts';
import type { Fault } from '../../ground/fault.ts';
import type { RegisteredApplication } from '../applications/application.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import { MAX_APPLICATIONS_PER_OWNER } from '../applications/register-application.ts';
import type { Ports } from '../ports.ts';
import { checkRole } from './check-role.ts';
import { MEMBER_ROLES, type Member } from './member.ts';
import { writeOwnerMail } from './new-owner.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'accounts' | 'clock'>;

/**
 * In order of joining, the owner first. Only where ownership is open does a plain user become the owner by accepting.
 * @returns undefined when the application does not exist or is not the caller's
 */
export async function listMembers(
  deps: Pick<Ports, 'applications' | 'members' | 'rules'>,
  input: { caller: Caller; applicationId: string },
): Promise<Member[] | undefined> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId });
  if (!application) return undefined;
  const members = await deps.members.list(application.id);
  if (deps.rules.openOwnership) return members;
  return members.map((member) => (member.cannotOwn === 'user' ? { ...member, cannotOwn: 'role' } : member));
}

export type RoleChange =
  | { kind: 'changed' }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** The new owner already has the maximum number of applications. */
  | { kind: 'owns-too-many' }
  | { kind: 'gone' };

/**
 * `owner` transfers the application; the previous owner becomes an editor.
 * @throws ConfirmationNeeded, AccountInDoubt
 */
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
  return { kind: (await deps.members.setRole(applicationId, accountId, role, caller)) ? 'changed' : 'gone' };
}

async function handOver(
  { members, clock }: Deps,
  { application, toAccountId, caller }: { application: RegisteredApplication; toAccountId: string; caller: Caller },
): Promise<RoleChange> {
  const { id: applicationId, ownerId: fromAccountId } = application;
  const input = { applicationId, fromAccountId, toAccountId, now: clock.now() };
  const done = await members.handOver(input, MAX_APPLICATIONS_PER_OWNER, caller);
  if (done === 'too-many') return { kind: 'owns-too-many' };
  return { kind: done === 'handed-over' ? 'changed' : 'gone' };
}

/** `no-owner`: by the statement, no member of it who may own any, or somebody else handed it over a moment before. */
export type Transferred = 'handed-over' | 'too-many' | 'no-owner';

/** The same by the command line, of which the new owner is told by mail. @throws AccountInDoubt: of the new owner */
export async function transferApplication(
  deps: Pick<Ports, 'members' | 'secrets' | 'rules' | 'clock' | 'publish'>,
  { application: { id, ownerId }, newOwnerId }: { application: RegisteredApplication; newOwnerId: string },
): Promise<Transferred> {
  const input = { applicationId: id, fromAccountId: ownerId, toAccountId: newOwnerId, now: deps.clock.now() };
  const mail = writeOwnerMail(deps, newOwnerId);
  const done = await deps.members.handOver(input, MAX_APPLICATIONS_PER_OWNER, undefined, mail);
  if (done === 'handed-over' && mail) deps.publish({ kind: 'mail-queued' });
  return done === 'gone' ? 'no-owner' : done;
}

/**
 * A member may always leave; the owner removes others. The owner leaves by transferring the application.
 * @throws ConfirmationNeeded
 */
export async function removeMember(
  deps: Pick<Deps, 'applications' | 'members'>,
  input: { caller: Caller; applicationId: string; accountId: string },
): Promise<boolean> {
  const { caller, applicationId, accountId } = input;
  const isSelf = accountId === caller.accountId;
  const application = await findApplication(deps, { caller, id: applicationId, need: isSelf ? 'see' : 'own' });
  return application ? deps.members.remove(applicationId, accountId, caller) : false;
}

/**
 * Removes all members but the owner, and withdraws open invitations. False: the application does not exist or is not
 * the caller's.
 */
export async function removeAllMembers(
  deps: Pick<Deps, 'applications' | 'members'>,
  input: { caller: Caller; applicationId: string },
): Promise<boolean> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId, need: 'own' });
  return application ? deps.members.removeAll(application.id, input.caller) : false;
}

/** Only accounts that may register applications may own one. An operator gives them that role. */
async function mayOwn({ accounts }: Pick<Deps, 'accounts'>, accountId: string): Promise<boolean> {
  const account = await accounts.find(accountId);
  return account !== undefined && mayOwnApplications(account.role);
}
