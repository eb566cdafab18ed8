// GET /logout: asks. POST /logout: signs all accounts out of this browser (contract 4, pages). With the query of an
// application's logout request, whose page asked for this (end-session.ts), it redirects back to the application.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LogoutReturn } from '../../core/grants/sign-out/check-logout-request.ts';
import { returnAfterSignOut } from '../../core/grants/sign-out/sign-out.ts';
import { withParameters } from '../../protocol/redirect-uri.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { verifyCsrf } from '../browsers/csrf.ts';
import { LANGUAGE_FIELD } from '../browsers/language.ts';
import { LOGOUT_FORM } from '../browsers/page-context.ts';
import { keepOpener } from '../browsers/page-headers.ts';
import { httpError } from '../errors/http-error.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf, rawQuery } from '../wire/request-parts.ts';

export function logoutRoutes(deps: AuthDeps): Route[] {
  const handle = (request: FastifyRequest, reply: FastifyReply) => signOut(deps, request, reply);
  return [
    {
      path: '/logout',
      errors: 'page',
      methods: {
        // Of a typed address or a bookmark: the page of a logout request without parameters, which asks.
        GET: {
          access: 'public',
          body: 'none',
          handle: (request, reply) => {
            const language = queryOf(request).get(LANGUAGE_FIELD);
            const query = language === undefined ? '' : `?${new URLSearchParams([[LANGUAGE_FIELD, language]])}`;
            return reply.redirect(`/oauth/logout${query}`, 303);
          },
        },
        POST: { access: 'public', body: 'form', confirm: 'harmless', audit: 'own', handle },
      },
    },
  ];
}

async function signOut(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const browser = browserOf(deps, request);
  const { current, all } = await browser.accounts();
  // A second click, or a session that ended meanwhile: nothing is left to do, and nothing to refuse.
  if (all.length === 0) return reply.redirect('/signed-out', 303);
  if (!(await verifyCsrf(deps, request, formOf(request), logoutForm(rawQuery(request))))) {
    logEvent(request, 'form-refused', 'refused', current && { account: current.account.id });
    throw httpError(403, 'The form could not be verified.', { page: 'form-refused' });
  }
  const returnTo = await returnAfterSignOut(deps.ports, queryOf(request));
  await browser.endSessions(reply);
  for (const { account, session } of all) {
    logEvent(request, 'sign-out', 'ended', { account: account.id, session: session.id });
  }
  return redirectAfterLogout(reply, returnTo);
}

/**
 * Purpose of the form's CSRF token, which binds it to the logout request it was shown for (case K3). The form in the
 * header of pages is bound to none.
 */
export const logoutForm = (query: string): string => (query === '' ? LOGOUT_FORM : `${LOGOUT_FORM} ${query}`);

/** RP-Initiated Logout 3: redirects with `state`, if one was sent. Without a redirect URI: to the signed-out page. */
export function redirectAfterLogout(reply: FastifyReply, to: LogoutReturn | undefined) {
  keepOpener(reply);
  if (!to) return reply.redirect('/signed-out', 303);
  const uri = to.state === undefined ? to.redirectUri : withParameters(to.redirectUri, [['state', to.state]]);
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(uri, 303);
}
