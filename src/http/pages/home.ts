// Public pages without forms: the start page, the signed-out page, and for developers the catalogue of consent items.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGUE } from '../../core/ground/consent-items.ts';
import { isSetUp } from '../../core/people/accounts/is-set-up.ts';
import type { PageContext } from '../../views/page/page.ts';
import { renderCatalogue } from '../../views/pages/catalogue.tsx';
import { renderHome } from '../../views/pages/home.tsx';
import { renderSignedOut } from '../../views/pages/signed-out.tsx';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';

export function homeRoutes(deps: AuthDeps): Route[] {
  const signUpHref = deps.ports.rules.openRegistration ? '/sign-up' : undefined;
  return [
    publicPage(deps, '/', async (context) =>
      renderHome(context, { signInHref: '/login', signUpHref, notSetUp: !(await isSetUp(deps.ports)) }),
    ),
    publicPage(deps, '/signed-out', (context) => renderSignedOut(context)),
    // Not at `/consent-items`: that path is the API host's, and the paths of the two never overlap (contract 1).
    publicPage(deps, '/catalogue', (context) => renderCatalogue(context, { entries: CATALOGUE })),
  ];
}

const publicPage = (
  deps: AuthDeps,
  path: string,
  render: (context: PageContext) => string | Promise<string>,
): Route => ({
  path,
  errors: 'page',
  methods: {
    GET: {
      access: 'public',
      body: 'none',
      handle: async (request: FastifyRequest, reply: FastifyReply) =>
        sendPage(reply, await render(await pageContext(deps, request, reply))),
    },
  },
});
