// Logs every change that the registration API is asked for (case P6). It wraps the whole list of routes, so that none
// can be forgotten.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../callers/access.ts';
import { type ChangeAsked, logChange } from '../log/logged-change.ts';
import type { Route, RouteMethod } from '../routes/route.ts';

/** The route with all methods but GET logged. */
export function loggedRoute(route: Route): Route {
  const methods = Object.entries(route.methods).map(([name, method]) => [
    name,
    name === 'GET' ? method : loggedMethod(`${name} ${route.path}`, method),
  ]);
  return { ...route, methods: Object.fromEntries(methods) };
}

function loggedMethod(action: string, method: RouteMethod): RouteMethod {
  const { beforeBody, handle } = method;
  return {
    ...method,
    ...(beforeBody && {
      beforeBody: async (request: FastifyRequest) => {
        try {
          return await beforeBody(request);
        } catch (error) {
          return logChange(request, askedOf(action, request), () => Promise.reject(error));
        }
      },
    }),
    handle: (request: FastifyRequest, reply: FastifyReply) =>
      logChange(request, askedOf(action, request), () => handle(request, reply)),
  };
}

function askedOf(action: string, request: FastifyRequest): ChangeAsked {
  const { accountId, tokenId } = callerOf(request);
  const { id, ...others } = request.params as Readonly<Record<string, string>>;
  return {
    event: 'application-change',
    action,
    account: accountId,
    apiToken: tokenId,
    application: id,
    entry: Object.values(others).at(-1),
  };
}
