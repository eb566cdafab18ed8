// The routes of the registration API (contract 3), which owners' programs call.
import type { ApiRoute } from '../routes/route.ts';
import { applicationConsentItemRoutes } from './application-consent-items.ts';
import { applicationRoutes } from './applications.ts';
import { clientSecretRoutes } from './client-secrets.ts';
import { connectionRoutes } from './connections.ts';
import { consentItemRoutes } from './consent-items.ts';
import { eventRoutes } from './events.ts';
import { loggedRoute } from './logged-route.ts';
import { logoRoutes } from './logo.ts';
import { memberRoutes } from './members.ts';
import { platformRoutes } from './platforms.ts';
import { redirectUriRoutes } from './redirect-uris.ts';
import type { RegistrationDeps } from './registration-deps.ts';
import { statisticsRoutes } from './statistics.ts';

export const registrationRoutes = (deps: RegistrationDeps): ApiRoute[] =>
  [
    ...applicationRoutes(deps),
    ...logoRoutes(deps),
    ...platformRoutes(deps),
    ...redirectUriRoutes(deps),
    ...applicationConsentItemRoutes(deps),
    ...clientSecretRoutes(deps),
    ...connectionRoutes(deps),
    ...memberRoutes(deps),
    ...eventRoutes(deps),
    ...statisticsRoutes(deps),
    ...consentItemRoutes(deps),
  ].map((route) => loggedRoute(deps, route));
