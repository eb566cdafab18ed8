// What the FAPI 2.0 Security Profile asks of an application (contract 44): no way beside the strict one is left open.

import { signsInDevices } from '../../../protocol/grant-types.ts';
import { isLoopbackHost } from '../../../protocol/host.ts';
import type { Fault } from '../../ground/fault.ts';
import { parseUrl } from '../../ground/parse-url.ts';
import type { AskableScope } from '../apis/application-scope.ts';
import type { Application } from '../applications/application.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { FIELDS, type FieldValues } from '../applications/application-fields.ts';
import type { CheckedPlatform } from '../applications/check-platforms.ts';

export const isFapi = ({ securityProfile }: Pick<Application, 'securityProfile'>): boolean =>
  securityProfile !== undefined;

type Profiled = Pick<FieldValues, 'securityProfile' | 'idTokenAlg' | 'userInfoAlg' | 'grantTypes'> &
  Pick<Application, 'jwks' | 'jwksUri'> & {
    platforms: readonly CheckedPlatform[];
    redirectUris: readonly string[];
    apiScopes: readonly Pick<AskableScope, 'accessTokenAlg'>[];
  };

/**
 * @param context `pushedRequests`: whether requests can be pushed to this server; undefined: nobody has looked.
 *   `hasRs256Api`: an API whose scopes the application has for itself signs with RS256
 */
export function checkSecurityProfile(
  application: Profiled,
  context: { pushedRequests: boolean | undefined; hasRs256Api: boolean; isStored: boolean },
  faults: Fault[],
): void {
  if (!isFapi(application)) return;
  const fault = (path: Fault['path'], code: Parameters<typeof applicationFault>[1]) =>
    faults.push(applicationFault(path, code));
  const { wire } = FIELDS.securityProfile;
  if (context.pushedRequests === false && !context.isStored) fault([wire], 'pushed-requests-off');
  if (context.hasRs256Api) fault([wire], 'fapi-api-algorithm');
  if (!application.jwks?.keys.length && application.jwksUri === undefined) fault([wire], 'fapi-key-missing');
  application.redirectUris.forEach((uri, index) => {
    if (isPlainHttp(uri)) fault(['redirect_uris', index], 'fapi-redirect-uri');
  });
  application.platforms.forEach(({ platform }, index) => {
    if (platform !== 'Web') fault(['platforms', index, 'platform'], 'fapi-platform');
  });
  application.apiScopes.forEach(({ accessTokenAlg }, index) => {
    if (accessTokenAlg === 'RS256') fault(['api_scopes', index, 'scope'], 'fapi-api-algorithm');
  });
  if (signsInDevices(application)) fault([FIELDS.grantTypes.wire], 'fapi-device-grant');
  for (const name of ['idTokenAlg', 'userInfoAlg'] as const) {
    if (application[name] === 'RS256') fault([FIELDS[name].wire], 'fapi-algorithm');
  }
}

/** `http`, and not of this machine. */
function isPlainHttp(uri: string): boolean {
  const url = parseUrl(uri);
  return url?.protocol === 'http:' && !isLoopbackHost(url.hostname);
}
