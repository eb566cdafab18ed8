// What happened to accounts, for the log: who, what, with which result (case P6). Pino adds when and the request id. Never
// a secret, and never an address of mail: an account is named by its id.
import type { FastifyRequest } from 'fastify';

export type SecurityEvent =
  | 'sign-in'
  | 'consent'
  | 'token-refused'
  | 'token-revoked'
  | 'sign-up'
  | 'sign-out'
  | 'account-choice'
  | 'form-refused'
  | 'setup'
  | 'password-change'
  | 'password-by-link'
  | 'profile-change'
  | 'session-end'
  | 'consent-change'
  | 'disconnect'
  | 'password-again'
  | 'ownership-taken'
  | 'application-change'
  | 'api-token-change'
  | 'try-it';

/** @param more `account`, `application`, `session`: ids only; `detail`: an `OAuthError`'s private half. */
export function logEvent(
  request: FastifyRequest,
  event: SecurityEvent,
  result: string,
  more: { account?: string; application?: string; session?: string; detail?: string } = {},
): void {
  request.log.info({ event, result, ...more }, event);
}
