// GET and POST /confirm: the person confirms who they are and returns to the page they came from (contract 25).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lacksAt } from '../../core/factors/second-factor-policy.ts';
import { ConfirmationNeeded, isConfirmed } from '../../core/sessions/session-proof.ts';
import { askToConfirm, type ConfirmTarget, takeConfirmation } from '../browsers/confirmation.ts';
import { verifyCsrf } from '../browsers/csrf.ts';
import { queryForReturnPath, readReturnPath } from '../browsers/return-path.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { withPasswordRoomUnless } from '../overload/password-room.ts';
import { hasPasskeyAnswer } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { formExpired } from './form-expired.ts';

const PATH = '/confirm';
const PURPOSE = 'confirm';

/** @param returnTo path of the page to return to */
export const confirmHref = (returnTo: string): string => `${PATH}${queryForReturnPath(returnTo)}`;

/** For forms of a page at `path`: a confirmation that is too old, also by the time of the act, is asked for first. */
export const confirmedFirst =
  (path: string, handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    try {
      return await handle(request, reply);
    } catch (error) {
      if (error instanceof ConfirmationNeeded) return reply.redirect(confirmHref(path), 303);
      throw error;
    }
  };

export const confirmRoutes = (deps: AuthDeps): Route[] => [
  {
    path: PATH,
    errors: 'page',
    methods: {
      GET: { access: 'session', body: 'none', audit: 'own', handle: (request, reply) => show(deps, request, reply) },
      POST: {
        access: 'session',
        body: 'form',
        confirm: 'in-form',
        audit: 'own',
        handle: withPasswordRoomUnless(hasPasskeyAnswer, deps, (request, reply) => handleForm(deps, request, reply)),
      },
    },
  },
];

const targetOf = (returnTo: { path: string; query: string }): ConfirmTarget => ({
  action: `${PATH}${returnTo.query}`,
  purpose: PURPOSE,
  backHref: returnTo.path,
});

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const returnTo = readReturnPath(request);
  const isStepUp = (await lacksAt(deps.ports, signedIn, 'console')) === 'step-up';
  if (isConfirmed(signedIn.session, deps.ports.clock.now()) && !isStepUp) return reply.redirect(returnTo.path, 303);
  return askToConfirm(deps, request, reply, targetOf(returnTo), { status: 200 });
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const returnTo = readReturnPath(request);
  if (!(await verifyCsrf(deps, request, formOf(request), PURPOSE))) {
    return askToConfirm(deps, request, reply, targetOf(returnTo), { status: 403, faults: formExpired(request) });
  }
  const again = await takeConfirmation(deps, request, reply);
  return again ? askToConfirm(deps, request, reply, targetOf(returnTo), again) : reply.redirect(returnTo.path, 303);
}
