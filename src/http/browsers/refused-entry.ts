// Records who was not let in to a page of the console (contract 61). It wraps the whole list of routes, so that no page
// can forget it.
import type { Ports } from '../../core/operating/ports.ts';
import { HttpError } from '../errors/http-error.ts';
import { recordRefusedEntry } from '../log/recorded-refusal.ts';
import type { Route, RouteMethod } from '../routes/route.ts';
import type { BrowserDeps } from './browser-session.ts';
import { getSignedIn } from './session-guard.ts';

type Deps = BrowserDeps & { ports: Pick<Ports, 'audit' | 'clock'> };

/** The route with a refusal by the role of whoever is signed in recorded. */
export function withRefusedEntries(deps: Deps, route: Route): Route {
  const methods = Object.entries(route.methods).map(([name, method]) => [
    name,
    method.access === 'session' ? recordingMethod(deps, method) : method,
  ]);
  return { ...route, methods: Object.fromEntries(methods) };
}

const recordingMethod = (deps: Deps, method: RouteMethod): RouteMethod => ({
  ...method,
  handle: async (request, reply) => {
    try {
      return await method.handle(request, reply);
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) {
        const { id: accountId, role } = (await getSignedIn(deps, request)).account;
        await recordRefusedEntry(deps.ports, request, { role, accountId }, error);
      }
      throw error;
    }
  },
});
