// Tells of a refused request of an application that has authenticated: in the log, and in its statistics.
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../core/client-secrets/authenticate-client.ts';
import { keptValue } from '../../core/failed-requests/kept-value.ts';
import type { Ports } from '../../core/ports.ts';
import { OAuthError } from '../../protocol/errors.ts';
import { logEvent, type SecurityEvent } from '../log/security-event.ts';
import { formOf } from '../wire/request-parts.ts';

/**
 * A replayed code or refresh token is a sign of theft: the operator's log shows which, and whose (case P6). The owner
 * sees in the statistics how often each refusal occurred.
 * @throws the error
 */
export const reportRefusal =
  (deps: Pick<Ports, 'publish'>, request: FastifyRequest, event: SecurityEvent, client: AuthenticatedClient) =>
  (error: unknown): never => {
    if (error instanceof OAuthError) {
      const { id } = client.application;
      const { refusal } = error;
      const of = { applicationId: id, redirectUri: undefined, apiKey: client.platform.apiKey };
      deps.publish({ kind: 'request-refused', ...of, refusal, value: keptValue(refusal, formOf(request)) });
      const why = { refusal, ...(error.detail && { detail: error.detail }) };
      logEvent(request, event, error.code, { application: id, ...why });
    }
    throw error;
  };
