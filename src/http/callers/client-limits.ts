// Limits how often an application may call the endpoints at which it authenticates, counted together (contract 10): for
// each application once its secret is proven, and for a client with a document once it presents a live code with its
// verifier or a live refresh token; for each key and network otherwise, so that nobody can use up another's limit. What
// a public key stores has a lower limit besides, for each endpoint. Failed authentication is counted for each network
// and checked only after a failure, so that a neighbour's failures lock out no valid client.
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../core/applications/client-secrets/authenticate-client.ts';
import type { Clock } from '../../core/ground/clock.ts';
import { OAuthError } from '../../protocol/errors.ts';
import { CLIENT_ENDPOINTS, type ClientPath } from './client-endpoints.ts';
import { createRateLimiter, type Rate } from './rate-limit.ts';

export type ClientLimitSettings = Rate;

/** Anybody may call with a public key, and the database keeps what they ask for until it is over. */
const STORED_BY_PUBLIC_KEYS: Rate = { requestsPerSecond: 10, requestBurst: 10 };

export type ClientLimits = {
  /** The network a request counts for. */
  networkOf(request: FastifyRequest): string;
  /** Whether the network has failed too often recently. Its valid credentials are accepted all the same. */
  isFailing(network: string): boolean;
  /** @param call `possesses`: it presents what only the client can have @throws 429 */
  count(network: string, client: AuthenticatedClient, call: { path: ClientPath; possesses: boolean }): void;
  /** An API of the operator, whose secret is proven. @throws 429 */
  countApi(apiId: string): void;
  /** Counts failed client authentication, and ignores any other error. @throws 429 past the limit */
  countFailure(network: string, error: unknown): void;
};

/** @param networkOf the network a request counts for */
export function createClientLimits(
  clock: Clock,
  settings: ClientLimitSettings,
  networkOf: (request: FastifyRequest) => string,
): ClientLimits {
  const calls = createRateLimiter(clock, settings);
  const failures = createRateLimiter(clock, settings);
  const stored = createRateLimiter(clock, STORED_BY_PUBLIC_KEYS);
  return {
    networkOf,
    isFailing: (network) => !failures.has(network),
    count: (network, { isProven, application, platform }, { path, possesses }) => {
      const publicKey = `${platform.apiKey} ${network}`;
      calls.take(isProven || possesses ? application.id : publicKey);
      if (!isProven && CLIENT_ENDPOINTS[path].stores) stored.take(`${path} ${publicKey}`);
    },
    countApi: (apiId) => calls.take(apiId),
    countFailure: (network, error) => {
      if (error instanceof OAuthError && error.code === 'invalid_client') failures.take(network);
    },
  };
}
