// Reads how an application proves itself at the token endpoint (contract 5, RFC 6749 2.3.1): Basic, or the form body, or
// its API key alone. Whether the proof holds is core's business.
import type { FastifyRequest } from 'fastify';
import { invalidClient, invalidRequest, OAuthError } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';

export type ClientCredentials = { apiKey: string; secret: string | undefined };

/** @throws OAuthError `invalid_client` (401 when an `Authorization` header was sent), `invalid_request` */
export function readClientCredentials(request: FastifyRequest, body: Parameters): ClientCredentials {
  const basic = readBasic(request.headers.authorization);
  const apiKey = body.get('client_id');
  const secret = body.get('client_secret');
  if (basic && apiKey !== undefined && basic.apiKey !== apiKey) {
    throw invalidRequest('client_id in the body is not the one in the Authorization header.');
  }
  if (basic?.secret !== undefined && secret !== undefined) {
    throw invalidRequest('Send the client secret in the Authorization header or in the body, not both.');
  }
  const named = basic?.apiKey ?? apiKey;
  if (named === undefined) throw invalidRequest('client_id is missing: send the API key of the application.');
  return { apiKey: named, secret: basic?.secret ?? secret };
}

/** RFC 6749 5.2: a client that tried the `Authorization` header is answered 401 with the scheme it tried. */
export function asChallenge(error: unknown, request: FastifyRequest): unknown {
  const tried = request.headers.authorization !== undefined;
  return tried && error instanceof OAuthError && error.code === 'invalid_client'
    ? new OAuthError('invalid_client', 401, error.description, error.detail)
    : error;
}

export const BASIC_CHALLENGE = 'Basic realm="latchkey"';

/** Both halves are form-url-encoded before they are joined (RFC 6749 2.3.1); an empty password is no secret. */
function readBasic(header: string | undefined): ClientCredentials | undefined {
  if (header === undefined) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw invalidClient('The Authorization header must be Basic with client_id and secret.');
  try {
    const decode = (half: string) => decodeURIComponent(half.replaceAll('+', ' '));
    return { apiKey: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) || undefined };
  } catch {
    throw invalidClient('The Authorization header is not form-url-encoded.');
  }
}
