// All routes of the API host (contract 1). The document at /openapi is made from this list.
import type { Ports } from '../../core/operating/ports.ts';
import type { Route } from '../routes/route.ts';
import { operatorAccountRoutes } from './operators/accounts.ts';
import { operatorApiRoutes } from './operators/apis.ts';
import { auditRoutes } from './operators/audit.ts';
import { clientHostRoutes } from './operators/client-hosts.ts';
import { groupRoutes } from './operators/groups.ts';
import { policyRoutes } from './operators/policy.ts';
import { policyLogoRoutes } from './operators/policy-logo.ts';
import { registrationRoutes } from './registration.ts';
import type { RegistrationDeps } from './registration-deps.ts';
import { userInfoRoutes } from './user-info.ts';

export const apiRoutes = (
  ports: Ports,
  { apiUrl, clientAddressOf }: Pick<RegistrationDeps, 'apiUrl' | 'clientAddressOf'>,
): Route[] => [
  ...userInfoRoutes(ports, apiUrl),
  ...registrationRoutes({ ports, apiUrl, clientAddressOf }),
  ...operatorAccountRoutes({ ports, apiUrl }),
  ...groupRoutes({ ports, apiUrl }),
  ...operatorApiRoutes({ ports, apiUrl }),
  ...clientHostRoutes({ ports, apiUrl }),
  ...policyRoutes({ ports }),
  ...auditRoutes({ ports, apiUrl }),
  ...policyLogoRoutes({ ports }),
];
