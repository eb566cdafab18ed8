// Answers a form of the console that needs a confirmation first with the confirm page, which keeps the form's texts in
// hidden fields. The confirm page posts them to the same path, and the form comes back with them; the person sends it
// again. So nothing that was kept is done without being seen.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIRMING } from '../../../views/pages/confirm.tsx';
import { verifyCsrf } from '../../browsers/csrf.ts';
import { formExpired } from '../../browsers/form-expired.ts';
import { askToConfirm, type ConfirmPrompt, takeConfirmation } from '../../confirmation/confirmation.ts';
import { withPasswordRoom } from '../../overload/password-room.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { RouteMethod } from '../../routes/route.ts';
import { formOf, pathOf } from '../../wire/request-parts.ts';
import { CONSOLE_FORM } from './outcome.ts';

type Handler = RouteMethod['handle'];

/** Answers the form of this request with the confirm page. */
export function askInPlace(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  prompt: ConfirmPrompt = { status: 403 },
) {
  const path = pathOf(request);
  const target = { action: path, purpose: CONSOLE_FORM, backHref: path, kept: formOf(request) };
  return askToConfirm(deps, request, reply, target, prompt);
}

/**
 * @param handleForm carries out the form
 * @param showAgain shows the form with what was typed, after the person has confirmed
 */
export function withConfirmationInPlace(deps: AuthDeps, handleForm: Handler, showAgain: Handler): Handler {
  const confirm = withPasswordRoom(deps, async (request, reply) => {
    if (!(await verifyCsrf(deps, request, formOf(request), CONSOLE_FORM))) {
      return askInPlace(deps, request, reply, { status: 403, faults: formExpired(request) });
    }
    const again = await takeConfirmation(deps, request, reply);
    return again ? askInPlace(deps, request, reply, again) : showAgain(request, reply);
  });
  return (request, reply) => (formOf(request).has(CONFIRMING) ? confirm(request, reply) : handleForm(request, reply));
}
