// POST /oauth/revocation (RFC 7009, contract 7): an application ends a token it holds.

import { revokeResourceToken } from '../../core/applications/apis/read-resource-token.ts';
import type { Application } from '../../core/applications/applications/application.ts';
import { revokeToken } from '../../core/grants/tokens/revoke-token.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { type ClientAuthDeps, readClientRequest } from '../callers/client-auth.ts';
import type { ClientPath } from '../callers/client-endpoints.ts';
import type { ClientLimits } from '../callers/client-limits.ts';
import { allowOriginOf } from '../callers/cors.ts';
import { logEvent } from '../log/security-event.ts';
import type { Route } from '../routes/route.ts';
import { requiredParameter } from '../wire/request-parts.ts';
import { clientRoute, sendAnswer } from './client-route.ts';

/** What ended, for the log. */
async function revoke(deps: RevocationDeps, application: Application, token: string) {
  const revoked = await revokeToken(deps, { application, token });
  if (revoked !== 'nothing') return revoked;
  return (await revokeResourceToken(deps, token, { applicationId: application.id })) ? 'resource-token' : revoked;
}

export type RevocationDeps = ClientAuthDeps & Pick<Ports, 'apis' | 'tokens' | 'secrets'>;

const PATH: ClientPath = '/oauth/revocation';
const REQUEST = { path: PATH, parameters: ['token', 'token_type_hint'], begin: () => undefined };

export function revocationRoutes(deps: RevocationDeps, limits: ClientLimits): Route[] {
  return [
    clientRoute(PATH, async (request, reply) => {
      const { client, body } = await readClientRequest(deps, limits, REQUEST, request, reply);
      const { application } = client;
      const token = requiredParameter(body, 'token');
      const revoked = await revoke(deps, application, token);
      if (revoked !== 'nothing') logEvent(request, 'token-revoked', revoked, { application: application.id });
      allowOriginOf(application, request, reply);
      // RFC 7009 2.2: the status is all that counts, also for an unknown token. Some clients read JSON anyway.
      return sendAnswer(reply, {});
    }),
  ];
}
