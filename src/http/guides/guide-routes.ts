// GET /help and /guide: two documents of `docs` as pages, with the name and the addresses of this server.
import { renderGuide } from '../../views/developers/guide.tsx';
import { sendConstantPage } from '../pages/constant-page.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { type Guide, guideContents } from './guide-contents.ts';

export const guideRoutes = (deps: AuthDeps): Route[] => [
  guideRoute('/help', 'users', deps),
  guideRoute('/guide', 'owners', deps),
];

function guideRoute(path: string, guide: Guide, deps: AuthDeps): Route {
  const { authUrl, apiUrl } = deps;
  const handle = sendConstantPage(deps, path, (context) =>
    renderGuide(context, { ...guideContents(guide, context.language), authUrl, apiUrl }),
  );
  return { path, errors: 'page', methods: { GET: { access: 'public', body: 'none', handle } } };
}
