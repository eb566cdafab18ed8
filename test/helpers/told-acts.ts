// What the hosts declare for the audit: every change and every look of every route, as the audit names them.
import { apiRoutes } from '../../src/http/api/api-routes.ts';
import { authRoutes } from '../../src/http/hosts/auth-host.ts';
import type { AuthDeps } from '../../src/http/routes/auth-deps.ts';
import type { Route } from '../../src/http/routes/route.ts';
import type { Hosts } from './hosts.ts';

/** Routes are only read here, so what they need to answer is left out. */
const routesOf = ({ ports, authUrl, apiUrl }: Pick<Hosts, 'ports' | 'authUrl' | 'apiUrl'>) => {
  const deps = { ports, authUrl, apiUrl } as AuthDeps;
  const settings = { publicUrl: authUrl, requestsPerSecond: 1 } as Parameters<typeof authRoutes>[0]['settings'];
  return {
    auth: authRoutes({ deps, files: { fixed: [], find: async () => undefined }, settings }),
    api: apiRoutes(ports, { apiUrl, clientAddressOf: () => undefined as never }),
  };
};

function actsOf({ path, methods }: Route): string[] {
  return Object.entries(methods).flatMap(([method, { audit, confirm }]) => {
    if (audit !== 'change' && audit !== 'look') return [];
    // A page with several forms declares each of them.
    const forms = typeof confirm === 'object' ? Object.keys(confirm) : [''];
    return forms.map((form) => `${method} ${path} ${form}`.trim());
  });
}

/** Such as `PATCH /applications/:id` and `POST /console/applications/:id/team invite`. */
export function toldActs(hosts: Pick<Hosts, 'ports' | 'authUrl' | 'apiUrl'>): string[] {
  const { auth, api } = routesOf(hosts);
  return [...auth, ...api].flatMap(actsOf);
}
