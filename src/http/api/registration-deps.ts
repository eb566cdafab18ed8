// What the routes of the registration API are built from; `compose/server.ts` puts it together once.
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
  /** Public origin of the API host: what `Location` and `Link` start with. */
  apiUrl: string;
};
