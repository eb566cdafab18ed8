// Who types a password, as the limits count it (contract 10): the client's address and the browser.
import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../core/accounts/verify-password.ts';
import { type BrowserDeps, browserOf } from './plugins/browser-session.ts';

export function visitorOf(deps: BrowserDeps, request: FastifyRequest): Visitor {
  const browser = browserOf(deps, request);
  return {
    address: request.ip,
    deviceId: browser.deviceId,
    knowsAccount: (accountId) => browser.knowsAccount(accountId),
  };
}
