// GET and POST /oauth/logout (OpenID Connect RP-Initiated Logout; contract 7 "Logout"). One `switch` carries out what
// core decided. Where the person is asked first, the page's form posts to `/logout` with the request's query.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LogoutFault } from '../../core/grants/sign-out/check-logout-request.ts';
import { decideLogout, type LogoutOutcome } from '../../core/grants/sign-out/sign-out.ts';
import { logoPath } from '../../core/ground/logos/logo.ts';
import { redirectDestination } from '../../protocol/redirect-uri.ts';
import { renderSignOut } from '../../views/pages/sign-out.tsx';
import { renderSignedOut } from '../../views/pages/signed-out.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { pageContext } from '../browsers/page-context.ts';
import { keepOpener, sendPage } from '../browsers/page-headers.ts';
import { httpError } from '../errors/http-error.ts';
import { helpPath } from '../errors/problem.ts';
import { logEvent } from '../log/security-event.ts';
import { logoutForm, redirectAfterLogout } from '../pages/logout.ts';
import { type AuthDeps, depsFor, isHead } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf, rawQuery } from '../wire/request-parts.ts';

export function endSessionRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/oauth/logout',
      errors: 'page',
      methods: {
        GET: { access: 'public', body: 'none', handle: (request, reply) => endSession(deps, request, reply) },
        // Open to other sites by design: a cross-site POST comes without the session cookie and only redirects to GET.
        POST: {
          access: 'public',
          body: 'form',
          confirm: 'harmless',
          audit: 'own',
          handle: (request, reply) => {
            keepOpener(reply);
            return reply.redirect(`/oauth/logout?${formOf(request)}`, 303);
          },
        },
      },
    },
  ];
}

async function endSession(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  keepOpener(reply);
  const device = await browserOf(deps, request).accounts();
  const { ports } = depsFor(deps, request);
  return perform(deps, request, reply, await decideLogout(ports, { parameters: queryOf(request), device }));
}

async function perform(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, outcome: LogoutOutcome) {
  switch (outcome.kind) {
    case 'refuse':
      throw httpError(400, outcome.detail, { page: 'parameter-doubled' });
    case 'ask':
      return ask(deps, request, reply, outcome);
    case 'nothing-to-end':
      return outcome.fault
        ? showSignedOut(deps, request, reply, outcome.fault)
        : redirectAfterLogout(reply, outcome.returnTo);
    case 'end': {
      if (isHead(request)) return redirectAfterLogout(reply, outcome.returnTo);
      const { account, session } = outcome.signedIn;
      await browserOf(deps, request).endSession(reply, outcome.signedIn);
      const ids = { account: account.id, session: session.id, application: outcome.application.id };
      logEvent(request, 'sign-out', 'ended', ids);
      return redirectAfterLogout(reply, outcome.returnTo);
    }
  }
}

const shownFault = ({ id }: FastifyRequest, { code, detail }: LogoutFault) => ({
  code,
  requestId: id,
  detail,
  helpHref: helpPath(code),
});

async function showSignedOut(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, fault: LogoutFault) {
  const html = renderSignedOut(await pageContext(deps, request, reply), shownFault(request, fault));
  return sendPage(reply, html, { status: 400 });
}

async function ask(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { application, returnTo, fault }: Extract<LogoutOutcome, { kind: 'ask' }>,
) {
  const { all } = await browserOf(deps, request).accounts();
  const query = rawQuery(request);
  const html = renderSignOut(await pageContext(deps, request, reply), {
    action: `/logout?${query}`,
    csrf: await csrfToken(deps, request, reply, logoutForm(query)),
    application: application?.name,
    logo: application && logoPath(application),
    people: all.map(({ account }) => ({ email: account.email, nickname: account.profile.nickname })),
    returnHost: returnTo && redirectDestination(returnTo.redirectUri),
    fault: fault && shownFault(request, fault),
  });
  return sendPage(reply, html, { status: fault ? 400 : 200, leadsToApplication: true });
}
