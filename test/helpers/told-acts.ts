// What the hosts declare for the audit: every change and every look of every route, as the audit names them.
import { apiRoutes } from '../../src/http/api/api-routes.ts';
import { authRoutes } from '../../src/http/hosts/auth-host.ts';
import type { AuthDeps } from '../../src/http/routes/auth-deps.ts';
import type { Route, RouteMethod } from '../../src/http/routes/route.ts';
import type { Hosts } from './hosts.ts';

/** Every route of both hosts. They are only read, so what they need to answer is left out. */
export const declaredRoutes = ({ ports, authUrl, apiUrl }: Pick<Hosts, 'ports' | 'authUrl' | 'apiUrl'>) => {
  const deps = { ports, authUrl, apiUrl } as AuthDeps;
  const settings = { publicUrl: authUrl, requestsPerSecond: 1 } as Parameters<typeof authRoutes>[0]['settings'];
  return {
    auth: authRoutes({ deps, files: { fixed: [], find: async () => undefined }, settings }),
    api: apiRoutes(ports, { apiUrl, clientAddressOf: () => undefined as never }),
  };
};

/** The acts of a route whose method is of interest. A page with several forms declares each of them. */
export const actsOf = ({ path, methods }: Route, isWanted: (method: RouteMethod) => boolean = () => true): string[] =>
  Object.entries(methods).flatMap(([name, method]) => {
    if (!isWanted(method)) return [];
    const forms = typeof method.confirm === 'object' ? Object.keys(method.confirm) : [''];
    return forms.map((form) => `${name} ${path} ${form}`.trim());
  });

/** Such as `PATCH /applications/:id` and `POST /console/applications/:id/team invite`. */
export function toldActs(hosts: Pick<Hosts, 'ports' | 'authUrl' | 'apiUrl'>): string[] {
  const { auth, api } = declaredRoutes(hosts);
  return [...auth, ...api].flatMap((route) => actsOf(route, ({ audit }) => audit === 'change' || audit === 'look'));
}
