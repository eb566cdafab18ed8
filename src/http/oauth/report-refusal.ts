// Tells the operator's log and the owner's statistics of a refused request at an endpoint that applications call.
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../core/applications/client-secrets/authenticate-client.ts';
import { keptValue } from '../../core/applications/failed-requests/kept-value.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { OAuthError } from '../../protocol/errors.ts';
import type { RefusalCode } from '../../protocol/refusals/refusals.ts';
import { logEvent, type SecurityEvent } from '../log/security-event.ts';
import { formOf } from '../wire/request-parts.ts';

/** What a device that polls is told of the person's answer, or for want of one. */
const EXPECTED: readonly RefusalCode[] = ['device-code-pending', 'device-polls-too-often', 'device-code-denied'];

/**
 * A replayed code or refresh token is a sign of theft: the operator's log shows which, and whose (case P6). The owner
 * sees in the statistics how often each refusal occurred.
 * @returns passes the error on
 */
export const reportRefusal =
  ({ publish }: Pick<Ports, 'publish'>, request: FastifyRequest, client: AuthenticatedClient, event: SecurityEvent) =>
  (error: unknown): never => {
    if (error instanceof OAuthError && !EXPECTED.includes(error.refusal)) {
      const { id } = client.application;
      const { refusal } = error;
      const of = { applicationId: id, redirectUri: undefined, apiKey: client.platform.apiKey };
      publish({ kind: 'request-refused', ...of, refusal, value: keptValue(refusal, formOf(request)) });
      const why = { refusal, ...(error.detail && { detail: error.detail }) };
      logEvent(request, event, error.code, { application: id, ...why });
    }
    throw error;
  };
