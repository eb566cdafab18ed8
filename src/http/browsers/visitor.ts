// Who enters a password, as rate limits count it (contract 10): the client address and the device.
import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../../core/passwords/verify-password.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { browserOf } from './browser-session.ts';

export function visitorOf(deps: AuthDeps, request: FastifyRequest): Visitor {
  const { device } = browserOf(deps, request);
  return {
    ...deps.clientAddressOf(request),
    deviceId: device.id,
    knowsAccount: (accountId) => device.knows(accountId),
  };
}
