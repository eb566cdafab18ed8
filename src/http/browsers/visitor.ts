// Who acts: as rate limits count it (contract 10), by client address and device; and as mails describe it.
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../core/ground/accounts/account.ts';
import type { ActedFrom } from '../../core/server/mail/write-mail.ts';
import type { Visitor } from '../../core/sign-in/passwords/verify-password.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { browserOf } from './browser-session.ts';
import { languageOf } from './language.ts';

export function visitorOf(deps: AuthDeps, request: FastifyRequest): Visitor {
  const { device } = browserOf(deps, request);
  return {
    ...deps.clientAddressOf(request),
    deviceId: device.id,
    knowsAccount: (account) => device.knows(account),
  };
}

/** @param account that is signed in: it may have a language */
export const actedFrom = (
  deps: Pick<AuthDeps, 'authUrl' | 'clientAddressOf'>,
  request: FastifyRequest,
  account?: Pick<Account, 'profile'>,
): ActedFrom => ({
  site: deps.clientAddressOf(request).site,
  userAgent: request.headers['user-agent'] ?? '',
  language: languageOf(deps.authUrl, request, account?.profile.locale),
});
