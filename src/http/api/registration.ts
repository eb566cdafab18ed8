// The registration API (contract 3): what an owner's program calls. This list is its map.
import type { Route } from '../route.ts';
import { applicationRoutes } from './applications.ts';
import { clientSecretRoutes } from './client-secrets.ts';
import { consentItemRoutes } from './consent-items.ts';
import { memberRoutes } from './members.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const registrationRoutes = (deps: RegistrationDeps): Route[] => [
  ...applicationRoutes(deps),
  ...clientSecretRoutes(deps),
  ...memberRoutes(deps),
  ...consentItemRoutes(deps),
];
