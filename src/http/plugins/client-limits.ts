// How often an application may call the token, revocation and introspection endpoints, counted together (contract 10): per application once its secret is proven; per key
// and network while it is public, so that nobody can use up another's share; failed proofs per network.
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../core/applications/authenticate-client.ts';
import type { Clock } from '../../core/clock.ts';
import { OAuthError } from '../../protocol/errors.ts';
import { createRateLimiter, type Rate } from './rate-limit.ts';

export type ClientLimitSettings = Rate;

export type ClientLimits = {
  /** @throws 429 while the network has failed too often to be looked at. */
  refuseAfterFailures(request: FastifyRequest): void;
  /** @throws 429 */
  count(request: FastifyRequest, client: AuthenticatedClient): void;
  /** Counts a failed proof; anything else that went wrong is no failure of the client's. */
  countFailure(request: FastifyRequest, error: unknown): void;
};

/** @param networkOf names the network a request counts for. */
export function createClientLimits(
  clock: Clock,
  settings: ClientLimitSettings,
  networkOf: (request: FastifyRequest) => string,
): ClientLimits {
  const calls = createRateLimiter(clock, settings);
  const failures = createRateLimiter(clock, settings);
  return {
    refuseAfterFailures: (request) => failures.check(networkOf(request)),
    count: (request, client) =>
      calls.take(client.provenBySecret ? client.application.id : `${client.platform.apiKey} ${networkOf(request)}`),
    countFailure: (request, error) => {
      if (error instanceof OAuthError && error.code === 'invalid_client') failures.take(networkOf(request));
    },
  };
}
