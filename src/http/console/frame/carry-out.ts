// Carries out a form of the console, and answers it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../../core/operating/ports.ts';
import { withNotice } from '../../browsers/console-notice.ts';
import { type ChangeAsked, logChange } from '../../log/logged-change.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import { askInPlace } from './confirm-in-place.ts';
import { withCreatedSecret } from './created-secret.ts';
import { type ActOutcome, outcomeOf, type RetryForm, refusalCodeOf } from './outcome.ts';

export type FormAct = {
  /** For the log and the audit. */
  asked: ChangeAsked;
  /** @param ports record what they change */
  act(ports: Ports): Promise<ActOutcome>;
  /** The page of the form. */
  path: string;
  /** Shows it again with what was typed. */
  showAgain(outcome: RetryForm): Promise<unknown>;
};

/** The CSRF token has been verified. */
export async function carryOut(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, act, path, showAgain }: FormAct,
): Promise<unknown> {
  const outcome = await logChange(deps, request, asked, (ports) => outcomeOf(act(ports)), refusalCodeOf);
  switch (outcome.kind) {
    case 'confirm':
      return askInPlace(deps, request, reply);
    case 'done':
      return reply.redirect(withNotice(outcome.path ?? path, outcome.notice), 303);
    case 'made':
      return reply.redirect(withCreatedSecret(path, outcome.id), 303);
    case 'again':
      return showAgain(outcome);
  }
}
