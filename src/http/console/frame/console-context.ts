// The context of a console request: the signed-in person, the application in the path, and the person's role in it. It
// is read from the database at every request, so that a removed member is out at once (case N10).
import type { FastifyRequest } from 'fastify';
import type { Application } from '../../../core/applications/applications/application.ts';
import { type PersonalCaller, reachApplication } from '../../../core/applications/applications/find-application.ts';
import { mayUseConsole } from '../../../core/applications/members/may-use-console.ts';
import { type MemberRole, mayDo, type Permission } from '../../../core/applications/members/member.ts';
import { isConfirmed, proofOf, type SessionProof } from '../../../core/ground/acts/session-proof.ts';
import type { SignedIn } from '../../../core/sign-in/sessions/session.ts';
import { getSignedIn } from '../../browsers/session-guard.ts';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';

/** `confirmed`: whether the person's last confirmation is recent enough. */
export type ConsoleContext = {
  signedIn: SignedIn;
  caller: PersonalCaller & { proof: SessionProof };
  confirmed: boolean;
};
export type Place = ConsoleContext & { application: Application; role: MemberRole };

export async function enter(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext> {
  const signedIn = await getSignedIn(deps, request);
  const { id: accountId, role } = signedIn.account;
  const now = deps.ports.clock.now();
  const { session } = signedIn;
  return { signedIn, caller: { accountId, role, proof: proofOf(session, now) }, confirmed: isConfirmed(session, now) };
}

/** @throws 403 when the person may not use the console */
export async function enterConsole(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext> {
  const entered = await enter(deps, request);
  if (!(await mayUseConsole(deps.ports, entered.caller))) throw httpError(403);
  return entered;
}

/** @throws 403 for everybody but operators */
export async function enterAsOperator(deps: AuthDeps, request: FastifyRequest): Promise<ConsoleContext> {
  const entered = await enter(deps, request);
  if (entered.caller.role !== 'operator') throw httpError(403);
  return entered;
}

/** @throws 404 when the application does not exist or is somebody else's: both look the same (case N13) */
export async function reachPlace(deps: AuthDeps, request: FastifyRequest): Promise<Place> {
  const { id } = request.params as { id: string };
  const entered = await enter(deps, request);
  const reached = await reachApplication(deps.ports, { caller: entered.caller, id });
  if (!reached) throw httpError(404);
  return { ...entered, ...reached };
}

/** @throws 403 when the role in the application does not allow it */
export function requireNeed({ role }: Place, need: Permission): void {
  if (!mayDo(role, need)) throw httpError(403);
}
