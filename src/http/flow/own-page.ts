// Where a page leads back to an application. Anybody can send the request, so nothing becomes a link that the
// application has not registered.
import type { Application } from '../../core/applications/applications/application.ts';
import { parseUrl } from '../../core/ground/parse-url.ts';

/**
 * @param cameFrom an address, such as the Referer of the request
 * @returns its origin, if the application has registered that; otherwise the application's home page
 */
export function ownPageOf(application: Application, cameFrom: string | undefined): string | undefined {
  const origin = originOf(cameFrom);
  const own = [
    ...application.redirectUris.map(({ redirectUri }) => redirectUri),
    ...application.platforms.flatMap(({ siteDomains }) => siteDomains),
    application.homepageUri,
  ];
  return origin !== undefined && own.some((uri) => originOf(uri) === origin) ? `${origin}/` : application.homepageUri;
}

/** @returns undefined for what no browser opens as a page: a private-use scheme, `file://` */
function originOf(uri: string | undefined): string | undefined {
  const url = uri === undefined ? undefined : parseUrl(uri);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
