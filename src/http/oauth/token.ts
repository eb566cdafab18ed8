// POST /oauth/token (contract 5): reads the form, authenticates the application, and sends what core issued.
import type { FastifyRequest } from 'fastify';
import { isOfDocument } from '../../core/applications/client-documents/document-application.ts';
import { isFapi } from '../../core/applications/client-jwts/security-profile.ts';
import type { AuthenticatedClient } from '../../core/applications/client-secrets/authenticate-client.ts';
import type { AccessAnswer } from '../../core/grants/tokens/token-answer.ts';
import { fireAndForget } from '../../core/ground/fire-and-forget.ts';
import { invalidRequest } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { type ClientAuthDeps, readClientRequest } from '../callers/client-auth.ts';
import type { ClientPath } from '../callers/client-endpoints.ts';
import type { ClientLimits } from '../callers/client-limits.ts';
import { allowOriginOf } from '../callers/cors.ts';
import { type DpopDeps, readProof, renewNonce } from '../callers/dpop.ts';
import type { Route } from '../routes/route.ts';
import { clientRoute, sendAnswer } from './client-route.ts';
import type { GrantDeps } from './grants/grant-type.ts';
import { type BegunGrant, beginGrant, GRANT_PARAMETERS } from './grants/grants.ts';
import { reportRefusal } from './report-refusal.ts';

export type TokenDeps = ClientAuthDeps & GrantDeps & DpopDeps;

const PATH: ClientPath = '/oauth/token';

export function tokenRoutes(deps: TokenDeps, limits: ClientLimits): Route[] {
  const reading = {
    path: PATH,
    parameters: GRANT_PARAMETERS,
    begin: (body: Parameters) => beginGrant(deps, body),
    possesses: (client: AuthenticatedClient, begun: BegunGrant) => begun.possesses(client),
  };
  const uri = `${deps.issuer}${PATH}`;
  const exchangeWithProof = async (request: FastifyRequest, client: AuthenticatedClient, { exchange }: BegunGrant) => {
    const proof = await readProof(deps, request, { uri });
    if (!proof && (client.application.dpopBoundAccessTokens || isFapi(client.application)))
      throw invalidRequest('dpop-proof-missing', 'This application must send a DPoP proof with every token request.');
    return exchange(client, proof);
  };
  return [
    clientRoute(PATH, async (request, reply) => {
      renewNonce(deps, request, reply);
      const { client, begun } = await readClientRequest(deps, limits, reading, request, reply);
      const answer = await exchangeWithProof(request, client, begun).catch(
        reportRefusal(deps, request, client, 'token-refused'),
      );
      if (isOfDocument(client.application)) {
        fireAndForget(deps.clientDocuments.noteToken(client.application.id, deps.clock.now()));
      }
      allowOriginOf(client.application, request, reply);
      return sendAnswer(reply, toWire(answer));
    }),
  ];
}

/** RFC 6749 5.1. */
const toWire = (answer: AccessAnswer) => ({
  token_type: answer.type,
  access_token: answer.accessToken,
  expires_in: answer.expiresIn,
  refresh_token: answer.refreshToken,
  refresh_token_expires_in: answer.refreshTokenExpiresIn,
  scope: answer.scope?.join(' '),
  id_token: answer.idToken,
});
