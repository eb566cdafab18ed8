// What happened to accounts, for the log: who, what, with which result (case P6). Pino adds when and the request id. Never
// a secret, and never an address of mail: an account is named by its id.
import type { FastifyRequest } from 'fastify';

export type SecurityEvent =
  | 'sign-in'
  | 'consent'
  | 'token-refused'
  | 'client-refused'
  | 'token-revoked'
  | 'sign-up'
  | 'sign-out'
  | 'account-choice'
  | 'form-refused'
  | 'setup'
  | 'password-change'
  | 'password-by-link'
  | 'profile-change'
  | 'username-change'
  | 'session-end'
  | 'consent-change'
  | 'disconnect'
  | 'confirmation'
  | 'ownership-taken'
  | 'application-change'
  | 'api-token-change'
  | 'try-it';

export type EventDetails = {
  /** What was done, from a closed list. */
  action?: string;
  account?: string;
  application?: string;
  session?: string;
  /** The id of the API token that was presented. */
  apiToken?: string;
  /** The id of what in the application, or of which API token. */
  entry?: string;
  /** That was given to a member. */
  role?: string;
  /** Its code. `code` by itself is never logged: it might be one that opens something. */
  refusal?: string;
  /** An `OAuthError`'s private half. */
  detail?: string;
};

/** @param more ids and words of ours only */
export function logEvent(request: FastifyRequest, event: SecurityEvent, result: string, more: EventDetails = {}): void {
  request.log.info({ event, result, ...more }, event);
}
