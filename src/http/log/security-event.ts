// What happened to accounts, for the log: who, what, with which result (case P6). Pino adds when and the request id.
// Never a secret, and never an address of mail: an account is named by its id. Where it came from is a network, as the
// limits count it, and never the address of one person's device.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../core/limits/client-address.ts';

type ClientAddressOf = (request: FastifyRequest) => ClientAddress;

declare module 'fastify' {
  interface FastifyInstance {
    clientAddressOf: ClientAddressOf;
  }
}

/** Lets every event of this host tell where it came from. */
export function tellWhence(app: FastifyInstance, clientAddressOf: ClientAddressOf): void {
  app.decorate('clientAddressOf', clientAddressOf);
}

export type SecurityEvent =
  | 'sign-in'
  | 'consent'
  | 'authorization-refused'
  | 'token-refused'
  | 'client-refused'
  | 'token-revoked'
  | 'sign-up'
  | 'sign-out'
  | 'account-choice'
  | 'form-refused'
  | 'setup'
  | 'email-change'
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
  /** How many such events the line stands for. */
  times?: number;
};

/** @param more ids and words of ours only */
export function logEvent(request: FastifyRequest, event: SecurityEvent, result: string, more: EventDetails = {}): void {
  const from = request.server.clientAddressOf(request).network;
  request.log.info({ event, result, from, ...more }, event);
}
