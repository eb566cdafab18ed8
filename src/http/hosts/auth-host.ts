// The auth host: pages, OAuth endpoints and metadata. The list of routes shows what it serves (contract 1).
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { accountRoutes } from '../account/account.ts';
import { registerCookies } from '../browsers/browser-session.ts';
import { withRefusedEntries } from '../browsers/refused-entry.ts';
import { createSessionGuard } from '../browsers/session-guard.ts';
import { type ClientLimitSettings, createClientLimits } from '../callers/client-limits.ts';
import { confirmRoutes } from '../confirmation/confirm.ts';
import { confirmByMailRoutes } from '../confirmation/confirm-by-mail.ts';
import { consoleRoutes } from '../console/console.ts';
import { deviceRoutes } from '../devices/device-routes.ts';
import { documentsRoutes } from '../documents/documents.ts';
import { demandedFactorRoutes } from '../factors/demanded-factor.ts';
import { passkeyOfferRoute } from '../factors/passkey-offer.ts';
import { authorizeRoutes } from '../flow/authorize.ts';
import { redirectUriMismatchRoutes } from '../flow/redirect-uri-mismatch.ts';
import { restoreAccountRoute } from '../flow/restore-account.ts';
import { guideRoutes } from '../guides/guide-routes.ts';
import type { FinishedListener } from '../log/request-log.ts';
import { deviceAuthorizationRoutes } from '../oauth/device-authorization.ts';
import { endSessionRoutes } from '../oauth/end-session.ts';
import { introspectionRoutes } from '../oauth/introspection.ts';
import { jwksRoutes } from '../oauth/jwks.ts';
import { metadataRoutes } from '../oauth/metadata.ts';
import { pushRoutes } from '../oauth/par.ts';
import { revocationRoutes } from '../oauth/revocation.ts';
import { tokenRoutes } from '../oauth/token.ts';
import { openapiRoute } from '../openapi/openapi-route.ts';
import { referenceRoute } from '../openapi/reference-route.ts';
import { openapiTemplate, referenceTemplate } from '../openapi/template.ts';
import type { LoadGate } from '../overload/load-gate.ts';
import { type AssetFiles, assetRoutes } from '../pages/assets.ts';
import { buttonRoutes } from '../pages/button.ts';
import { consentRoutes } from '../pages/consent.ts';
import { errorPages } from '../pages/error-page.ts';
import { errorsRoute } from '../pages/errors.ts';
import { homeRoutes } from '../pages/home.ts';
import { invitationRoutes } from '../pages/invitation.ts';
import { loginRoutes } from '../pages/login.ts';
import { logoutRoutes } from '../pages/logout.ts';
import { notAdmittedRoutes } from '../pages/not-admitted.ts';
import { passwordRoutes } from '../pages/password.ts';
import { selectAccountRoutes } from '../pages/select-account.ts';
import { setupRoutes } from '../pages/setup.ts';
import { signUpRoutes } from '../pages/sign-up.ts';
import { welcomeRoutes } from '../pages/welcome.ts';
import { challengeRoute } from '../passkeys/challenge.ts';
import { wellKnownRoutes } from '../passkeys/well-known.ts';
import { logoServingRoutes } from '../pictures/logos.ts';
import { pictureServingRoutes } from '../pictures/served-picture.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { forgotPasswordRoutes } from '../verification/forgot-password.ts';
import { takeBackRoutes } from '../verification/take-back.ts';
import { verifyRoutes } from '../verification/verify.ts';
import { verifyLinkRoutes } from '../verification/verify-link.ts';
import { buildHost, type HostSettings } from './host.ts';

export type AuthHostOptions = {
  deps: AuthDeps;
  files: AssetFiles;
  settings: HostSettings & ClientLimitSettings;
  logger: FastifyBaseLogger;
  onFinished?: FinishedListener;
  gate?: LoadGate;
};

/** Every route of the host. */
export function authRoutes({ deps, files, settings }: Pick<AuthHostOptions, 'deps' | 'files' | 'settings'>): Route[] {
  const limits = createClientLimits(deps.ports.clock, settings, (request) => deps.clientAddressOf(request).network);
  return [
    ...homeRoutes(deps),
    ...authorizeRoutes(deps),
    ...pushRoutes(deps.ports, limits),
    ...tokenRoutes(deps.ports, limits),
    ...revocationRoutes(deps.ports, limits),
    ...introspectionRoutes(deps.ports, limits),
    ...deviceAuthorizationRoutes(deps.ports, limits),
    ...metadataRoutes({
      pushedRequests: deps.ports.rules.pushedRequests,
      clientDocuments: deps.ports.rules.clientDocuments.length > 0,
      ...deps,
    }),
    ...jwksRoutes(deps.ports),
    openapiRoute(openapiTemplate(), deps),
    referenceRoute(referenceTemplate, deps),
    errorsRoute(deps),
    ...buttonRoutes(deps),
    ...guideRoutes(deps),
    ...loginRoutes(deps),
    ...signUpRoutes(deps),
    ...redirectUriMismatchRoutes(deps),
    ...selectAccountRoutes(deps),
    ...notAdmittedRoutes(deps),
    ...confirmRoutes(deps),
    ...confirmByMailRoutes(deps),
    challengeRoute(deps),
    passkeyOfferRoute(deps),
    ...wellKnownRoutes(deps),
    ...documentsRoutes(deps),
    ...consentRoutes(deps),
    ...deviceRoutes(deps),
    ...accountRoutes(deps),
    restoreAccountRoute(deps),
    ...consoleRoutes(deps),
    ...logoutRoutes(deps),
    ...endSessionRoutes(deps),
    ...setupRoutes(deps),
    ...welcomeRoutes(deps),
    ...passwordRoutes(deps),
    ...forgotPasswordRoutes(deps),
    ...verifyRoutes(deps),
    ...demandedFactorRoutes(deps),
    ...verifyLinkRoutes(deps),
    ...takeBackRoutes(deps),
    ...invitationRoutes(deps),
    ...logoServingRoutes(deps.ports),
    ...pictureServingRoutes(deps.ports),
    ...assetRoutes(files),
  ];
}

export function buildAuthHost(options: AuthHostOptions): FastifyInstance {
  const { deps, settings, logger, onFinished, gate } = options;
  return buildHost({
    name: 'auth',
    routes: authRoutes(options).map((route) => withRefusedEntries(deps, route)),
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
