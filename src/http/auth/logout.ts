// POST /logout: signs everybody out of this browser (contract 4, pages).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthDeps } from '../auth-deps.ts';
import { httpError } from '../http-error.ts';
import { LOGOUT_FORM } from '../page-context.ts';
import { browserOf } from '../plugins/browser-session.ts';
import { verifyCsrf } from '../plugins/csrf.ts';
import { formOf } from '../request-parts.ts';
import type { Route } from '../route.ts';
import { logEvent } from '../security-event.ts';

export function logoutRoutes(deps: AuthDeps): Route[] {
  const handle = (request: FastifyRequest, reply: FastifyReply) => signOut(deps, request, reply);
  return [{ path: '/logout', errors: 'page', methods: { POST: { access: 'public', body: 'form', handle } } }];
}

async function signOut(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const browser = browserOf(deps, request);
  const { current, all } = await browser.accounts();
  // A second click, or a session that ended meanwhile: there is nothing left to do, and nothing to be refused.
  if (all.length === 0) return reply.redirect('/signed-out', 303);
  if (!(await verifyCsrf(deps, request, formOf(request), LOGOUT_FORM))) {
    logEvent(request, 'form-refused', 'refused', current && { account: current.account.id });
    throw httpError(403, 'The form did not come from a page shown to this browser.', { page: 'form-refused' });
  }
  await browser.endSessions(reply);
  for (const { account, session } of all) {
    logEvent(request, 'sign-out', 'ended', { account: account.id, session: session.id });
  }
  return reply.redirect('/signed-out', 303);
}
