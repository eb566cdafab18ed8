// POST /account/email: changes the email address, with the current password (contract 2; contract 25). The server sends
// no mail, so the new address takes effect at once and is not verified.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changeEmail } from '../../core/accounts/change-email.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { visitorOf } from '../browsers/visitor.ts';
import { tooManyRequests } from '../errors/http-error.ts';
import { logEvent } from '../log/security-event.ts';
import { inPasswordRoom } from '../overload/password-room.ts';
import { confirmHref } from '../pages/confirm.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';
import { showAccount } from './account-page.ts';

export async function handleEmailForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const form = formOf(request);
  const result = await inPasswordRoom(deps, request, () =>
    changeEmail(deps.ports, {
      signedIn,
      email: form.get('email'),
      password: form.get('password'),
      visitor: visitorOf(deps, request),
    }),
  );
  logEvent(request, 'email-change', result.kind, { account: signedIn.account.id });
  switch (result.kind) {
    case 'changed':
      return reply.redirect(accountHref('email-changed'), 303);
    case 'unconfirmed':
      return reply.redirect(confirmHref('/account'), 303);
    case 'limited':
      throw tooManyRequests(result.retryAfterSeconds);
    case 'refused': {
      const typedEmail = form.get('email') ?? '';
      return showAccount(deps, request, reply, { status: 400, faultsIn: 'email', faults: result.faults, typedEmail });
    }
  }
}
