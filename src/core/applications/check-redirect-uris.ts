// The rules of the URIs that an application registers to be led back to and to be told of sign-outs (contract 3); those of
// one URI are in `protocol/redirect-uri-registration.ts`.
import {
  findBackchannelUriFault,
  findPostLogoutUriFault,
  findRedirectUriFault,
  type RedirectUriContext,
} from '../../protocol/redirect-uri-registration.ts';
import { siteDomainHost } from '../../protocol/site-domain.ts';
import type { Fault } from '../fault.ts';
import { type ApplicationFaultCode, applicationFault, MAX_REDIRECT_URIS } from './application-faults.ts';
import type { CheckedPlatform } from './check-platforms.ts';

/** What of the application's platform entries decides about its redirect URIs. */
export function redirectUriContext(
  platforms: readonly Pick<CheckedPlatform, 'platform' | 'siteDomains'>[],
): RedirectUriContext {
  return {
    siteDomainHosts: platforms
      .flatMap(({ siteDomains }) => siteDomains.map(siteDomainHost))
      .filter((host) => host !== undefined),
    hasNativeEntry: platforms.some(({ platform }) => platform !== 'Web'),
  };
}

type Uris = readonly (string | undefined)[];

/** @returns the URIs as sent: they are kept and compared character by character. */
export function checkRedirectUris(uris: Uris, context: RedirectUriContext, faults: Fault[]): string[] {
  const path = ['redirect_uris'];
  if (uris.length > MAX_REDIRECT_URIS) faults.push(applicationFault(path, 'redirect-uris-too-many'));
  return checkEach(uris, (uri) => findRedirectUriFault(uri, context), path, faults);
}

/** @returns the URIs as sent. */
export function checkPostLogoutRedirectUris(uris: Uris, context: RedirectUriContext, faults: Fault[]): string[] {
  const path = ['post_logout_redirect_uris'];
  if (uris.length > MAX_REDIRECT_URIS) faults.push(applicationFault(path, 'post-logout-uris-too-many'));
  return checkEach(uris, (uri) => findPostLogoutUriFault(uri, context), path, faults);
}

export function checkBackchannelLogoutUri(
  uri: string | undefined,
  context: RedirectUriContext,
  faults: Fault[],
): string | undefined {
  const code = uri === undefined ? undefined : findBackchannelUriFault(uri, context);
  if (code) faults.push(applicationFault(['backchannel_logout_uri'], code));
  return uri;
}

function checkEach(
  uris: Uris,
  findFault: (uri: string) => ApplicationFaultCode | undefined,
  path: Fault['path'],
  faults: Fault[],
): string[] {
  const seen = new Set<string>();
  uris.forEach((uri, index) => {
    if (uri === undefined) return;
    const code = seen.has(uri) ? 'redirect-uri-twice' : findFault(uri);
    if (code) faults.push(applicationFault([...path, index], code));
    seen.add(uri);
  });
  return [...seen];
}
