// POST /account/email: changes the own address, with the current password (contract 2; accounts.md 25). While the server sends no
// mail, the new address counts at once, and nobody has verified it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changeEmail } from '../../core/accounts/change-email.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { tooManyRequests } from '../http-error.ts';
import { inPasswordRoom } from '../plugins/password-room.ts';
import { getSignedIn } from '../plugins/session-guard.ts';
import { formOf } from '../request-parts.ts';
import { logEvent } from '../security-event.ts';
import { visitorOf } from '../visitor.ts';
import { accountHref } from './account-notice.ts';
import { showAccount } from './account-page.ts';

export async function takeEmailChange(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
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
    case 'limited':
      throw tooManyRequests(result.retryAfterSeconds);
    case 'refused': {
      const typedEmail = form.get('email') ?? '';
      return showAccount(deps, request, reply, { status: 400, faultsIn: 'email', faults: result.faults, typedEmail });
    }
  }
}
