// Reads a bearer token (RFC 6750 2): from the header on every method, or from `access_token` in the form body of a
// POST. Never from the query, which logs and histories keep.
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../protocol/errors.ts';
import { httpError } from '../errors/http-error.ts';
import { formOf } from '../wire/request-parts.ts';

/** RFC 6750 3: without a token the challenge has no error code. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="latchkey"' };

/** `b64token` of RFC 6750 2.1, after one or more spaces (RFC 9110 11.4). */
const CREDENTIALS = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** No token was presented: 401 with a bare challenge. */
const noToken = () => httpError(401, undefined, { headers: CHALLENGE });

/**
 * The token in the `Authorization` header. Credentials of another scheme count as no token.
 * @throws 401 without one; `invalid_request` when it is malformed (RFC 6750 3.1).
 */
export function bearerFromHeader(request: FastifyRequest): string {
  const token = readHeader(request);
  if (token === undefined) throw noToken();
  return token;
}

/**
 * The token in the header or in the form body.
 * @throws 401 without one; `invalid_request` when it is malformed, or presented twice.
 */
export function bearerFromRequest(request: FastifyRequest): string {
  const inHeader = readHeader(request);
  const form = formOf(request);
  if (form.isDoubled('access_token'))
    throw invalidRequest('parameter-doubled', 'access_token was sent more than once.');
  const inBody = form.get('access_token');
  if (inHeader !== undefined && inBody !== undefined) {
    throw invalidRequest('access-token-twice', 'The access token was sent both in the header and in the body.');
  }
  const token = inHeader ?? inBody;
  if (token === undefined) throw noToken();
  return token;
}

function readHeader(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined || !/^bearer(?:\s|$)/i.test(authorization)) return undefined;
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token === undefined)
    throw invalidRequest('authorization-header-malformed', 'The Authorization header is malformed.');
  return token;
}
