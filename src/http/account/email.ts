// POST /account/email: changes the email address, with the current password (contract 2; contract 25). Where the server
// sends mail, the new address is proven first (contract 21). Otherwise it takes effect at once and is not verified.
// Whoever needs a confirmation gets the confirm page first, and the form comes back with the typed address.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inDoubtFault } from '../../core/ground/accounts/form-faults.ts';
import { changeEmail } from '../../core/people/accounts/change-email.ts';
import { askEmailChange } from '../../core/people/email-changes/ask-email-change.ts';
import { accountPath } from '../../views/page/account-pages.ts';
import { CONFIRMING } from '../../views/pages/confirm.tsx';
import { accountHref } from '../browsers/account-notice.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { actedFrom, visitorOf } from '../browsers/visitor.ts';
import { confirmByMailHref } from '../confirmation/confirm-by-mail.ts';
import { tooManyRequests } from '../errors/http-error.ts';
import { logEvent } from '../log/security-event.ts';
import { inPasswordRoom } from '../overload/password-room.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';
import { showAccount } from './account-page.ts';
import { askInPlace, confirmInPlace } from './confirm-in-place.ts';
import { EMAIL_CODE_PATH } from './page-contents.ts';

export async function handleEmailForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  if (!formOf(request).has(CONFIRMING)) return change(deps, request, reply);
  return confirmInPlace(deps, request, reply, () =>
    showAccount(deps, request, reply, { page: 'profile', typedEmail: formOf(request).get('email') }),
  );
}

async function change(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const form = formOf(request);
  const typed = {
    signedIn,
    email: form.get('email'),
    password: form.get('password'),
    visitor: visitorOf(deps, request),
  };
  const result = await inPasswordRoom(deps, request, async () =>
    deps.ports.rules.mail === 'off'
      ? changeEmail(deps.ports, typed)
      : askEmailChange(deps.ports, { ...typed, from: actedFrom(deps, request, signedIn.account) }),
  );
  logEvent(request, 'email-change', result.kind, { account: signedIn.account.id });
  switch (result.kind) {
    case 'changed':
      return reply.redirect(accountHref('email-changed'), 303);
    case 'asked':
      return reply.redirect(EMAIL_CODE_PATH, 303);
    case 'unconfirmed':
      return askInPlace(deps, request, reply);
    case 'unproven':
      return reply.redirect(confirmByMailHref(accountPath('profile')), 303);
    case 'limited':
      throw tooManyRequests(result.retryAfterSeconds);
    case 'in-doubt':
    case 'refused': {
      const isWaiting = result.kind === 'in-doubt';
      return showAccount(deps, request, reply, {
        page: 'profile',
        status: isWaiting ? 409 : 400,
        faultsIn: 'email',
        faults: isWaiting ? [inDoubtFault(result, ['email'])] : result.faults,
        typedEmail: form.get('email') ?? '',
      });
    }
  }
}
