// Which applications a caller may see: an owner their own, an operator all. What is somebody else's does not exist for
// the caller (contract 3; cases N1, N13), so there is one answer for both.
import type { ApiCaller } from '../accounts/api-token.ts';
import type { Ports } from '../ports.ts';
import type { Application } from './application.ts';

export type Caller = Pick<ApiCaller, 'accountId' | 'role'>;

/** @returns undefined when there is none with this id, or it is not the caller's. */
export async function findApplication(
  deps: Pick<Ports, 'applications'>,
  input: { caller: Caller; id: string },
): Promise<Application | undefined> {
  const application = await deps.applications.find(input.id);
  return application && mayReach(input.caller, application) ? application : undefined;
}

const mayReach = (caller: Caller, application: Application): boolean =>
  caller.role === 'operator' || (caller.role === 'owner' && application.ownerId === caller.accountId);
