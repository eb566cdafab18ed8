// The grant types of the token endpoint. To add one, add a file beside this one and a line here.
import type { ProvenKey } from '../../../core/applications/client-jwts/check-proof.ts';
import type { AuthenticatedClient } from '../../../core/applications/client-secrets/authenticate-client.ts';
import type { AccessAnswer } from '../../../core/grants/tokens/token-answer.ts';
import { invalidRequest, unsupportedGrantType } from '../../../protocol/errors.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import { deviceCode } from './device-code.ts';
import type { GrantDeps, GrantType } from './grant-type.ts';
import { refreshToken } from './refresh-token.ts';

/** What applications may send by what they registered. */
export const GRANTS: readonly GrantType[] = [authorizationCode, refreshToken, deviceCode];

/** What an application may send that operators gave something for it; to others it is unknown. */
export const GIVEN_GRANTS: readonly GrantType[] = [clientCredentials];

export const GRANT_PARAMETERS: readonly string[] = ['grant_type', ...GRANTS.flatMap(({ parameters }) => parameters)];

const BY_NAME: ReadonlyMap<string | undefined, GrantType> = new Map(
  [...GRANTS, ...GIVEN_GRANTS].map((grant) => [grant.name, grant]),
);

/** A grant type of the request, begun. @throws OAuthError; `Unavailable` */
export type BegunGrant = {
  exchange(client: AuthenticatedClient, proof: ProvenKey | undefined): Promise<AccessAnswer>;
  possesses(client: AuthenticatedClient): Promise<boolean>;
};

/** Phase 1 of the grant type in the request. A missing or unknown one is reported in phase 3. */
export function beginGrant(deps: GrantDeps, body: Parameters): BegunGrant {
  const name = body.get('grant_type');
  const begun = BY_NAME.get(name)?.begin(deps, body);
  const exchange: BegunGrant['exchange'] = async (client, proof) => {
    const answer = await begun?.exchange(client, proof);
    if (answer) return answer;
    throw name === undefined
      ? invalidRequest('grant-type-missing', 'grant_type is missing.')
      : unsupportedGrantType(GRANTS.map((one) => one.name));
  };
  return { exchange, possesses: async (client) => (await begun?.possesses?.(client)) ?? false };
}
