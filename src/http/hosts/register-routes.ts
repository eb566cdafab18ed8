// Registers declared routes: the router gets the declared methods, and HEAD with GET. The host itself answers OPTIONS
// with the allowed methods and all others with 405 (contract 9, `declared-routes.ts`).
import { METHODS } from 'node:http';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { factsOfRoute, type RouteFacts } from '../routes/declared-routes.ts';
import { type Access, checkRoute, type Guard, type Guards, type Route, type RouteMethod } from '../routes/route.ts';
import { beforeBody, mostBytes } from '../wire/bodies.ts';
import { readFileForms } from '../wire/file-forms.ts';
import { handOver } from '../wire/plain-replies.ts';
import { refuseUnknownQuery } from '../wire/unknown-query.ts';

declare module 'fastify' {
  /** Facts of the declared route; absent if no route matched the request. */
  interface FastifyContextConfig extends Partial<RouteFacts> {
    body?: RouteMethod['body'];
    scope?: RouteMethod['scope'];
    query?: RouteMethod['query'];
  }
}

type Options = { guards: Guards };

/** Fastify also parses bodies of some other methods; here only these three ever have one. */
export function declareMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    if (!hasBody) app.addHttpMethod(method, { hasBody, overrideExisting: true });
  }
}

/** @throws Error when the declaration is incomplete, or the host has no guard for an access that needs one */
export function registerRoute(app: FastifyInstance, route: Route, options: Options): void {
  checkRoute(route);
  const fileForm = Object.values(route.methods)
    .map(({ body }) => body)
    .find((body) => body === 'form-or-file' || body === 'form-or-picture');
  if (fileForm) {
    // Files are parsed only within the scope of such a route.
    app.register(async (scope) => {
      await readFileForms(scope, fileForm);
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
      config: { ...config, body: method.body, scope: method.scope, query: method.query },
      ...guardOf(route, method, options.guards),
      ...beforeBody(name, method),
      bodyLimit: mostBytes(method),
    };
    const handler: RouteMethod['handle'] = (request, reply) => handOver(reply, handle(method, request, reply));
    app.route({ ...shared, method: name, handler });
    if (name === 'GET') app.route({ ...shared, method: 'HEAD', handler, onSend: sayLengthOfNothing });
  }
}

/** As Fastify says it in the answer to GET. Without a length, a connection of HTTP/1.0 is closed. */
const sayLengthOfNothing: onSendHookHandler = (_request, reply, payload, done) => {
  const isRedirect = reply.statusCode >= 300 && reply.statusCode < 304;
  if (isRedirect && (payload === undefined || payload === null)) reply.header('content-length', '0');
  done(null, payload);
};

/** A condition of `If-Match` is checked before the query, by whoever checks it (`requireTag`). */
function handle(method: RouteMethod, ...[request, reply]: Parameters<RouteMethod['handle']>): unknown {
  if (method.query && request.headers['if-match'] === undefined) refuseUnknownQuery(request);
  return method.handle(request, reply);
}

/**
 * Accesses without a guard: the credentials of `client` and `bearer` may be in the body, so the handler checks them.
 */
const WITHOUT_GUARD: readonly Access[] = ['public', 'client', 'bearer'];

function guardOf(route: Route, { access }: RouteMethod, guards: Guards): { onRequest?: Guard } {
  const guard = guards[access];
  if (guard) return { onRequest: guard };
  if (WITHOUT_GUARD.includes(access)) return {};
  throw new Error(`The route ${route.path} is for ${access}, and this host has no guard for that.`);
}
