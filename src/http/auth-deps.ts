// What the routes of the auth host are built from; `compose.ts` puts it together once.
import type { FastifyRequest } from 'fastify';
import type { Ports } from '../core/ports.ts';
import type { AssetPaths, Brand } from '../views/page.ts';

export type AuthDeps = {
  ports: Ports;
  /** Public origin of this host, the issuer. */
  authUrl: string;
  /** Public origin of the API host. */
  apiUrl: string;
  /** Names the network a request counts for (`plugins/client-address.ts`). */
  networkOf: (request: FastifyRequest) => string;
  brand: Brand;
  assets: AssetPaths;
};
