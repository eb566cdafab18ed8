// The dependencies of the registration API's routes; `compose/server.ts` provides them.
import type { FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../core/ground/limits/client-address.ts';
import type { Ports } from '../../core/operating/ports.ts';

export type RegistrationDeps = {
  ports: Pick<
    Ports,
    | 'applications'
    | 'clientSecrets'
    | 'members'
    | 'invitations'
    | 'connections'
    | 'events'
    | 'accounts'
    | 'statistics'
    | 'logos'
    | 'clock'
    | 'secrets'
    | 'signInLimits'
    | 'rules'
    | 'publish'
    | 'issuer'
    | 'serviceName'
    | 'recording'
    | 'audit'
  >;
  /** Client address of a request, as rate limits count it. */
  clientAddressOf: (request: FastifyRequest) => ClientAddress;
  /** Public URL of the API host. `Location` and `Link` start with it. */
  apiUrl: string;
};
