// The API host (contract 1): user information and the registration API. Every route except OPTIONS needs a token.
// Cookies are never read and never set.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../core/ground/limits/client-address.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { apiRoutes } from '../api/api-routes.ts';
import { apiTokenGuards } from '../callers/access.ts';
import { createRateLimiter, type Rate } from '../callers/rate-limit.ts';
import type { FinishedListener } from '../log/request-log.ts';
import type { LoadGate } from '../overload/load-gate.ts';
import { buildHost, type HostSettings } from './host.ts';

export type ApiHostOptions = {
  ports: Ports;
  settings: HostSettings & Rate;
  logger: FastifyBaseLogger;
  clientAddressOf: (request: FastifyRequest) => ClientAddress;
  onFinished?: FinishedListener;
  gate?: LoadGate;
};

export function buildApiHost(options: ApiHostOptions): FastifyInstance {
  const { ports, settings, logger, clientAddressOf, onFinished, gate } = options;
  return buildHost({
    name: 'api',
    routes: apiRoutes(ports, { apiUrl: settings.publicUrl, clientAddressOf }),
    settings,
    logger,
    ports,
    clientAddressOf,
    guards: apiTokenGuards(ports, createRateLimiter(ports.clock, settings)),
    ...(onFinished && { onFinished }),
    ...(gate && { gate }),
  });
}
