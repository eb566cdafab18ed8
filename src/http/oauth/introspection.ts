// POST /oauth/introspection (RFC 7662, contract 7): an application asks whether a token of its own is active. The
// response is for a backend, so a client secret is required, and no browser may read it.
import type { Ports } from '../../core/ports.ts';
import { introspectToken, type LiveToken } from '../../core/tokens/introspect-token.ts';
import { presentToken } from '../../core/tokens/presented.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { type ClientAuthDeps, readClientRequest } from '../callers/client-auth.ts';
import type { ClientLimits } from '../callers/client-limits.ts';
import type { Route } from '../routes/route.ts';
import { requiredParameter } from '../wire/request-parts.ts';
import { NO_STORE } from './no-store.ts';

export type IntrospectionDeps = ClientAuthDeps &
  Pick<Ports, 'tokens' | 'members' | 'connections' | 'accounts' | 'groups' | 'secrets' | 'rules' | 'issuer'>;

export function introspectionRoutes(deps: IntrospectionDeps, limits: ClientLimits): Route[] {
  const reading = {
    path: '/oauth/introspection',
    parameters: ['token', 'token_type_hint'],
    needsSecret: true,
    begin: (body: Parameters) => {
      const token = body.get('token');
      return token === undefined ? undefined : presentToken(deps, token);
    },
  };
  return [
    {
      path: '/oauth/introspection',
      errors: 'oauth',
      methods: {
        POST: {
          access: 'client',
          body: 'form',
          handle: async (request, reply) => {
            const { client, body, begun } = await readClientRequest(deps, limits, reading, request, reply);
            const { application } = client;
            const token = begun ?? presentToken(deps, requiredParameter(body, 'token'));
            const live = await introspectToken(deps, { application, token });
            return reply
              .headers(NO_STORE)
              .type('application/json')
              .send(JSON.stringify(live ? toWire(live, deps.issuer) : { active: false }));
          },
        },
      },
    },
  ];
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
