// The document at /openapi, with placeholders for the URLs of the hosts. The build writes it to a file (build.js), and
// the built program reads that file (built-template.ts) instead of loading this module and all that it imports.
import type { Ports } from '../../core/ports.ts';
import { apiRoutes } from '../api/api-routes.ts';
import { describeHosts } from './document.ts';
import { openapiRoute, PLACEHOLDERS } from './openapi-route.ts';
import { OPERATIONS } from './operations.ts';

/** @throws Error if a route and its description do not match */
export function openapiTemplate(): string {
  // Only handlers use ports, and none runs here.
  const ports = {} as Ports;
  return JSON.stringify(
    describeHosts(
      {
        ...PLACEHOLDERS,
        apiRoutes: apiRoutes(ports, PLACEHOLDERS.apiUrl),
        authRoutes: [openapiRoute('', PLACEHOLDERS)],
      },
      OPERATIONS,
    ),
  );
}
