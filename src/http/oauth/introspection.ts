// POST /oauth/introspection (RFC 7662, contract 7): an application asks whether a token of its own is active, and an
// API of the operator whether one for it is (contract 45). The response is for a backend, so a secret is required, and
// no browser may read it.
import { authenticateApi } from '../../core/applications/apis/api-secrets.ts';
import { introspectResourceToken } from '../../core/applications/apis/read-resource-token.ts';
import type { Application } from '../../core/applications/applications/application.ts';
import { authenticateClient } from '../../core/applications/client-secrets/authenticate-client.ts';
import { introspectToken, type LiveToken } from '../../core/grants/tokens/introspect-token.ts';
import { type PresentedToken, presentToken } from '../../core/grants/tokens/presented.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { OAuthError } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { type ClientAuthDeps, type ClientCredentials, readCallerRequest } from '../callers/client-auth.ts';
import type { ClientPath } from '../callers/client-endpoints.ts';
import type { ClientLimits } from '../callers/client-limits.ts';
import type { Route } from '../routes/route.ts';
import { requiredParameter } from '../wire/request-parts.ts';
import { clientRoute, sendAnswer } from './client-route.ts';

export type IntrospectionDeps = ClientAuthDeps &
  Pick<Ports, 'apis' | 'tokens' | 'members' | 'connections' | 'accounts' | 'groups' | 'secrets' | 'rules' | 'issuer'>;

const PATH: ClientPath = '/oauth/introspection';

export function introspectionRoutes(deps: IntrospectionDeps, limits: ClientLimits): Route[] {
  const reading = {
    path: PATH,
    parameters: ['token', 'token_type_hint'],
    authenticate: authenticating(deps, limits),
    begin: (body: Parameters) => {
      const token = body.get('token');
      return token === undefined ? undefined : presentToken(deps, token);
    },
  };
  return [
    clientRoute(
      PATH,
      async (request, reply) => {
        const { client, body, begun } = await readCallerRequest(deps, limits, reading, request, reply);
        const text = requiredParameter(body, 'token');
        const token = begun ?? presentToken(deps, text);
        const answer = (await ofApplication(deps, client, token)) ?? (await ofResource(deps, client, text));
        return sendAnswer(reply, answer ?? { active: false });
      },
      {},
    ),
  ];
}

/** An application, or an API by its id. */
type Caller = { application: Application } | { apiId: string };

/** An unknown application may be an API, so that applications cost no more than before. */
const authenticating =
  (deps: IntrospectionDeps, limits: ClientLimits) =>
  async (credentials: ClientCredentials, network: string): Promise<Caller> => {
    try {
      const client = await authenticateClient(deps, { needsSecret: true, ...credentials });
      limits.count(network, client, { path: PATH, possesses: false });
      return client;
    } catch (error) {
      const { apiKey: id, secret } = credentials;
      const isUnknown = error instanceof OAuthError && error.refusal === 'unknown-client';
      const apiId = isUnknown && secret !== undefined ? await authenticateApi(deps, { id, secret }) : undefined;
      if (apiId === undefined) throw error;
      limits.countApi(apiId);
      return { apiId };
    }
  };

async function ofApplication(deps: IntrospectionDeps, caller: Caller, token: PresentedToken) {
  const live = 'application' in caller ? await introspectToken(deps, { ...caller, token }) : undefined;
  return live && toWire(live, deps.issuer);
}

async function ofResource(deps: IntrospectionDeps, caller: Caller, token: string) {
  const of = 'apiId' in caller ? caller : { applicationId: caller.application.id };
  const live = await introspectResourceToken(deps, token, of);
  return live && { active: true, ...live };
}

/**
 * RFC 6749 5.1 has no type for a refresh token. It gets its name from RFC 7009's list of hints, so that a resource
 * server that expects `Bearer` never takes it for an access token.
 */
const TOKEN_TYPES = { 'access-token': 'Bearer', 'refresh-token': 'refresh_token' } as const;

const toSeconds = (at: number): number => Math.floor(at / 1000);

/** RFC 7662 2.2. The audience is the application that the token was issued to, by its API key. */
const toWire = (live: LiveToken, issuer: string) => ({
  active: true,
  iss: issuer,
  sub: live.sub,
  aud: live.apiKey,
  client_id: live.apiKey,
  scope: live.scope?.join(' '),
  username: live.username,
  preferred_username: live.preferredUsername,
  groups: live.groups,
  token_type: live.jkt !== undefined && live.kind === 'access-token' ? 'DPoP' : TOKEN_TYPES[live.kind],
  iat: toSeconds(live.issuedAt),
  exp: toSeconds(live.expiresAt),
  // RFC 9449 6.2.
  cnf: live.jkt === undefined ? undefined : { jkt: live.jkt },
});
