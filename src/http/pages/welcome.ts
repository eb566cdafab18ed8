// GET /welcome: the first steps of a new server, for its operator, each ticked off when it is done (contract 4,
// "Pages").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listApplications } from '../../core/applications/applications/list-applications.ts';
import { checkPublicAddress } from '../../core/operating/doctor/check-public-address.ts';
import { STAFF_PATHS } from '../../views/console/parts/staff-pages.ts';
import { renderWelcome } from '../../views/console/welcome.tsx';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { httpError } from '../errors/http-error.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';

export const WELCOME = STAFF_PATHS.welcome;

export const welcomeRoutes = (deps: AuthDeps): Route[] => [
  {
    path: WELCOME,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'harmless: shows the way on',
        handle: (request, reply) => showWelcome(deps, request, reply),
      },
    },
  },
];

async function showWelcome(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: accountId, role } = (await getSignedIn(deps, request)).account;
  if (role !== 'operator') throw httpError(403);
  const { applications } = await listApplications(deps.ports, {
    caller: { accountId, role },
    afterId: undefined,
    limit: 1,
  });
  const html = renderWelcome(await pageContext(deps, request, reply), {
    // The session's cookie is of one host, and forms are taken from the public URL alone: whoever is signed in came
    // over it.
    address: checkPublicAddress(deps.authUrl, deps.proxyFactsOf(request)),
    hasApplication: applications.length > 0,
  });
  return sendPage(reply, html);
}
