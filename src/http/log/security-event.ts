// Logs security events: who did what, with which result (case P6). Pino adds the time and the request id. A line never
// contains a secret or an email address: accounts appear by id. The source is a network, as rate limits count it, never
// the address of one person's device.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../core/ground/limits/client-address.ts';

type ClientAddressOf = (request: FastifyRequest) => ClientAddress;

declare module 'fastify' {
  interface FastifyInstance {
    clientAddressOf: ClientAddressOf;
  }
}

/** Lets every event of this host name the network it came from. */
export function registerClientAddress(app: FastifyInstance, clientAddressOf: ClientAddressOf): void {
  app.decorate('clientAddressOf', clientAddressOf);
}

export type SecurityEvent =
  | 'sign-in'
  | 'consent'
  | 'authorization-refused'
  | 'token-refused'
  | 'push-refused'
  | 'device-code'
  | 'device-refused'
  | 'client-refused'
  | 'token-revoked'
  | 'sign-up'
  | 'sign-out'
  | 'account-choice'
  | 'form-refused'
  | 'setup'
  | 'email-change'
  | 'email-take-back'
  | 'email-verification'
  | 'password-forgotten'
  | 'password-change'
  | 'password-by-link'
  | 'profile-change'
  | 'username-change'
  | 'factor-change'
  | 'session-end'
  | 'account-deletion'
  | 'consent-change'
  | 'documents'
  | 'data-download'
  | 'disconnect'
  | 'confirmation'
  | 'ownership-taken'
  | 'application-change'
  | 'api-token-change'
  | 'policy-change'
  | 'account-change'
  | 'group-change'
  | 'api-change'
  | 'client-host-change'
  | 'test-mail'
  | 'try-it';

export type EventDetails = {
  /** What was done, from a closed list. */
  action?: string;
  account?: string;
  /** The account of somebody else that the event is about. */
  subject?: string;
  application?: string;
  session?: string;
  /** Id of the API token that was presented. */
  apiToken?: string;
  /** Id of the entry in the application, or of the API token, that the event is about. */
  entry?: string;
  /** Role given to a member. */
  role?: string;
  /** Refusal code. A member `code` is never logged: it could be an authorization code. */
  refusal?: string;
  /** Private detail of an `OAuthError`. */
  detail?: string;
  /** How many such events the line stands for. */
  times?: number;
};

/** @param more only ids and texts of this server, never text from the request */
export function logEvent(request: FastifyRequest, event: SecurityEvent, result: string, more: EventDetails = {}): void {
  const from = request.server.clientAddressOf(request).network;
  request.log.info({ event, result, from, ...more }, event);
}
