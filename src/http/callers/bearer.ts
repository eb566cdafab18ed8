// Reads a bearer token (RFC 6750 2): from the header on every method, or from `access_token` in the form body of a
// POST. Never from the query, which logs and histories keep.
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../protocol/errors.ts';
import { httpError } from '../errors/http-error.ts';
import { formOf } from '../wire/request-parts.ts';

/** RFC 6750 3: without a token the challenge has no error code. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="latchkey"' };

/** `b64token` of RFC 6750 2.1, after one or more spaces (RFC 9110 11.4). */
const CREDENTIALS = /^(?:bearer|dpop) +([A-Za-z0-9._~+/-]+=*)$/i;

export type PresentedToken = { token: string; scheme: 'Bearer' | 'DPoP' };

/** No token was presented: 401 with a bare challenge. */
const noToken = () => httpError(401, undefined, { headers: CHALLENGE });

/**
 * The token in the `Authorization` header. Credentials of another scheme count as no token.
 * @throws 401 without one; `invalid_request` when it is malformed (RFC 6750 3.1).
 */
export function bearerFromHeader(request: FastifyRequest): string {
  const presented = readHeader(request, ['bearer']);
  if (!presented) throw noToken();
  return presented.token;
}

/**
 * The token in the header, by either scheme (RFC 9449 7.1), or in the form body.
 * @throws 401 without one; `invalid_request` when it is malformed, or presented twice.
 */
export function tokenFromRequest(request: FastifyRequest): PresentedToken {
  const inHeader = readHeader(request, ['bearer', 'dpop']);
  const form = formOf(request);
  if (form.isDoubled('access_token'))
    throw invalidRequest('parameter-doubled', 'access_token was sent more than once.');
  const inBody = form.get('access_token');
  if (inHeader !== undefined && inBody !== undefined) {
    throw invalidRequest('access-token-twice', 'The access token was sent both in the header and in the body.');
  }
  if (inHeader) return inHeader;
  if (inBody === undefined) throw noToken();
  return { token: inBody, scheme: 'Bearer' };
}

function readHeader(request: FastifyRequest, schemes: readonly string[]): PresentedToken | undefined {
  const { authorization } = request.headers;
  const scheme = authorization?.split(/\s/, 1)[0]?.toLowerCase() ?? '';
  if (authorization === undefined || !schemes.includes(scheme)) return undefined;
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token === undefined)
    throw invalidRequest('authorization-header-malformed', 'The Authorization header is malformed.');
  return { token, scheme: scheme === 'dpop' ? 'DPoP' : 'Bearer' };
}
