// The routes of the registration API (contract 3), which owners' programs call.
import type { ApiRoute } from '../routes/route.ts';
import { applicationListRoutes } from './application-lists.ts';
import { applicationRoutes } from './applications.ts';
import { clientSecretRoutes } from './client-secrets.ts';
import { connectionRoutes } from './connections.ts';
import { consentItemRoutes } from './consent-items.ts';
import { eventRoutes } from './events.ts';
import { loggedRoute } from './logged-route.ts';
import { logoRoutes } from './logo.ts';
import { memberRoutes } from './members.ts';
import type { RegistrationDeps } from './registration-deps.ts';
import { statisticsRoutes } from './statistics.ts';

export const registrationRoutes = (deps: RegistrationDeps): ApiRoute[] =>
  [
    ...applicationRoutes(deps),
    ...logoRoutes(deps),
    ...applicationListRoutes(deps),
    ...clientSecretRoutes(deps),
    ...connectionRoutes(deps),
    ...memberRoutes(deps),
    ...eventRoutes(deps),
    ...statisticsRoutes(deps),
    ...consentItemRoutes(deps),
  ].map((route) => loggedRoute(deps, route));
