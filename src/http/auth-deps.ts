// What the routes of the auth host are built from; `compose.ts` puts it together once.
import type { FastifyRequest } from 'fastify';
import type { ClientAddress } from '../core/accounts/client-address.ts';
import type { Ports } from '../core/ports.ts';
import type { AssetPaths, Brand } from '../views/page.ts';
import type { Seldom } from './seldom.ts';

export type AuthDeps = {
  ports: Ports;
  /** Public origin of this host, the issuer. */
  authUrl: string;
  /** Public origin of the API host. */
  apiUrl: string;
  /** Where a request comes from, as the limits count it (`plugins/client-address.ts`). */
  clientAddressOf: (request: FastifyRequest) => ClientAddress;
  /** How often a refused authorization request is a line of the log. */
  refusals: Seldom;
  brand: Brand;
  assets: AssetPaths;
};
