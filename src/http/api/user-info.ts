// GET and POST /user-info (contract 6; OpenID Connect Core 5.3): the claims that the access token gives access to now.
// Every request checks the token in the database.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { userInfoText } from '../../core/consent/user-info-claims.ts';
import type { Ports } from '../../core/ports.ts';
import { readUserInfo, signUserInfo } from '../../core/tokens/read-user-info.ts';
import { bearerFromRequest } from '../callers/bearer.ts';
import { allowOriginOf } from '../callers/cors.ts';
import type { Route } from '../routes/route.ts';
import { requireAcceptable } from '../wire/accept.ts';

export type UserInfoDeps = Pick<
  Ports,
  'tokens' | 'connections' | 'applications' | 'clock' | 'signingKeys' | 'issuer' | 'rules' | 'secrets' | 'publish'
>;

/** The first type is the response if the client has no preference. */
const TYPES = ['application/json', 'application/jwt'] as const;
const SIGNED_FIRST = ['application/jwt', 'application/json'] as const;

export function userInfoRoutes(deps: UserInfoDeps): Route[] {
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const userInfo = await readUserInfo(deps, { token: bearerFromRequest(request) });
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
