// The rules of a list of redirect URIs (contract 3); those of one URI are in `protocol/redirect-uri-registration.ts`.
import { findRedirectUriFault, type RedirectUriContext } from '../../protocol/redirect-uri-registration.ts';
import { siteDomainHost } from '../../protocol/site-domain.ts';
import type { Fault } from '../fault.ts';
import { applicationFault, MAX_REDIRECT_URIS } from './application-faults.ts';
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

/** @returns the URIs as sent: they are kept and compared character by character. */
export function checkRedirectUris(
  uris: readonly (string | undefined)[],
  context: RedirectUriContext,
  path: Fault['path'],
  faults: Fault[],
): string[] {
  if (uris.length > MAX_REDIRECT_URIS) faults.push(applicationFault(path, 'redirect-uris-too-many'));
  const seen = new Set<string>();
  uris.forEach((uri, index) => {
    if (uri === undefined) return;
    const code = seen.has(uri) ? 'redirect-uri-twice' : findRedirectUriFault(uri, context);
    if (code) faults.push(applicationFault([...path, index], code));
    seen.add(uri);
  });
  return [...seen];
}
