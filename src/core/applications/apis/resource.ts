// The identifier of an API (RFC 8707 2): an absolute URI without a fragment. Clients spell scheme and host in any case,
// and add a slash where there is no path, because their URL classes do so. Nothing else is compared away: to the API's
// server `/a` and `/A`, `/a` and `/a/`, or `%7E` and `~` may be two things.
import { isCanonicalHost, isLoopbackAuthority, splitAuthority } from '../../../protocol/host.ts';

export const MAX_RESOURCE_LENGTH = 500;

/** Scheme, authority, path and query. Blanks, control characters and letters beyond ASCII are in none of them. */
const PARTS = /^(https?):\/\/([^/?#\\\s]+)(\/[\x21\x24-\x3e\x40-\x7e]*)?(\?[\x21\x24-\x7e]*)?$/i;

/** @returns by what resources are compared; undefined: no absolute http(s) URI, or it has a fragment or a user */
export function resourceKey(resource: string): string | undefined {
  const [, scheme, authority, path = '', query = ''] = PARTS.exec(resource) ?? [];
  if (scheme === undefined || authority === undefined || resource.length > MAX_RESOURCE_LENGTH) return undefined;
  const lower = authority.toLowerCase();
  const parts = splitAuthority(lower);
  if (typeof parts === 'string' || !isCanonicalHost(parts.host)) return undefined;
  const isLoneSlash = path === '/' && query === '';
  return `${scheme.toLowerCase()}://${lower}${isLoneSlash ? '' : path}${query}`;
}

/** Tokens are sent there, so it is https, or on this machine. @param key of `resourceKey` */
export const isSafeResource = (key: string): boolean =>
  key.startsWith('https://') || isLoopbackAuthority(PARTS.exec(key)?.[2]);
