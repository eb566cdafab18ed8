// Registers declared routes: the declared methods run, HEAD follows GET. Other methods are not the router's: the host
// answers OPTIONS with what is allowed and the rest with 405 (contract 9, `declared-routes.ts`).
import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { factsOfRoute, type RouteFacts } from '../routes/declared-routes.ts';
import { type Access, checkRoute, type Guard, type Guards, type Route, type RouteMethod } from '../routes/route.ts';
import { beforeBody, mostBytes } from '../wire/bodies.ts';
import { readFileForms } from '../wire/file-forms.ts';
import { handOver } from '../wire/plain-replies.ts';

declare module 'fastify' {
  /** Of the declared route; nothing of it where no route took the request. */
  interface FastifyContextConfig extends Partial<RouteFacts> {
    body?: RouteMethod['body'];
  }
}

type Options = { guards: Guards };

/** Fastify parses bodies of some methods itself; here only these three ever have one. */
export function declareMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    if (!hasBody) app.addHttpMethod(method, { hasBody, overrideExisting: true });
  }
}

/** @throws Error when the declaration is not whole, or no guard was given for an access that needs one. */
export function registerRoute(app: FastifyInstance, route: Route, options: Options): void {
  checkRoute(route);
  const takesFile = Object.values(route.methods).some(({ body }) => body === 'form-or-file');
  if (takesFile) {
    // Files are read within the scope of such a route only.
    app.register(async (scope) => {
      await readFileForms(scope);
      declareRoute(scope, route, options);
    });
  } else {
    declareRoute(app, route, options);
  }
}

function declareRoute(app: FastifyInstance, route: Route, options: Options): void {
  const config = factsOfRoute(route);
  for (const [name, method] of Object.entries(route.methods)) {
    const shared = {
      url: route.path,
      config: { ...config, body: method.body },
      ...guardOf(route, method, options.guards),
      ...beforeBody(name, method),
      bodyLimit: mostBytes(method.body),
    };
    const handler: RouteMethod['handle'] = (request, reply) => handOver(reply, method.handle(request, reply));
    app.route({ ...shared, method: name === 'GET' ? ['GET', 'HEAD'] : name, handler });
  }
}

/** Accesses whose proof may stand in the body, and are therefore the handler's to check. */
const WITHOUT_GUARD: readonly Access[] = ['public', 'client', 'bearer'];

function guardOf(route: Route, { access }: RouteMethod, guards: Guards): { onRequest?: Guard } {
  const guard = guards[access];
  if (guard) return { onRequest: guard };
  if (WITHOUT_GUARD.includes(access)) return {};
  throw new Error(`The route ${route.path} is for ${access}, and this host has no guard for that.`);
}
