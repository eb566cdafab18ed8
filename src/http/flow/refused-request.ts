// Logs refused authorization requests. Otherwise only the application's developer learns why nobody can sign in.
import type { FastifyRequest } from 'fastify';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

export type RefusedRequest = {
  /** Undefined: the application is not known. */
  application: { id: string } | undefined;
  /** Refusal code, as at `/errors`. */
  refusal: string;
  /** Error sent to the application; `page`: shown on an error page. */
  result: string;
};

/** Writes at most one line a minute for each application and refusal, because anybody can send such requests. */
export function logRefusal(
  { refusals }: Pick<AuthDeps, 'refusals'>,
  request: FastifyRequest,
  { application, refusal, result }: RefusedRequest,
): void {
  const times = refusals.due(`${application?.id} ${refusal}`);
  if (times === undefined) return;
  const named = application && { application: application.id };
  logEvent(request, 'authorization-refused', result, { ...named, refusal, times });
}
