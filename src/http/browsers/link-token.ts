// Reads the token of a one-time link, and refuses links that are no longer valid.
import type { Parameters } from '../../protocol/parameters.ts';
import { httpError } from '../errors/http-error.ts';

/** Undefined when it is missing or malformed, so that the page's form contains only tokens that can be real. */
export function readLinkToken(query: Parameters): string | undefined {
  const token = query.isDoubled('token') ? undefined : query.get('token');
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

/** Used, expired and unknown links get the same response. */
export const linkExpired = () =>
  httpError(404, 'This one-time link was used, has expired, or was replaced by a newer one.', { page: 'link-expired' });
