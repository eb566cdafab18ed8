// The grant types of the token endpoint. To add one, add a file beside this one and a line here.
import { invalidRequest, unsupportedGrantType } from '../../../protocol/errors.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { authorizationCode } from './authorization-code.ts';
import { deviceCode } from './device-code.ts';
import type { Exchange, GrantDeps, GrantType } from './grant-type.ts';
import { refreshToken } from './refresh-token.ts';

export const GRANTS: readonly GrantType[] = [authorizationCode, refreshToken, deviceCode];

export const GRANT_PARAMETERS: readonly string[] = ['grant_type', ...GRANTS.flatMap(({ parameters }) => parameters)];

const BY_NAME: ReadonlyMap<string | undefined, GrantType> = new Map(GRANTS.map((grant) => [grant.name, grant]));

/** Phase 1 of the grant type in the request. A missing or unknown one is reported in phase 3. */
export function beginGrant(deps: GrantDeps, body: Parameters): Exchange {
  const name = body.get('grant_type');
  const grant = BY_NAME.get(name);
  if (grant) return grant.begin(deps, body);
  return async () => {
    throw name === undefined
      ? invalidRequest('grant-type-missing', 'grant_type is missing.')
      : unsupportedGrantType(GRANTS.map((one) => one.name));
  };
}
