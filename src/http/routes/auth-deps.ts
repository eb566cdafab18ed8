// Dependencies of the auth host's routes; `compose/server.ts` builds them once.
import type { FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../core/ground/limits/client-address.ts';
import type { ProxyFacts } from '../../core/operating/doctor/examine-proxy.ts';
import type { Doctor } from '../../core/operating/doctor/latest-report.ts';
import type { Build } from '../../core/operating/operators/server-state.ts';
import type { Ports } from '../../core/operating/ports.ts';
import type { AssetPaths, Brand } from '../../views/page/brand.ts';
import type { LogRateLimit } from './log-rate-limit.ts';

export type AuthDeps = {
  ports: Ports;
  /** Public origin of this host, the issuer. */
  authUrl: string;
  /** Public origin of the API host. */
  apiUrl: string;
  /** Client address of a request, as rate limits count it (`http/callers/client-address.ts`). */
  clientAddressOf: (request: FastifyRequest) => ClientAddress;
  /** What a request shows of the reverse proxy before the server. */
  proxyFactsOf: (request: FastifyRequest) => ProxyFacts;
  /** What `latchkey doctor` says. */
  doctor: Doctor;
  /** Which program this is. */
  build: Build;
  /** Limits log lines about refused authorization requests. */
  refusals: LogRateLimit;
  brand: Brand;
  assets: AssetPaths;
};

/** HEAD returns the status and headers of GET, without its effects (contract 9). */
export const isHead = ({ method }: FastifyRequest): boolean => method === 'HEAD';

/** Dependencies for answering an authorization or logout request: a HEAD request publishes nothing. */
export const depsFor = (deps: AuthDeps, request: FastifyRequest): AuthDeps =>
  isHead(request) ? { ...deps, ports: { ...deps.ports, publish: () => undefined } } : deps;
