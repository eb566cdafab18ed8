// The pages for signing in on a device without a browser, and those of what came of it.
import { renderDeviceAnswered } from '../../views/devices/user-code.tsx';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { DENIED_PATH, DONE_PATH, deviceConsentRoute } from './device-consent.ts';
import { userCodeRoute } from './user-code-page.ts';

export const deviceRoutes = (deps: AuthDeps): Route[] => [
  userCodeRoute(deps),
  deviceConsentRoute(deps),
  answeredRoute(deps, DONE_PATH, 'done'),
  answeredRoute(deps, DENIED_PATH, 'denied'),
];

const answeredRoute = (deps: AuthDeps, path: string, result: 'done' | 'denied'): Route => ({
  path,
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'own',
      handle: async (request, reply) =>
        sendPage(reply, renderDeviceAnswered(await pageContext(deps, request, reply), result)),
    },
  },
});
