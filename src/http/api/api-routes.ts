// Everything the API host serves (contract 1). The document at /openapi is made from the same list.
import type { Ports } from '../../core/ports.ts';
import type { Route } from '../routes/route.ts';
import { registrationRoutes } from './registration.ts';
import { userInfoRoutes } from './user-info.ts';

export const apiRoutes = (ports: Ports, apiUrl: string): Route[] => [
  ...userInfoRoutes(ports),
  ...registrationRoutes({ ports, apiUrl }),
];
