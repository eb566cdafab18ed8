// Compares a redirect URI with the registered ones, and adds a response's parameters to it.
// `redirect-uri-registration.ts` decides what may be registered.

/**
 * `exact`: character by character (RFC 9700 2.1). `other-port`: equal but for the port of a loopback IP literal, the
 * one exception of RFC 8252 7.3, because a native application gets its port from the system at each start.
 * `localhost-port`: the same for the name `localhost`, which many such programs have instead (contract 4).
 */
export type RedirectUriMatch = 'exact' | 'other-port' | 'localhost-port';

/**
 * @param localhost whether `http://localhost` stands for every port: `exact` never, `unnamed` where it is registered
 *   without a port; `any` also with one, which makes an empty path `/` for the literals too (contract 46)
 */
export function matchRedirectUri(
  sent: string,
  registered: readonly string[],
  { localhost }: { localhost: 'exact' | 'unnamed' | 'any' },
): RedirectUriMatch | undefined {
  if (registered.includes(sent)) return 'exact';
  const parts = splitLoopback(sent);
  if (!parts) return undefined;
  const others = registered.map(splitLoopback).filter((other) => other?.host === parts.host);
  const path = ({ rest }: LoopbackParts) => (rest.startsWith('/') ? rest : `/${rest}`);
  const isSame = (other: LoopbackParts | undefined) => other !== undefined && path(other) === path(parts);
  if (parts.host !== LOCALHOST) {
    const fits = localhost === 'any' ? isSame : (other: LoopbackParts | undefined) => other?.rest === parts.rest;
    return others.some(fits) ? 'other-port' : undefined;
  }
  const fits = others.filter((other) => isSame(other) && (localhost === 'any' || other?.port === undefined));
  return localhost !== 'exact' && fits.length > 0 ? 'localhost-port' : undefined;
}

const LOCALHOST = 'localhost';
type LoopbackParts = { host: string; port: string | undefined; rest: string };

/** Splits an `http` URI on a loopback IP literal or `localhost`, each in its one plain spelling. */
function splitLoopback(uri: string): LoopbackParts | undefined {
  const match = /^http:\/\/(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)(?::([1-9]\d{0,4}))?(?=[/?]|$)(.*)$/s.exec(
    uri,
  );
  if (!match?.[1]) return undefined;
  if (match[2] && Number(match[2]) > 65_535) return undefined;
  return { host: match[1], port: match[2], rest: match[3] ?? '' };
}

/** Whether the text can be a redirect URI: absolute, printable ASCII, no fragment (RFC 6749 3.1.2). */
export const isWellFormedRedirectUri = (text: string): boolean =>
  text.length <= 2000 && /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x24-\x7E]+$/.test(text);

/** Host of the loopback interface by name or literal. */
const LOOPBACK = /^http:\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?=[:/?]|$)/;
export const isLoopbackRedirectUri = (uri: string): boolean => LOOPBACK.test(uri);

/** Neither http nor https: a private-use scheme (RFC 8252 7.1). */
export const isPrivateUseRedirectUri = (uri: string): boolean => !/^https?:/.test(uri);

/** The destination that the consent page names: the host, or the private-use scheme. */
export function redirectDestination(uri: string): string {
  if (isPrivateUseRedirectUri(uri)) return uri.slice(0, uri.indexOf(':') + 1);
  return new URL(uri).host;
}

/** Appends parameters to the URI's own query, which stays unchanged (RFC 6749 3.1.2), in the given order. */
export function withParameters(uri: string, parameters: readonly (readonly [string, string | undefined])[]): string {
  const query = parameters
    .filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return uri + separator + query;
}

/**
 * A fitting redirect URI for a native application (RFC 8252 7.1), whose scheme is its package name or bundle id.
 * @returns undefined when no scheme can be made of it
 */
export function privateUseRedirectUri(appName: string): string | undefined {
  // A package name may have `_`, which a scheme may not (RFC 3986 3.1).
  const scheme = appName.toLowerCase().replaceAll('_', '-');
  return /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/.test(scheme) ? `${scheme}:/callback` : undefined;
}
