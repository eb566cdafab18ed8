// Logs every change that the registration API is asked for (case P6), and gives its handlers ports that record it
// (contract 61). It wraps the whole list of routes, so that none can be forgotten.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../core/operating/ports.ts';
import { type AuditAction, auditAction } from '../../core/server/audit/audit-actions.ts';
import { callerOf } from '../callers/access.ts';
import { type ChangeAsked, logChange } from '../log/logged-change.ts';
import type { ApiMethod, ApiRoute } from '../routes/route.ts';
import type { RegistrationDeps } from './registration-deps.ts';

const recording = new WeakMap<FastifyRequest, Ports>();

/** The ports that record the change that this request asks for. */
export function portsOf(request: FastifyRequest): Ports {
  const ports = recording.get(request);
  if (!ports) throw new Error('The route changes something that is not recorded.');
  return ports;
}

/** The route with all methods but GET logged and recorded. */
export function loggedRoute(deps: RegistrationDeps, route: ApiRoute): ApiRoute {
  const methods = Object.entries(route.methods).map(([name, method]) => [
    name,
    name === 'GET' ? method : loggedMethod(deps, auditAction(`${name} ${route.path}`), method),
  ]);
  return { ...route, methods: Object.fromEntries(methods) };
}

function loggedMethod(deps: RegistrationDeps, action: AuditAction, method: ApiMethod): ApiMethod {
  const { beforeBody, handle } = method;
  return {
    ...method,
    audit: 'change',
    ...(beforeBody && {
      beforeBody: async (request: FastifyRequest) => {
        try {
          return await beforeBody(request);
        } catch (error) {
          return logChange(deps, request, askedOf(action, request), () => Promise.reject(error));
        }
      },
    }),
    handle: (request: FastifyRequest, reply: FastifyReply) =>
      logChange(deps, request, askedOf(action, request), (ports) => {
        recording.set(request, ports);
        return handle(request, reply);
      }),
  };
}

function askedOf(action: AuditAction, request: FastifyRequest): ChangeAsked {
  const { accountId, role, tokenId } = callerOf(request);
  const { id, ...others } = request.params as Readonly<Record<string, string>>;
  return {
    event: 'application-change',
    action,
    account: accountId,
    role,
    apiToken: tokenId,
    application: id,
    entry: Object.values(others).at(-1),
  };
}
