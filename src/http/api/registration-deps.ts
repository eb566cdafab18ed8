// The dependencies of the registration API's routes; `compose/server.ts` provides them.
import type { Ports } from '../../core/ports.ts';

export type RegistrationDeps = {
  ports: Pick<
    Ports,
    | 'applications'
    | 'clientSecrets'
    | 'members'
    | 'invitations'
    | 'connections'
    | 'accounts'
    | 'statistics'
    | 'logos'
    | 'clock'
    | 'secrets'
    | 'issuer'
    | 'serviceName'
  >;
  /** Public URL of the API host. `Location` and `Link` start with it. */
  apiUrl: string;
};
