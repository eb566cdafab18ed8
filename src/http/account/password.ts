// POST /account/password: changes the password, with the current password (contract 2).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changePassword } from '../../core/sign-in/passwords/change-password.ts';
import { accountPath } from '../../views/page/account-pages.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { actedFrom, visitorOf } from '../browsers/visitor.ts';
import { confirmHref } from '../confirmation/confirm.ts';
import { tooManyRequests } from '../errors/http-error.ts';
import { logEvent } from '../log/security-event.ts';
import { inPasswordRoom } from '../overload/password-room.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';
import { showAccount } from './account-page.ts';

export async function handlePasswordForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const form = formOf(request);
  const result = await inPasswordRoom(deps, request, () =>
    changePassword(deps.ports, {
      signedIn,
      currentPassword: form.get('current_password'),
      newPassword: form.get('new_password'),
      endGrants: form.has('end_grants'),
      visitor: visitorOf(deps, request),
      from: actedFrom(deps, request, signedIn.account),
    }),
  );
  logEvent(request, 'password-change', result.kind, { account: signedIn.account.id });
  switch (result.kind) {
    case 'changed':
      await browserOf(deps, request).reopen(reply, result.opened);
      return reply.redirect(accountHref('password-changed'), 303);
    case 'unconfirmed':
      return reply.redirect(confirmHref(accountPath('security')), 303);
    case 'limited':
      throw tooManyRequests(result.retryAfterSeconds);
    case 'refused':
      return showAccount(deps, request, reply, {
        page: 'security',
        status: 400,
        faultsIn: 'password',
        faults: result.faults,
      });
  }
}
