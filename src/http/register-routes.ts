// Registers declared routes, each for every method Node knows: the declared ones run, HEAD follows GET, OPTIONS tells
// what is allowed, all others are 405 (contract 9).
import { METHODS } from 'node:http';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Ports } from '../core/ports.ts';
import { methodNotAllowed } from './http-error.ts';
import { beforeBody, mostBytes } from './plugins/bodies.ts';
import { answerOptions } from './plugins/cors.ts';
import { type Access, allowedMethods, checkRoute, type ErrorShape, type Route, type RouteMethod } from './route.ts';

/** Checks who calls, before anything else is looked at, and refuses by `done(error)`. */
export type Guard = onRequestHookHandler;
export type Guards = { readonly [A in Access]?: Guard };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the declared route; undefined where no route took the request. */
    route?: string;
    errors?: ErrorShape;
    cors?: Route['cors'];
    body?: RouteMethod['body'];
    mayHaveExtension?: boolean;
  }
}

type Options = { guards: Guards; ports: Pick<Ports, 'applications'> };

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
  const allowed = allowedMethods(route);
  const { errors, cors, mayHaveExtension } = route;
  const config = { route: route.path, errors, cors, mayHaveExtension: mayHaveExtension === true };
  for (const [name, method] of Object.entries(route.methods)) {
    const shared = {
      url: route.path,
      config: { ...config, body: method.body },
      ...guardOf(route, method, options.guards),
      ...beforeBody(name, method),
      bodyLimit: mostBytes(method.body),
    };
    app.route({ ...shared, method: name, handler: (request, reply) => method.handle(request, reply) });
    if (name === 'GET') app.route({ ...shared, method: 'HEAD', handler: headHandler(route, method) });
  }
  app.route({
    url: route.path,
    method: 'OPTIONS',
    config,
    handler: (request, reply) => answerOptions(options.ports, { cors, allowed }, request, reply),
  });
  const refused = METHODS.filter((method) => !allowed.includes(method));
  const refuse: onRequestHookHandler = (_request, _reply, done) => done(methodNotAllowed(allowed));
  // The handler is never reached: the refusal comes before any body is read.
  app.route({
    url: route.path,
    method: refused,
    config,
    onRequest: refuse,
    handler: (_request, reply) => reply.send(),
  });
}

const headHandler = (route: Route, method: RouteMethod): RouteMethod['handle'] =>
  route.headRunsHandler === false
    ? (_request, reply) => reply.send()
    : (request, reply) => method.handle(request, reply);

/** Accesses whose proof may stand in the body, and are therefore the handler's to check. */
const WITHOUT_GUARD: readonly Access[] = ['public', 'client', 'bearer'];

function guardOf(route: Route, { access }: RouteMethod, guards: Guards): { onRequest?: Guard } {
  const guard = guards[access];
  if (guard) return { onRequest: guard };
  if (WITHOUT_GUARD.includes(access)) return {};
  throw new Error(`The route ${route.path} is for ${access}, and this host has no guard for that.`);
}
