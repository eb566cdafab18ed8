// POST /account/username: chooses or changes the username. A change needs a recent confirmation (contract 25). Without
// one the response is the confirm page, and afterwards the form comes back with the typed name.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inDoubtFault } from '../../core/ground/accounts/form-faults.ts';
import { ConfirmationNeeded } from '../../core/ground/acts/session-proof.ts';
import { AccountInDoubt } from '../../core/people/email-changes/doubt.ts';
import { takeUsername } from '../../core/people/usernames/take-username.ts';
import { USERNAME_FIELD } from '../../core/people/usernames/username-field.ts';
import { CONFIRMING } from '../../views/pages/confirm.tsx';
import { accountHref } from '../browsers/account-notice.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';
import { showAccount } from './account-page.ts';
import { askInPlace, confirmInPlace } from './confirm-in-place.ts';

/** Handles the form, or the confirm page shown in its place. */
export async function handleUsernameForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  return formOf(request).has(CONFIRMING) ? confirm(deps, request, reply) : change(deps, request, reply);
}

async function change(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const typed = formOf(request).get(USERNAME_FIELD);
  const log = (result: string, refusal?: string) =>
    logEvent(request, 'username-change', result, { account: signedIn.account.id, ...(refusal && { refusal }) });
  const taken = await takeUsername(deps.ports, { signedIn, typed, mayChange: true }).catch((error: unknown) => {
    if (error instanceof ConfirmationNeeded) return { kind: 'unconfirmed' as const };
    if (error instanceof AccountInDoubt) return { kind: 'in-doubt' as const, until: error.until };
    throw error;
  });
  switch (taken.kind) {
    case 'taken':
      log(taken.first ? 'taken' : 'changed');
      return reply.redirect(accountHref(taken.first ? 'username-taken' : 'username-changed'), 303);
    case 'refused': {
      const { faults, retryAfterSeconds } = taken;
      log('refused', faults[0]?.code);
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
      const status = retryAfterSeconds === undefined ? 400 : 429;
      return showAccount(deps, request, reply, {
        page: 'profile',
        status,
        faultsIn: 'username',
        faults,
        typedUsername: typed,
      });
    }
    case 'in-doubt':
      log('refused', 'account-in-doubt');
      return showAccount(deps, request, reply, {
        page: 'profile',
        status: 409,
        faultsIn: 'username',
        faults: [inDoubtFault(taken, [USERNAME_FIELD])],
        typedUsername: typed,
      });
    case 'unconfirmed':
      log('unconfirmed');
      return askInPlace(deps, request, reply);
    default:
      // Nothing changed, or the account was ended meanwhile: shows the page as it is now.
      return reply.redirect('/account', 303);
  }
}

const confirm = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) =>
  confirmInPlace(deps, request, reply, () => {
    const typedUsername = formOf(request).get(USERNAME_FIELD);
    return showAccount(deps, request, reply, { page: 'profile', usernameOpen: true, typedUsername });
  });
