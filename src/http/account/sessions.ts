// POST /account/sessions: signs out another device, all others, or everywhere.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endSession } from '../../core/sign-in/sessions/end-session.ts';
import { endOtherSessions, endSessions } from '../../core/sign-in/sessions/end-sessions.ts';
import { accountPath } from '../../views/page/account-pages.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';

export async function handleSessionsForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await getSignedIn(deps, request);
  const { account } = signedIn;
  const { ports } = deps;
  const form = formOf(request);
  const accountId = account.id;
  const ended = form.get('session');
  const action = form.get('action');
  if (action === 'end-all') {
    await endSessions(ports, accountId);
    await browserOf(deps, request).endSession(reply, signedIn);
    logEvent(request, 'session-end', 'all', { account: accountId });
    return reply.redirect('/signed-out', 303);
  }
  if (action === 'end-others') {
    const opened = await endOtherSessions(ports, signedIn);
    // This session was ended meanwhile: the account page redirects to sign-in.
    if (!opened) return reply.redirect(accountPath('devices'), 303);
    await browserOf(deps, request).reopen(reply, opened);
    logEvent(request, 'session-end', 'others', { account: accountId });
    return reply.redirect(accountHref('sessions-ended'), 303);
  }
  // A session that is already gone counts as ended; another person's is never found.
  if (ended !== undefined && (await endSession(ports, { accountId, sessionId: ended }))) {
    logEvent(request, 'session-end', 'one', { account: accountId, session: ended });
  }
  return reply.redirect(accountHref('session-ended'), 303);
}
