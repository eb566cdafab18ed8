// POST /oauth/par (RFC 9126, contract 42): an application hands its authorization request over before the browser
// comes, and gets a reference that the browser carries in its place. Only where the operator turned it on.

import type { AuthenticatedClient } from '../../core/applications/client-secrets/authenticate-client.ts';
import { pushRequest } from '../../core/grants/authorize/push-request.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { type ClientAuthDeps, CREDENTIALS, readClientRequest } from '../callers/client-auth.ts';
import type { ClientPath } from '../callers/client-endpoints.ts';
import type { ClientLimits } from '../callers/client-limits.ts';
import { allowOriginOf } from '../callers/cors.ts';
import { type DpopDeps, readProof, renewNonce } from '../callers/dpop.ts';
import type { Route } from '../routes/route.ts';
import { clientRoute, sendAnswer } from './client-route.ts';
import { reportRefusal } from './report-refusal.ts';

export type PushDeps = ClientAuthDeps & DpopDeps & Pick<Ports, 'members' | 'signingKeys' | 'pushedRequests' | 'apiUrl'>;

const PATH: ClientPath = '/oauth/par';
const REQUEST = { path: PATH, parameters: [], begin: () => undefined };

export function pushRoutes(deps: PushDeps, limits: ClientLimits): Route[] {
  if (!deps.rules.pushedRequests) return [];
  const uri = `${deps.issuer}${PATH}`;
  return [
    clientRoute(PATH, async (request, reply) => {
      renewNonce(deps, request, reply);
      const { client, body } = await readClientRequest(deps, limits, REQUEST, request, reply);
      const push = async (by: AuthenticatedClient) => {
        const proof = await readProof(deps, request, { uri });
        return pushRequest(deps, { client: by, parameters: body.without(CREDENTIALS), proof });
      };
      const pushed = await push(client).catch(reportRefusal(deps, request, client, 'push-refused'));
      allowOriginOf(client.application, request, reply);
      return sendAnswer(reply.code(201), { request_uri: pushed.requestUri, expires_in: pushed.expiresIn });
    }),
  ];
}
