// Reads a checked authorization request into the form that the rest of the flow relies on.
import { type ClaimsRequest, NO_CLAIMS, parseClaimsRequest } from '../../protocol/claims-request.ts';
import { hasLoneSurrogate } from '../../protocol/json-text.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { isLoopbackRedirectUri, isPrivateUseRedirectUri, matchRedirectUri } from '../../protocol/redirect-uri.ts';
import { readRequestObject } from '../../protocol/request-object.ts';
import { parseScope } from '../../protocol/scope.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import { type AuthorizationRequest, type Prompt, RESPONSE_MODES, type ResponseMode } from './authorization-request.ts';

export const MAX_QUERY_BYTES = 6 * 1024;

/** `hint`: whose ID token came back; undefined when none of ours for this application did. */
export type RequestSource = {
  parameters: Parameters;
  found: ApplicationByKey;
  hint: { sub: string } | undefined;
};

export const registeredUris = (found: ApplicationByKey): string[] =>
  found.application.redirectUris.map((entry) => entry.redirectUri);

export const isResponseMode = (value: string): value is ResponseMode =>
  (RESPONSE_MODES as readonly string[]).includes(value);

/** A browser posts nothing to a private-use scheme: its form would end in silence. */
export const canBePosted = (parameters: Parameters): boolean =>
  !isPrivateUseRedirectUri(parameters.get('redirect_uri') ?? '');

/** A wrong, doubled or impossible mode is told by query (contract 4). */
export function responseModeOf(parameters: Parameters): ResponseMode {
  const value = parameters.isDoubled('response_mode') ? undefined : parameters.get('response_mode');
  return acceptableMode(value, parameters) ?? 'query';
}

const acceptableMode = (value: unknown, parameters: Parameters): ResponseMode | undefined => {
  if (typeof value !== 'string' || !isResponseMode(value)) return undefined;
  return value === 'form_post' && !canBePosted(parameters) ? undefined : value;
};

/** How an error reaches the application, and what it carries back. */
export type WayBack = { responseMode: ResponseMode; state: string | undefined };

/** Of a request whose parameters are at fault. */
export const wayBackOf = (parameters: Parameters): WayBack => ({
  responseMode: responseModeOf(parameters),
  state: parameters.isDoubled('state') ? undefined : parameters.get('state'),
});

/**
 * Of a request refused for its request object: a client that wrote `response_mode` and `state` only there waits for a
 * POST with that `state` (docs/decisions/0030-where-a-refused-request-object-goes.md). Each is read only where it is
 * absent outside, and would have been taken there.
 */
export function wayBackOfRequestObject(parameters: Parameters): WayBack {
  const outside = wayBackOf(parameters);
  const inside = readRequestObject(parameters.get('request') ?? '');
  if (!inside) return outside;
  const hasMode = parameters.get('response_mode') !== undefined;
  return {
    responseMode: hasMode ? outside.responseMode : (acceptableMode(inside.response_mode, parameters) ?? 'query'),
    state: outside.state ?? acceptableState(inside.state),
  };
}

/**
 * As a parameter it would be absent when empty, malformed with NUL or what has no UTF-8, and part of a query too long.
 */
function acceptableState(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.includes('\0') || hasLoneSurrogate(value)) return undefined;
  return encodeURIComponent(value).length <= MAX_QUERY_BYTES ? value : undefined;
}

/** Of a request that has passed every check. */
export function readRequest({ parameters, found, hint }: RequestSource, redirectUri: string): AuthorizationRequest {
  const maxAge = parameters.get('max_age');
  const claims = parseClaimsRequest(parameters.get('claims') ?? '{}') ?? NO_CLAIMS;
  return {
    redirectUri,
    native: isNative(redirectUri, found),
    responseMode: responseModeOf(parameters),
    state: parameters.get('state'),
    scope: parseScope(parameters.get('scope')),
    nonce: parameters.get('nonce'),
    codeChallenge: parameters.get('code_challenge'),
    prompt: new Set(parseScope(parameters.get('prompt')) as readonly Prompt[] | undefined),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: parameters.get('login_hint'),
    claims,
    subjects: subjectsOf(hint, claims),
    ...found,
  };
}

/** Named twice, it must be the same person. */
function subjectsOf(hint: RequestSource['hint'], { subjects }: ClaimsRequest): readonly string[] | undefined {
  if (!hint) return subjects;
  return subjects && !subjects.includes(hint.sub) ? [] : [hint.sub];
}

/** Contract 4 "Native rule": private-use scheme, the port exception, or a phone's key with a loopback URI. */
const isNative = (redirectUri: string, found: ApplicationByKey): boolean =>
  isPrivateUseRedirectUri(redirectUri) ||
  matchRedirectUri(redirectUri, registeredUris(found)) === 'other-port' ||
  (found.platform.platform !== 'Web' && isLoopbackRedirectUri(redirectUri));
