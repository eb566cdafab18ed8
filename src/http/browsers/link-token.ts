// The secret in the address of a one-time link, and the answer to a link that is good no more.
import type { Parameters } from '../../protocol/parameters.ts';
import { httpError } from '../errors/http-error.ts';

/** Undefined when it is missing or cannot be one of ours: it goes back into the page's form only as it was made. */
export function readLinkToken(query: Parameters): string | undefined {
  const token = query.isDoubled('token') ? undefined : query.get('token');
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

/** Spent, expired and unknown links get one answer. */
export const linkExpired = () =>
  httpError(404, 'This one-time link was used, has expired, or was replaced by a newer one.', { page: 'link-expired' });
