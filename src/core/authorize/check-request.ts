// Checks an authorization request, in the order of contract 4: the first fault decides. The order is the security
// argument: nothing is sent to a redirect URI before it is known to be the application's.
import { parseClaimsRequest } from '../../protocol/claims-request.ts';
import {
  invalidRequest,
  notSupported,
  type OAuthError,
  unauthorizedClient,
  unsupportedResponseType,
} from '../../protocol/errors.ts';
import { CODE_CHALLENGE_METHOD, isCodeChallenge } from '../../protocol/pkce.ts';
import { isWellFormedRedirectUri, matchRedirectUri } from '../../protocol/redirect-uri.ts';
import { parseScope } from '../../protocol/scope.ts';
import type { Application, ApplicationByKey } from '../applications/application.ts';
import { type AuthorizationRequest, PROMPTS, RESPONSE_MODES } from './authorization-request.ts';
import {
  canBePosted,
  isResponseMode,
  MAX_QUERY_BYTES,
  type RequestSource,
  readRequest,
  registeredUris,
  type WayBack,
  wayBackOf,
  wayBackOfRequestObject,
} from './read-request.ts';

/** Why a request ends on a page of ours: the application or its redirect URI cannot be trusted (RFC 6749 4.1.2.1). */
export type PageRefusal =
  | 'client-id-missing'
  | 'parameter-doubled'
  | 'unknown-client'
  | 'redirect-uri-missing'
  | 'redirect-uri-malformed'
  | 'redirect-uri-unregistered';

/** Where an answer goes, and what it carries back. */
export type ReturnTo = WayBack & {
  application: Pick<Application, 'id'>;
  redirectUri: string;
};

/** `application` undefined: it is not known which it is. */
export type Refused = {
  kind: 'refuse';
  code: PageRefusal;
  detail: string;
  application: Pick<Application, 'id'> | undefined;
};

export type CheckedRequest =
  | Refused
  | ({ kind: 'return-error'; error: OAuthError } & ReturnTo)
  | { kind: 'valid'; request: AuthorizationRequest };

/** Parameters that may not be sent twice (RFC 6749 3.1); unknown ones are ignored, even doubled. */
const KNOWN_PARAMETERS = [
  'response_type',
  'state',
  'scope',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'login_hint',
  'id_token_hint',
  'ui_locales',
  'acr_values',
  'claims',
  'display',
  'response_mode',
  'request',
  'request_uri',
  'registration',
];

type Known = RequestSource & { queryBytes: number; tryIt?: boolean | undefined };
type Sent = Omit<Known, 'found'> & { found: ApplicationByKey | undefined };
type Rule = (known: Known) => OAuthError | undefined;

/** Contract 4, "Checks, in order", number 2: each is told to the redirect URI. */
const RULES: readonly Rule[] = [
  refuseDoubled,
  refuseTooLong,
  refuseSwitchedOff,
  refuseRequestObjects,
  requireResponseType,
  requireResponseMode,
  requirePkce,
  requirePrompt,
  requireMaxAge,
  requireClaims,
  requireIdTokenHint,
];

/**
 * @param input `found` is what the store knows of `client_id`; `queryBytes` the length of the query as sent; `hint`
 *   what `id_token_hint` says when it is an ID token of ours for this application; `tryIt` that it is a run which the
 *   console started for whoever sends it: led back to the console, and alone allowed while login is OFF.
 */
export function checkRequest(input: Sent): CheckedRequest {
  const { parameters, found } = input;
  const refusal = checkClientAndRedirectUri(input);
  if (refusal) return refusal;
  const redirectUri = parameters.get('redirect_uri');
  if (!found || !redirectUri) throw new Error('checkClientAndRedirectUri let an unknown application through');

  const known = { ...input, found };
  for (const rule of RULES) {
    const error = rule(known);
    if (error) {
      const { application } = found;
      const isOfObject = error.code === 'request_not_supported';
      const wayBack = isOfObject ? wayBackOfRequestObject(parameters) : wayBackOf(parameters);
      return { kind: 'return-error', application, redirectUri, ...wayBack, error };
    }
  }
  return { kind: 'valid', request: readRequest(known, redirectUri) };
}

/** Contract 4, "Checks, in order", number 1: an error page, never a redirect. */
function checkClientAndRedirectUri({ parameters, found, tryIt }: Sent): Refused | undefined {
  const application = found?.application;
  const refuse = (code: PageRefusal, detail: string): Refused => ({ kind: 'refuse', code, detail, application });
  for (const name of ['client_id', 'redirect_uri']) {
    if (parameters.isDoubled(name)) return refuse('parameter-doubled', `${name} was sent more than once.`);
  }
  if (!parameters.get('client_id')) {
    return refuse('client-id-missing', 'client_id is missing: send the API key of the application.');
  }
  if (!found) return refuse('unknown-client', 'No application has this client_id. Check the API key.');
  const sent = parameters.get('redirect_uri');
  if (!sent) return refuse('redirect-uri-missing', 'redirect_uri is missing: send one that is registered.');
  if (!isWellFormedRedirectUri(sent)) {
    return refuse('redirect-uri-malformed', 'redirect_uri is not an absolute URI without a fragment.');
  }
  if (!tryIt && !matchRedirectUri(sent, registeredUris(found))) {
    return refuse(
      'redirect-uri-unregistered',
      'redirect_uri is not registered for this application. It must equal a registered one, character by character.',
    );
  }
  return undefined;
}

function refuseDoubled({ parameters }: Known) {
  const doubled = KNOWN_PARAMETERS.find((name) => parameters.isDoubled(name));
  return doubled ? invalidRequest('parameter-doubled', `${doubled} was sent more than once.`) : undefined;
}

function refuseTooLong({ queryBytes }: Known) {
  return queryBytes > MAX_QUERY_BYTES ? invalidRequest('query-too-long', 'The query is longer than 6 KiB.') : undefined;
}

function refuseSwitchedOff({ found, tryIt }: Known) {
  return found.application.loginActivation || tryIt
    ? undefined
    : unauthorizedClient(
        'login-activation-off',
        'Login activation of this application is OFF. Its owner can switch it ON.',
      );
}

/** OpenID Connect Core 3.1.2.6: named errors, and nothing is fetched. */
function refuseRequestObjects({ parameters }: Known) {
  const names = ['request', 'request_uri', 'registration'] as const;
  const sent = names.find((name) => parameters.get(name) !== undefined);
  return sent ? notSupported(sent) : undefined;
}

function requireResponseType({ parameters }: Known) {
  const value = parameters.get('response_type');
  if (value === undefined)
    return invalidRequest('response-type-missing', 'response_type is missing: send response_type=code.');
  return value === 'code' ? undefined : unsupportedResponseType();
}

function requireResponseMode({ parameters }: Known) {
  const value = parameters.get('response_mode');
  if (value !== undefined && !isResponseMode(value)) {
    return invalidRequest('response-mode-unknown', `response_mode must be ${RESPONSE_MODES.join(' or ')}.`);
  }
  return value === 'form_post' && !canBePosted(parameters)
    ? invalidRequest(
        'response-mode-not-postable',
        'response_mode=form_post needs an http or https redirect URI: a browser posts to no other scheme.',
      )
    : undefined;
}

/** RFC 7636 4.4.1, RFC 9700 2.1.1. */
function requirePkce({ parameters, found }: Known) {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined)
      return invalidRequest('code-challenge-missing', 'code_challenge_method was sent without code_challenge.');
    return found.application.requirePkce
      ? invalidRequest(
          'pkce-required',
          'This application requires PKCE: send code_challenge with code_challenge_method=S256.',
        )
      : undefined;
  }
  if (method !== CODE_CHALLENGE_METHOD)
    return invalidRequest('code-challenge-method-unsupported', 'code_challenge_method must be S256.');
  return isCodeChallenge(challenge)
    ? undefined
    : invalidRequest('code-challenge-malformed', 'code_challenge must be 43 base64url characters without padding.');
}

function requirePrompt({ parameters }: Known) {
  const values = parseScope(parameters.get('prompt')) ?? [];
  const unknown = values.some((value) => !(PROMPTS as readonly string[]).includes(value));
  if (unknown) return invalidRequest('prompt-unknown', `prompt has a value other than ${PROMPTS.join(', ')}.`);
  return values.includes('none') && values.length > 1
    ? invalidRequest('prompt-none-combined', 'prompt=none cannot be combined with another value.')
    : undefined;
}

function requireMaxAge({ parameters }: Known) {
  const value = parameters.get('max_age');
  return value === undefined || /^\d+$/.test(value)
    ? undefined
    : invalidRequest('max-age-malformed', 'max_age must be a non-negative whole number of seconds.');
}

function requireClaims({ parameters }: Known) {
  const value = parameters.get('claims');
  return value === undefined || parseClaimsRequest(value)
    ? undefined
    : invalidRequest(
        'claims-malformed',
        'claims must be a JSON object with the members userinfo and id_token (OpenID Connect Core 5.5).',
      );
}

function requireIdTokenHint({ parameters, hint }: Known) {
  return parameters.get('id_token_hint') === undefined || hint
    ? undefined
    : invalidRequest(
        'id-token-hint-invalid',
        'id_token_hint is no ID token that this server issued to this application.',
      );
}
