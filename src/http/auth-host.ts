// The auth host: pages, OAuth endpoints and metadata. The list of routes is the map of what it serves (contract 1).
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PageAssets } from '../views/assets.ts';
import { accountRoutes } from './auth/account.ts';
import { assetRoutes } from './auth/assets.ts';
import { authorizeRoutes } from './auth/authorize.ts';
import { confirmRoutes } from './auth/confirm.ts';
import { consentRoutes } from './auth/consent.ts';
import { endSessionRoutes } from './auth/end-session.ts';
import { errorPages } from './auth/error-page.ts';
import { homeRoutes } from './auth/home.ts';
import { introspectionRoutes } from './auth/introspection.ts';
import { invitationRoutes } from './auth/invitation.ts';
import { jwksRoutes } from './auth/jwks.ts';
import { loginRoutes } from './auth/login.ts';
import { logoServingRoutes } from './auth/logos.ts';
import { logoutRoutes } from './auth/logout.ts';
import { metadataRoutes } from './auth/metadata.ts';
import { openapiRoutes } from './auth/openapi.ts';
import { passwordRoutes } from './auth/password.ts';
import { redirectUriMismatchRoutes } from './auth/redirect-uri-mismatch.ts';
import { revocationRoutes } from './auth/revocation.ts';
import { selectAccountRoutes } from './auth/select-account.ts';
import { setupRoutes } from './auth/setup.ts';
import { signUpRoutes } from './auth/sign-up.ts';
import { tokenRoutes } from './auth/token.ts';
import type { AuthDeps } from './auth-deps.ts';
import { consoleRoutes } from './console/console.ts';
import { buildHost, type HostSettings } from './host.ts';
import type { LoadGate } from './overload/load-gate.ts';
import { registerCookies } from './plugins/browser-session.ts';
import { type ClientLimitSettings, createClientLimits } from './plugins/client-limits.ts';
import type { FinishedListener } from './plugins/request-log.ts';
import { createSessionGuard } from './plugins/session-guard.ts';

export type AuthHostOptions = {
  deps: AuthDeps;
  files: PageAssets;
  settings: HostSettings & ClientLimitSettings;
  logger: FastifyBaseLogger;
  onFinished?: FinishedListener;
  gate?: LoadGate;
};

export function buildAuthHost(options: AuthHostOptions): FastifyInstance {
  const { deps, files, settings, logger, onFinished, gate } = options;
  const limits = createClientLimits(deps.ports.clock, settings, (request) => deps.clientAddressOf(request).network);
  const routes = [
    ...homeRoutes(deps),
    ...authorizeRoutes(deps),
    ...tokenRoutes(deps.ports, limits),
    ...revocationRoutes(deps.ports, limits),
    ...introspectionRoutes(deps.ports, limits),
    ...metadataRoutes(deps),
    ...jwksRoutes(deps.ports),
    ...openapiRoutes(deps),
    ...loginRoutes(deps),
    ...signUpRoutes(deps),
    ...redirectUriMismatchRoutes(deps),
    ...selectAccountRoutes(deps),
    ...confirmRoutes(deps),
    ...consentRoutes(deps),
    ...accountRoutes(deps),
    ...consoleRoutes(deps),
    ...logoutRoutes(deps),
    ...endSessionRoutes(deps),
    ...setupRoutes(deps),
    ...passwordRoutes(deps),
    ...invitationRoutes(deps),
    ...logoServingRoutes(deps.ports),
    ...assetRoutes(files),
  ];
  return buildHost({
    name: 'auth',
    routes,
    settings,
    logger,
    ports: deps.ports,
    clientAddressOf: deps.clientAddressOf,
    guards: { session: createSessionGuard(deps) },
    renderErrorPage: errorPages(deps),
    plugins: registerCookies,
    ...(onFinished && { onFinished }),
    ...(gate && { gate }),
  });
}
