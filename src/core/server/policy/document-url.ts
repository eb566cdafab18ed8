// The spelling of a `client_id` that is the URL of a document (contract 46;
// draft-ietf-oauth-client-id-metadata-document-01 3). A URL has one spelling, and is compared character by character.
import { isCanonicalHost, splitAuthority } from '../../../protocol/host.ts';

const MAX_DOCUMENT_URL_LENGTH = 1000;

/** No API key that this server makes begins so: what is left to everybody else is one comparison. */
export const mayBeDocumentUrl = (clientId: string): boolean => clientId.startsWith('https://');

/** Unreserved characters, `sub-delims`, `:`, `@` and percent signs (RFC 3986 3.3): no query, no fragment. */
const PATH = /^(?:\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-F]{2})*)+$/;

/** A character that needs no percent sign has a second spelling with one (RFC 3986 6.2.2.2). */
const NEEDLESS = /%(?:2D|2E|5F|7E|3[0-9]|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/;

const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/**
 * https, a host in lower case that is an address or has a dot, a path of more than `/`; no user, default port, query,
 * fragment or dot segment.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (!mayBeDocumentUrl(clientId) || clientId.length > MAX_DOCUMENT_URL_LENGTH) return false;
  const [, authority = '', path = ''] = /^https:\/\/([^/]*)(.*)$/s.exec(clientId) ?? [];
  const split = splitAuthority(authority);
  if (typeof split === 'string' || split.port === 443 || !isCanonicalHost(split.host)) return false;
  if (!/[.[]/.test(split.host)) return false;
  return path !== '/' && PATH.test(path) && !NEEDLESS.test(path) && !DOT_SEGMENT.test(path);
}

/** Host and port of a URL for which `isDocumentUrl` holds. */
export const hostOfDocument = (url: string): string =>
  url.slice('https://'.length, url.indexOf('/', 'https://'.length));
