// Decides what may be registered as a redirect URI (contract 3; RFC 6749 3.1.2, RFC 8252 7, RFC 9700 2.1 and 4.1.3),
// and as one of the two URIs of a sign-out, which follow the same rules with few exceptions. The text is checked as
// sent, because it is stored and compared as sent. Whatever a browser would repair is refused.
import { isCanonicalHost, isLoopbackHost, splitAuthority } from './host.ts';

export const REDIRECT_URI_FAULTS = [
  'redirect-uri-too-long',
  'redirect-uri-characters',
  'redirect-uri-percent-encoding',
  'redirect-uri-fragment',
  'redirect-uri-wildcard',
  'redirect-uri-relative',
  'redirect-uri-scheme',
  'redirect-uri-scheme-case',
  'redirect-uri-private-scheme',
  'redirect-uri-malformed',
  'redirect-uri-user',
  'redirect-uri-host',
  'redirect-uri-port',
  'redirect-uri-http-host',
  'redirect-uri-parameter',
  'redirect-uri-dot-segment',
] as const;
export type RedirectUriFault = (typeof REDIRECT_URI_FAULTS)[number];

export const LOGOUT_URI_FAULTS = ['post-logout-uri-parameter', 'backchannel-uri-scheme'] as const;
export type LogoutUriFault = (typeof LOGOUT_URI_FAULTS)[number];

/** What the rules need to know about the application, as it will be after the request. */
export type RedirectUriContext = {
  /** Canonical hosts of its http and https site domains. */
  siteDomainHosts: readonly string[];
  /** Whether it has an Android or iOS entry. */
  hasNativeEntry: boolean;
};

export const MAX_REDIRECT_URI_LENGTH = 2000;

/** @returns the first fault; undefined: `uri` may be registered */
export function findRedirectUriFault(uri: string, context: RedirectUriContext): RedirectUriFault | undefined {
  return findTextFault(uri) ?? findSchemeFault(uri, context) ?? findParameterFault(uri) ?? findDotSegment(uri);
}

/**
 * Checks a post-logout redirect URI (OpenID Connect RP-Initiated Logout 1.0, 2). It follows the rules of redirect URIs,
 * but the response adds only `state`, so its own query may have any other parameter.
 */
export function findPostLogoutUriFault(
  uri: string,
  context: RedirectUriContext,
): RedirectUriFault | LogoutUriFault | undefined {
  const fault = findTextFault(uri) ?? findSchemeFault(uri, context);
  return fault ?? (parameterNames(uri).includes('state') ? 'post-logout-uri-parameter' : findDotSegment(uri));
}

/**
 * Checks the URI that the server posts logout tokens to (OpenID Connect Back-Channel Logout 1.0, 2.2): https, or http
 * where a redirect URI may be http. Nothing is added to its query.
 */
export function findBackchannelUriFault(
  uri: string,
  context: RedirectUriContext,
): RedirectUriFault | LogoutUriFault | undefined {
  const fault = findTextFault(uri) ?? findSchemeFault(uri, { ...context, hasNativeEntry: false });
  const otherScheme = fault === 'redirect-uri-scheme' || fault === 'redirect-uri-private-scheme';
  return otherScheme ? 'backchannel-uri-scheme' : (fault ?? findDotSegment(uri));
}

function findTextFault(uri: string): RedirectUriFault | undefined {
  if (uri.length > MAX_REDIRECT_URI_LENGTH) return 'redirect-uri-too-long';
  if (uri.includes('#')) return 'redirect-uri-fragment';
  // RFC 3986 2: a URI has unreserved and reserved characters and percent signs only. `*` is checked separately, for its
  // own message.
  if (!/^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]*$/.test(uri)) return 'redirect-uri-characters';
  if (uri.includes('*')) return 'redirect-uri-wildcard';
  if (/%(?![0-9A-Fa-f]{2})/.test(uri)) return 'redirect-uri-percent-encoding';
  // Encoded control characters split headers and logs wherever they are decoded.
  if (/%(?:[01][0-9A-Fa-f]|7[Ff])/.test(uri)) return 'redirect-uri-characters';
  return undefined;
}

function findSchemeFault(uri: string, context: RedirectUriContext): RedirectUriFault | undefined {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1];
  if (scheme === undefined) return 'redirect-uri-relative';
  // Browsers turn it into lower case, which RFC 3986 3.1 asks for.
  if (scheme !== scheme.toLowerCase()) return 'redirect-uri-scheme-case';
  if (scheme === 'https' || scheme === 'http') return findWebFault(uri, scheme, context);
  return findPrivateUseFault(uri, scheme, context);
}

// RFC 3986 3.3 and 3.4, without the fragment: path characters; the query adds `?`.
const PATH_AND_QUERY = /^[^?[\]]*(?:\?[^[\]]*)?$/;

function findWebFault(uri: string, scheme: string, context: RedirectUriContext): RedirectUriFault | undefined {
  const match = /^https?:\/\/([^/?]*)(.*)$/.exec(uri);
  if (!match || !PATH_AND_QUERY.test(match[2] ?? '')) return 'redirect-uri-malformed';
  const authority = splitAuthority(match[1] ?? '');
  if (typeof authority === 'string') return `redirect-uri-${authority}`;
  if (!isCanonicalHost(authority.host)) return 'redirect-uri-host';
  if (scheme === 'https' || isLoopbackHost(authority.host)) return undefined;
  return context.siteDomainHosts.includes(authority.host) ? undefined : 'redirect-uri-http-host';
}

// RFC 8252 7.1: the reversed name of one's own domain. The required dot excludes `javascript`, `data`, `file`, `intent`
// …
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/;

function findPrivateUseFault(uri: string, scheme: string, context: RedirectUriContext): RedirectUriFault | undefined {
  if (!PRIVATE_USE_SCHEME.test(scheme)) return 'redirect-uri-scheme';
  if (!context.hasNativeEntry) return 'redirect-uri-private-scheme';
  const rest = uri.slice(scheme.length + 1);
  if (rest === '' || rest === '//' || !PATH_AND_QUERY.test(rest)) return 'redirect-uri-malformed';
  const authority = /^\/\/([^/?]+)/.exec(rest)?.[1];
  if (authority === undefined) return undefined;
  if (authority.includes('@')) return 'redirect-uri-user';
  return /^[A-Za-z0-9._~-]+$/.test(authority) ? undefined : 'redirect-uri-host';
}

/**
 * Browsers resolve `/a/../cb`, so the address that is reached is not the registered one (RFC 9700 4.1.1). A server
 * behind them may do the same with percent-encoded dots, and drop what follows a semicolon. This rule is the last, so
 * that a URI with this fault has no other.
 */
function findDotSegment(uri: string): RedirectUriFault | undefined {
  const path = uri.replace(/^[^:]*:(?:\/\/[^/?]*)?/, '').split('?', 1)[0] ?? '';
  const segments = path.replace(/%2e/gi, '.').split(/\/|%2f|%5c/i);
  return segments.some((segment) => /^\.{1,2}(?:(?:;|%3b).*)?$/i.test(segment))
    ? 'redirect-uri-dot-segment'
    : undefined;
}

const OWN_PARAMETERS: readonly string[] = ['state', 'iss', 'error', 'error_description', 'error_uri'];

/**
 * The parameters of the response must come from this server only, also for a client that splits the text at `code=`
 * (contract 4).
 */
function findParameterFault(uri: string): RedirectUriFault | undefined {
  if (uri.includes('code=')) return 'redirect-uri-parameter';
  return parameterNames(uri).some((name) => name.endsWith('code') || OWN_PARAMETERS.includes(name))
    ? 'redirect-uri-parameter'
    : undefined;
}

/** The decoded names in the URI's own query. Some parsers also separate parameters by `;`. */
function parameterNames(uri: string): string[] {
  const question = uri.indexOf('?');
  if (question < 0) return [];
  return uri
    .slice(question + 1)
    .split(/[&;]/)
    .map((pair) => decodeName(pair.split('=', 1)[0] ?? ''));
}

/**
 * Decodes byte by byte, so that invalid UTF-8 cannot hide a name that ends in `code`. Trims, because some parsers do.
 */
const decodeName = (name: string): string =>
  name
    .replaceAll('+', ' ')
    .replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .trim();
