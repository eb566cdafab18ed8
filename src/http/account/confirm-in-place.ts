// Answers a form of the profile page that needs a confirmation first with the confirm page, which keeps the form's
// texts in hidden fields (contract 25). The confirm page posts them to the same path, and the form comes back with
// them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountPath } from '../../views/page/account-pages.ts';
import { askToConfirm, type ConfirmPrompt, takeConfirmation } from '../confirmation/confirmation.ts';
import { withPasswordRoom } from '../overload/password-room.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf, pathOf } from '../wire/request-parts.ts';
import { ACCOUNT_FORM } from './account-page.ts';

/** Answers the form of this request with the confirm page. */
export function askInPlace(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  prompt: ConfirmPrompt = { status: 403 },
) {
  const target = {
    action: pathOf(request),
    purpose: ACCOUNT_FORM,
    backHref: accountPath('profile'),
    kept: formOf(request),
  };
  return askToConfirm(deps, request, reply, target, prompt);
}

/** @param showAgain shows the form with what was typed, after the person has confirmed */
export const confirmInPlace = (
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  showAgain: () => Promise<unknown>,
) =>
  withPasswordRoom(deps, async () => {
    const again = await takeConfirmation(deps, request, reply);
    return again ? askInPlace(deps, request, reply, again) : showAgain();
  })(request, reply);
