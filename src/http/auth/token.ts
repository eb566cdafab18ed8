// POST /oauth/token (service.md "Token request", contract 5): reads the form, lets the application prove itself, and tells
// what core gave.
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedClient } from '../../core/applications/authenticate-client.ts';
import type { Ports } from '../../core/ports.ts';
import { exchangeCode } from '../../core/tokens/exchange-code.ts';
import {
  type PresentedCode,
  type PresentedRefreshToken,
  presentCode,
  presentRefreshToken,
} from '../../core/tokens/presented.ts';
import { refreshTokens } from '../../core/tokens/refresh-tokens.ts';
import type { TokenAnswer } from '../../core/tokens/token-answer.ts';
import { invalidRequest, OAuthError, unsupportedGrantType } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { type ClientAuthDeps, readClientRequest } from '../plugins/client-auth.ts';
import type { ClientLimits } from '../plugins/client-limits.ts';
import { allowOriginOf } from '../plugins/cors.ts';
import { parameterMissing, requiredParameter } from '../request-parts.ts';
import type { Route } from '../route.ts';
import { logEvent } from '../security-event.ts';

export type TokenDeps = ClientAuthDeps &
  Pick<Ports, 'codes' | 'tokens' | 'secrets' | 'rules' | 'signingKeys' | 'issuer' | 'tally'>;

const REQUEST = { parameters: ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'] };

export function tokenRoutes(deps: TokenDeps, limits: ClientLimits): Route[] {
  const reading = { ...REQUEST, begin: (body: Parameters) => lookUp(deps, body) };
  return [
    {
      path: '/oauth/token',
      errors: 'oauth',
      cors: 'registered',
      methods: {
        POST: {
          access: 'client',
          body: 'form',
          handle: async (request, reply) => {
            const { client, body, begun } = await readClientRequest(deps, limits, reading, request, reply);
            const answer = await grantTokens(deps, client, body, begun).catch(noteRefusal(deps, request, client));
            allowOriginOf(client.application, request, reply);
            return reply
              .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
              .type('application/json')
              .send(JSON.stringify(toWire(answer)));
          },
        },
      },
    },
  ];
}

type Presented = { code?: PresentedCode; refreshToken?: PresentedRefreshToken };

/** Begins to look up what was presented, which need not wait until the application has proven itself. */
function lookUp(deps: TokenDeps, body: Parameters): Presented {
  const grantType = body.get('grant_type');
  const code = grantType === 'authorization_code' ? body.get('code') : undefined;
  if (code !== undefined) return { code: presentCode(deps, code) };
  const token = grantType === 'refresh_token' ? body.get('refresh_token') : undefined;
  return token === undefined ? {} : { refreshToken: presentRefreshToken(deps, token) };
}

async function grantTokens(
  deps: TokenDeps,
  client: AuthenticatedClient,
  body: Parameters,
  { code, refreshToken }: Presented = {},
): Promise<TokenAnswer> {
  const grantType = body.get('grant_type');
  if (grantType === 'authorization_code') {
    if (!code) throw parameterMissing('code');
    const redirectUri = requiredParameter(body, 'redirect_uri');
    return exchangeCode(deps, { client, code, redirectUri, codeVerifier: body.get('code_verifier') });
  }
  if (grantType === 'refresh_token') {
    if (!refreshToken) throw parameterMissing('refresh_token');
    return refreshTokens(deps, { client, refreshToken, scope: body.get('scope') });
  }
  if (grantType === undefined) throw invalidRequest('grant-type-missing', 'grant_type is missing.');
  throw unsupportedGrantType();
}

/**
 * A replayed code or refresh token is a sign of theft; the operator's log says which, and whose (case P6). The owner sees in
 * the statistics how many of which refusal there were.
 */
const noteRefusal = (deps: TokenDeps, request: FastifyRequest, client: AuthenticatedClient) => (error: unknown) => {
  if (error instanceof OAuthError) {
    const { id } = client.application;
    deps.counters.count(id, `refused:${error.refusal}`);
    const why = { refusal: error.refusal, ...(error.detail && { detail: error.detail }) };
    logEvent(request, 'token-refused', error.code, { application: id, ...why });
  }
  throw error;
};

/** RFC 6749 5.1. */
const toWire = (answer: TokenAnswer) => ({
  token_type: 'Bearer',
  access_token: answer.accessToken,
  expires_in: answer.expiresIn,
  refresh_token: answer.refreshToken,
  refresh_token_expires_in: answer.refreshTokenExpiresIn,
  scope: answer.scope?.join(' '),
  id_token: answer.idToken,
});
