// Whose address each request counts under, and what it shows of the proxy before the server.
import type { FastifyRequest } from 'fastify';
import type { Tally } from '../core/ground/metrics/tally.ts';
import { isProxied, type ProxyFacts } from '../core/operating/doctor/examine-proxy.ts';
import { createArrival, createClientAddress } from '../http/callers/client-address.ts';
import type { Settings } from '../settings/config.ts';
import { isLoopbackHost } from '../settings/mail-settings.ts';

/** Counted for every request, so it is not an event. */
export const countedAddress = (tally: Tally, { trustProxy, authUrl }: Settings) =>
  createClientAddress(
    trustProxy,
    (source) => tally.count('clientAddresses', source),
    isLoopbackHost(new URL(authUrl).hostname),
  );

export function proxyFacts(settings: Settings): (request: FastifyRequest) => ProxyFacts {
  const arrivalOf = createArrival(settings.trustProxy);
  return (request) => ({
    trustProxy: settings.trustProxy,
    arrival: arrivalOf(request),
    isProxied: isProxied(settings),
  });
}
