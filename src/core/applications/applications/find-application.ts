// Which applications a caller can reach: owners their own, members those they belong to, operators and machines all. An
// application of somebody else does not exist for the caller (contract 3; cases N1, N13), so both have the same answer.
import { mayOwnApplications } from '../../ground/accounts/account.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { ApiCaller, PersonCaller } from '../api-tokens/api-token.ts';
import { type MemberRole, mayDo, type Permission } from '../members/member.ts';
import type { Ports } from '../ports.ts';
import { isRegistered, type RegisteredApplication } from './application.ts';

/** Whether the caller reaches every application. */
export const reachesAll = ({ role }: Pick<Caller, 'role'>): boolean => role === 'operator' || role === 'machine';

/** `proof` is for dangerous acts in a session. API tokens, which `tokenId` names, and the command line have none. */
export type Caller = Pick<ApiCaller, 'accountId' | 'role'> & { proof?: SessionProof; tokenId?: string };
/** A caller who is a person. */
export type PersonalCaller = Caller & Pick<PersonCaller, 'accountId' | 'role'>;

/**
 * @returns undefined when the application does not exist, is not the caller's, or the caller's role does not allow
 *   `need`
 */
export async function findApplication(
  deps: Pick<Ports, 'applications' | 'members'>,
  input: { caller: Caller; id: string; need?: Permission },
): Promise<RegisteredApplication | undefined> {
  const reached = await reachApplication(deps, input);
  return reached && mayDo(reached.role, input.need ?? 'see') ? reached.application : undefined;
}

/** The application with the caller's role in it. */
export async function reachApplication(
  deps: Pick<Ports, 'applications' | 'members'>,
  { caller, id }: { caller: Caller; id: string },
): Promise<{ application: RegisteredApplication; role: MemberRole } | undefined> {
  const application = await deps.applications.find(id);
  // A client that nobody registered is nobody's to look at here (contract 46).
  if (!application || !isRegistered(application)) return undefined;
  const isOwner = application.ownerId === caller.accountId;
  // An account that is no longer an owner cannot reach the applications it owned (contract 3).
  if (isOwner && !mayOwnApplications(caller.role)) return undefined;
  if (isOwner || reachesAll(caller)) return { application, role: 'owner' };
  const role = caller.accountId === undefined ? undefined : await deps.members.roleOf(id, caller.accountId);
  return role && { application, role };
}
