// What the routes of the auth host are built from; `compose/server.ts` puts it together once.
import type { FastifyRequest } from 'fastify';
import type { ProxyFacts } from '../../core/doctor/examine-proxy.ts';
import type { ClientAddress } from '../../core/limits/client-address.ts';
import type { Ports } from '../../core/ports.ts';
import type { AssetPaths, Brand } from '../../views/parts/page.ts';
import type { LogRateLimit } from '../log/log-rate-limit.ts';

export type AuthDeps = {
  ports: Ports;
  /** Public origin of this host, the issuer. */
  authUrl: string;
  /** Public origin of the API host. */
  apiUrl: string;
  /** Where a request comes from, as the limits count it (`http/callers/client-address.ts`). */
  clientAddressOf: (request: FastifyRequest) => ClientAddress;
  /** What a request shows of the proxy before the server. */
  proxyFactsOf: (request: FastifyRequest) => ProxyFacts;
  /** How often a refused authorization request is a line of the log. */
  refusals: LogRateLimit;
  brand: Brand;
  assets: AssetPaths;
};

/** HEAD asks for status and headers of GET, and does nothing (contract 9). */
export const isLook = ({ method }: FastifyRequest): boolean => method === 'HEAD';

/** What an authorization request is answered with: whoever only looks is not counted. */
export const depsFor = (deps: AuthDeps, request: FastifyRequest): AuthDeps =>
  isLook(request)
    ? { ...deps, ports: { ...deps.ports, counters: { ...deps.ports.counters, count: () => undefined } } }
    : deps;
