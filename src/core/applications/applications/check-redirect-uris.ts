// The rules for the redirect URIs and logout URIs of an application (contract 3). The rules for a single URI are in
// `protocol/redirect-uri-registration.ts`.
import {
  findBackchannelUriFault,
  findPostLogoutUriFault,
  findRedirectUriFault,
  type RedirectUriContext,
} from '../../../protocol/redirect-uri-registration.ts';
import { siteDomainHost } from '../../../protocol/site-domain.ts';
import type { Fault } from '../../ground/fault.ts';
import { type ApplicationFaultCode, applicationFault, MAX_REDIRECT_URIS } from './application-faults.ts';
import type { CheckedPlatform } from './check-platforms.ts';

/** What the platform entries allow in redirect URIs. */
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
type FindFault = (uri: string) => ApplicationFaultCode | undefined;

/**
 * Accepts stored URIs with dot segments, which were registered before the rule, so that they do not block other edits.
 */
const exceptStored =
  (stored: Uris, findFault: FindFault): FindFault =>
  (uri) => {
    const code = findFault(uri);
    return code === 'redirect-uri-dot-segment' && stored.includes(uri) ? undefined : code;
  };

/** @returns the URIs as sent, because they are compared character by character */
export function checkRedirectUris(
  uris: Uris,
  context: RedirectUriContext,
  faults: Fault[],
  stored: readonly string[] = [],
): string[] {
  const path = ['redirect_uris'];
  if (uris.length > MAX_REDIRECT_URIS) faults.push(applicationFault(path, 'redirect-uris-too-many'));
  return checkEach(
    uris,
    exceptStored(stored, (uri) => findRedirectUriFault(uri, context)),
    path,
    faults,
  );
}

/** @returns the URIs as sent */
export function checkPostLogoutRedirectUris(
  uris: Uris,
  context: RedirectUriContext,
  faults: Fault[],
  stored: readonly string[] = [],
): string[] {
  const path = ['post_logout_redirect_uris'];
  if (uris.length > MAX_REDIRECT_URIS) faults.push(applicationFault(path, 'post-logout-uris-too-many'));
  return checkEach(
    uris,
    exceptStored(stored, (uri) => findPostLogoutUriFault(uri, context)),
    path,
    faults,
  );
}

export function checkBackchannelLogoutUri(
  uri: string | undefined,
  context: RedirectUriContext,
  faults: Fault[],
  stored?: string,
): string | undefined {
  const find = exceptStored([stored], (text) => findBackchannelUriFault(text, context));
  const code = uri === undefined ? undefined : find(uri);
  if (code) faults.push(applicationFault(['backchannel_logout_uri'], code));
  return uri;
}

function checkEach(uris: Uris, findFault: FindFault, path: Fault['path'], faults: Fault[]): string[] {
  const seen = new Set<string>();
  uris.forEach((uri, index) => {
    if (uri === undefined) return;
    const code = seen.has(uri) ? 'redirect-uri-twice' : findFault(uri);
    if (code) faults.push(applicationFault([...path, index], code));
    seen.add(uri);
  });
  return [...seen];
}
