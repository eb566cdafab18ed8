// POST /oauth/par (RFC 9126, contract 42): an application hands its authorization request over before the browser
// comes, and gets a reference that the browser carries in its place. Only where the operator turned it on.
import { pushRequest } from '../../core/authorize/push-request.ts';
import type { AuthenticatedClient } from '../../core/client-secrets/authenticate-client.ts';
import type { Ports } from '../../core/ports.ts';
import { type ClientAuthDeps, CREDENTIALS, PUSH_PATH, readClientRequest } from '../callers/client-auth.ts';
import type { ClientLimits } from '../callers/client-limits.ts';
import { allowOriginOf } from '../callers/cors.ts';
import { type DpopDeps, readProof, renewNonce } from '../callers/dpop.ts';
import { createRateLimiter } from '../callers/rate-limit.ts';
import type { Route } from '../routes/route.ts';
import { NO_STORE } from './no-store.ts';
import { reportRefusal } from './report-refusal.ts';

export type PushDeps = ClientAuthDeps & DpopDeps & Pick<Ports, 'members' | 'signingKeys' | 'pushedRequests'>;

/** Anybody may push with a public key, and each push is stored. */
const PUBLIC_PUSHES = { requestsPerSecond: 10, requestBurst: 10 };

const REQUEST = { path: PUSH_PATH, parameters: [], begin: () => undefined };

export function pushRoutes(deps: PushDeps, limits: ClientLimits): Route[] {
  if (!deps.rules.pushedRequests) return [];
  const publicPushes = createRateLimiter(deps.clock, PUBLIC_PUSHES);
  const uri = `${deps.issuer}${PUSH_PATH}`;
  return [
    {
      path: PUSH_PATH,
      errors: 'oauth',
      cors: 'registered',
      methods: {
        POST: {
          access: 'client',
          body: 'form',
          handle: async (request, reply) => {
            renewNonce(deps, request, reply);
            const { client, body } = await readClientRequest(deps, limits, REQUEST, request, reply);
            if (!client.isProven) publicPushes.take(`${client.platform.apiKey} ${limits.networkOf(request)}`);
            const push = async (by: AuthenticatedClient) => {
              const proof = await readProof(deps, request, { uri });
              return pushRequest(deps, { client: by, parameters: body.without(CREDENTIALS), proof });
            };
            const pushed = await push(client).catch(reportRefusal(deps, request, client, 'push-refused'));
            allowOriginOf(client.application, request, reply);
            return reply
              .code(201)
              .headers(NO_STORE)
              .type('application/json')
              .send(JSON.stringify({ request_uri: pushed.requestUri, expires_in: pushed.expiresIn }));
          },
        },
      },
    },
  ];
}
