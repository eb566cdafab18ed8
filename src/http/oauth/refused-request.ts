// Refused authorization requests in the log: without them only the application's developer learns why nobody can sign
// in.
import type { FastifyRequest } from 'fastify';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

export type RefusedRequest = {
  /** Undefined: it is not known which it is. */
  application: { id: string } | undefined;
  /** Its code at `/errors`. */
  refusal: string;
  /** The error that was sent back; `page`: told on a page of ours. */
  result: string;
};

/** Anybody can send such requests without end: one line a minute for each application and refusal. */
export function noteRefusal(
  { refusals }: Pick<AuthDeps, 'refusals'>,
  request: FastifyRequest,
  { application, refusal, result }: RefusedRequest,
): void {
  const times = refusals.due(`${application?.id} ${refusal}`);
  if (times === undefined) return;
  const named = application && { application: application.id };
  logEvent(request, 'authorization-refused', result, { ...named, refusal, times });
}
