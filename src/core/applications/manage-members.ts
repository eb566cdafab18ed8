// An owner says who belongs to an application, in which role, and may hand it over (issue of one owner leaving: the
// application stays). Everything acts at the member's next request.
import { readEmailAddress } from '../accounts/email.ts';
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import type { Application } from './application.ts';
import { applicationFault } from './application-faults.ts';
import { type Caller, findApplication } from './find-application.ts';
import { MAX_MEMBERS, MEMBER_ROLES, type Member, type MemberRole } from './member.ts';
import { MAX_APPLICATIONS_PER_OWNER } from './register-application.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'accounts' | 'clock'>;

export type MemberDraft = { email?: string | undefined; role?: string | undefined };

export type MemberAddition =
  | { kind: 'added'; accountId: string }
  | { kind: 'refused'; faults: readonly Fault[] }
  | { kind: 'member-already' | 'too-many' | 'gone' };

/** In order of joining, the owner first; undefined when the application is not there, or not the caller's. */
export async function listMembers(
  deps: Pick<Deps, 'applications' | 'members'>,
  input: { caller: Caller; applicationId: string },
): Promise<Member[] | undefined> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId });
  return application && deps.members.list(application.id);
}

/** @param input `readingFaults`: what of the request could not be read. @throws Unavailable */
export async function addMember(
  deps: Deps,
  input: { caller: Caller; applicationId: string; draft: MemberDraft; readingFaults?: readonly Fault[] },
): Promise<MemberAddition> {
  const { caller, applicationId, draft } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  if (!application) return { kind: 'gone' };
  const faults = [...(input.readingFaults ?? [])];
  const role = checkRole(draft.role, ['editor', 'viewer'], faults);
  const address = readEmailAddress(draft.email ?? '');
  const account = address && (await deps.accounts.findByEmailKey(address.emailKey));
  if (!faults.some(({ path }) => path[0] === 'email')) {
    if (!address) faults.push(applicationFault(['email'], 'member-email-malformed'));
    else if (!account || account.disabledAt !== undefined) {
      faults.push(applicationFault(['email'], 'member-email-unknown'));
    }
  }
  if (faults.length > 0 || !account || !role) return { kind: 'refused', faults };
  const member = { applicationId, accountId: account.id, role: role as 'editor' | 'viewer', now: deps.clock.now() };
  const added = await deps.members.add(member, MAX_MEMBERS);
  return added === 'added' ? { kind: 'added', accountId: account.id } : { kind: added };
}

export type RoleChange =
  | { kind: 'changed' }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Who would receive the application owns as many as one may own. */
  | { kind: 'owns-too-many' }
  | { kind: 'gone' };

/** `owner` hands the application over: the owner before becomes an editor. */
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
  if (role === 'owner') return handOver(deps, application, accountId);
  return { kind: (await deps.members.setRole(applicationId, accountId, role)) ? 'changed' : 'gone' };
}

async function handOver({ members, clock }: Deps, application: Application, toAccountId: string): Promise<RoleChange> {
  const { id: applicationId, ownerId: fromAccountId } = application;
  const input = { applicationId, fromAccountId, toAccountId, now: clock.now() };
  const done = await members.handOver(input, MAX_APPLICATIONS_PER_OWNER);
  if (done === 'too-many') return { kind: 'owns-too-many' };
  return { kind: done === 'handed-over' ? 'changed' : 'gone' };
}

/** A member may always leave; others are removed by the owner. The owner leaves by handing over. */
export async function removeMember(
  deps: Pick<Deps, 'applications' | 'members'>,
  input: { caller: Caller; applicationId: string; accountId: string },
): Promise<boolean> {
  const { caller, applicationId, accountId } = input;
  const need = accountId === caller.accountId ? 'see' : 'own';
  const application = await findApplication(deps, { caller, id: applicationId, need });
  return application ? deps.members.remove(applicationId, accountId) : false;
}

/** The owner stays. False: the application is not there, or not the caller's. */
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

function checkRole(text: string | undefined, allowed: readonly MemberRole[], faults: Fault[]): MemberRole | undefined {
  const role = allowed.find((name) => name === text);
  if (!role && !faults.some(({ path }) => path[0] === 'role')) {
    const code = allowed.includes('owner') ? 'member-role-unknown' : 'member-role-new';
    faults.push(applicationFault(['role'], code));
  }
  return role;
}
