// How an error goes back to the application: by which response mode, and with which `state`. Both are read from a
// request that was refused, so nothing here relies on parameters that were checked.
import type { OAuthError } from '../../../protocol/errors.ts';
import { hasLoneSurrogate } from '../../../protocol/json-text.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { isPrivateUseRedirectUri } from '../../../protocol/redirect-uri.ts';
import { readRequestObject } from '../../../protocol/request-object.ts';
import { MAX_QUERY_BYTES, RESPONSE_MODES, type ResponseMode } from './authorization-request.ts';

export type ErrorResponse = { responseMode: ResponseMode; state: string | undefined };

/** `redirectUri` is known to be the application's. */
type RefusedRequest = { parameters: Parameters; redirectUri: string };

export const errorResponseOf = (request: RefusedRequest, error: OAuthError): ErrorResponse =>
  error.code === 'request_not_supported' ? fromRequestObject(request) : fromParameters(request);

/** A form posted to a private-use scheme reaches nobody: a browser drops it without an error. */
export const canBePosted = (redirectUri: string): boolean => !isPrivateUseRedirectUri(redirectUri);

/** An unknown, doubled or impossible response mode falls back to `query` (contract 4). */
const fromParameters = ({ parameters, redirectUri }: RefusedRequest): ErrorResponse => ({
  responseMode: usableMode(once(parameters, 'response_mode'), redirectUri) ?? 'query',
  state: once(parameters, 'state'),
});

/**
 * A client that sends a request object may have written `response_mode` and `state` only there, and then waits for a
 * POST with that `state` (docs/decisions/0030-where-a-refused-request-object-goes.md). Each of the two is read from the
 * object only if the query has none and would have accepted the value.
 */
function fromRequestObject(request: RefusedRequest): ErrorResponse {
  const { parameters, redirectUri } = request;
  const outside = fromParameters(request);
  const inside = readRequestObject(parameters.get('request') ?? '');
  if (!inside) return outside;
  const hasMode = parameters.get('response_mode') !== undefined;
  return {
    responseMode: hasMode ? outside.responseMode : (usableMode(inside.response_mode, redirectUri) ?? 'query'),
    state: outside.state ?? usableState(inside.state),
  };
}

const once = (parameters: Parameters, name: string): string | undefined =>
  parameters.isDoubled(name) ? undefined : parameters.get(name);

function usableMode(value: unknown, redirectUri: string): ResponseMode | undefined {
  const known = RESPONSE_MODES.find((mode) => mode === value);
  return known === 'form_post' && !canBePosted(redirectUri) ? undefined : known;
}

/**
 * In the query, an empty `state` would count as absent, one with NUL or without a UTF-8 form as malformed, and a long
 * one would make the query too long.
 */
function usableState(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.includes('\0') || hasLoneSurrogate(value)) return undefined;
  return encodeURIComponent(value).length <= MAX_QUERY_BYTES ? value : undefined;
}
