// POST /oauth/device-authorization (RFC 8628 3.1, 3.2; contract 43): a device without a browser asks for its codes.
import { issueDeviceCode } from '../../core/grants/device-codes/issue-device-code.ts';
import { showUserCode } from '../../core/grants/device-codes/user-code.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { type ClientAuthDeps, readClientRequest } from '../callers/client-auth.ts';
import type { ClientPath } from '../callers/client-endpoints.ts';
import type { ClientLimits } from '../callers/client-limits.ts';
import { allowOriginOf } from '../callers/cors.ts';
import { logEvent } from '../log/security-event.ts';
import type { Route } from '../routes/route.ts';
import { clientRoute, sendAnswer } from './client-route.ts';
import { reportRefusal } from './report-refusal.ts';

export type DeviceAuthorizationDeps = ClientAuthDeps & Pick<Ports, 'deviceCodes' | 'secrets'>;

const PATH: ClientPath = '/oauth/device-authorization';
/** The page where the code is typed. */
export const DEVICE_PATH = '/device';

const REQUEST = { path: PATH, parameters: ['scope'], begin: () => undefined };

export function deviceAuthorizationRoutes(deps: DeviceAuthorizationDeps, limits: ClientLimits): Route[] {
  const verificationUri = `${deps.issuer}${DEVICE_PATH}`;
  return [
    clientRoute(PATH, async (request, reply) => {
      const { client, body } = await readClientRequest(deps, limits, REQUEST, request, reply);
      const { application } = client;
      const scope = body.get('scope');
      const issued = await issueDeviceCode(deps, { client, scope }).catch(
        reportRefusal(deps, request, client, 'device-refused'),
      );
      logEvent(request, 'device-code', 'issued', { application: application.id });
      allowOriginOf(application, request, reply);
      const userCode = showUserCode(issued.userCode);
      return sendAnswer(reply, {
        device_code: issued.deviceCode,
        user_code: userCode,
        verification_uri: verificationUri,
        verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
        expires_in: issued.expiresIn,
        interval: issued.interval,
      });
    }),
  ];
}
