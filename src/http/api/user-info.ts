// GET and POST /user-info (contract 6; OpenID Connect Core 5.3): the claims that the access token gives access to now.
// Every request checks the token in the database.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSpentInMemory } from '../../core/applications/client-jwts/spent-in-memory.ts';
import { userInfoText } from '../../core/grants/consent/user-info-claims.ts';
import { readUserInfo, signUserInfo, type UserInfo } from '../../core/grants/tokens/read-user-info.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { asDpopChallenge, invalidProof, OAuthError } from '../../protocol/errors.ts';
import { tokenFromRequest } from '../callers/bearer.ts';
import { allowOriginOf } from '../callers/cors.ts';
import { readProof, renewNonce } from '../callers/dpop.ts';
import type { Route } from '../routes/route.ts';
import { requireAcceptable } from '../wire/accept.ts';

export type UserInfoDeps = Pick<
  Ports,
  | 'tokens'
  | 'connections'
  | 'applications'
  | 'clock'
  | 'signingKeys'
  | 'issuer'
  | 'rules'
  | 'secrets'
  | 'publish'
  | 'jwtCrypto'
  | 'spentJwts'
>;

/** The first type is the response if the client has no preference. */
const TYPES = ['application/json', 'application/jwt'] as const;
const SIGNED_FIRST = ['application/jwt', 'application/json'] as const;

/** @param apiUrl public origin of the host */
export function userInfoRoutes(deps: UserInfoDeps, apiUrl: string): Route[] {
  // With nonces of ours a proof has little time: this process remembers those that it took.
  const inMemory = { ...deps, spentJwts: createSpentInMemory() };
  const uri = `${apiUrl}/user-info`;
  const readWithProof = async (request: FastifyRequest): Promise<UserInfo> => {
    const { token, scheme } = tokenFromRequest(request);
    if (scheme === 'Bearer') return readUserInfo(deps, { token, proof: undefined });
    try {
      const proof = await readProof(deps.rules.dpopNonce ? inMemory : deps, request, { uri, accessToken: token });
      if (!proof) throw invalidProof('dpop-proof-missing', 'The scheme DPoP needs a proof in the DPoP header.');
      return await readUserInfo(deps, { token, proof });
    } catch (error) {
      throw error instanceof OAuthError ? asDpopChallenge(error) : error;
    }
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    renewNonce(deps, request, reply);
    const userInfo = await readWithProof(request);
    // 401 comes before 406 (contract 3, order of checks), and the token can be in the body.
    const type = requireAcceptable(request, userInfo.signedByDefault ? SIGNED_FIRST : TYPES);
    if (request.headers.origin !== undefined) {
      const application = await deps.applications.find(userInfo.applicationId);
      if (application) allowOriginOf(application, request, reply);
    }
    const { claims } = userInfo;
    return reply
      .type(type)
      .send(type === 'application/jwt' ? await signUserInfo(deps, userInfo) : userInfoText(claims));
  };
  return [
    {
      path: '/user-info',
      errors: 'problem',
      cors: 'registered',
      methods: {
        GET: { access: 'bearer', body: 'none', handle },
        POST: { access: 'bearer', body: 'optional-form', handle },
      },
    },
  ];
}
