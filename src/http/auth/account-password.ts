// POST /account/password: changes the password, with the current one (contract 2).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changePassword } from '../../core/accounts/change-password.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { tooManyRequests } from '../http-error.ts';
import { browserOf } from '../plugins/browser-session.ts';
import { inPasswordRoom } from '../plugins/password-room.ts';
import { getSignedIn } from '../plugins/session-guard.ts';
import { formOf } from '../request-parts.ts';
import { logEvent } from '../security-event.ts';
import { visitorOf } from '../visitor.ts';
import { accountHref } from './account-notice.ts';
import { showAccount } from './account-page.ts';

export async function takePasswordChange(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const form = formOf(request);
  const result = await inPasswordRoom(deps, request, () =>
    changePassword(deps.ports, {
      signedIn,
      currentPassword: form.get('current_password'),
      newPassword: form.get('new_password'),
      endGrants: form.has('end_grants'),
      visitor: visitorOf(deps, request),
    }),
  );
  logEvent(request, 'password-change', result.kind, { account: signedIn.account.id });
  switch (result.kind) {
    case 'changed':
      await browserOf(deps, request).reopen(reply, result.opened);
      return reply.redirect(accountHref('password-changed'), 303);
    case 'limited':
      throw tooManyRequests(result.retryAfterSeconds);
    case 'refused':
      return showAccount(deps, request, reply, { status: 400, faultsIn: 'password', faults: result.faults });
  }
}
