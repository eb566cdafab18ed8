// The error codes of RFC 6749 (4.1.2.1, 5.2), RFC 6750 (3.1) and OpenID Connect, and the error type that carries
// them. How an error is sent (page, redirect, JSON) is decided elsewhere.
import type { OAuthErrorCode } from './refusals/refusal.ts';
import type { RefusalCode, RefusalReportedAs } from './refusals/refusals.ts';

/**
 * A refusal as an error of the protocol.
 * `refusal` is the code of the refusal, which leads to its cause and cure.
 * `description` is public, for the application's developer: English, within `%x20-21 %x23-5B %x5D-7E` (RFC 6749 5.2).
 * `detail` is private, for the log and the operator. Neither ever contains a secret.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly refusal: RefusalCode;
  readonly status: number;
  readonly description: string;
  readonly detail: string | undefined;
  /** The scope that is required (RFC 6750 3). */
  readonly scope: string | undefined;
  /** The scheme of the challenge, where a token was sent (RFC 6750 3, RFC 9449 7.1). */
  readonly scheme: 'Bearer' | 'DPoP';

  constructor(
    code: OAuthErrorCode,
    refusal: RefusalCode,
    status: number,
    description: string,
    { detail, scope, scheme = 'Bearer' }: OAuthErrorDetails = {},
  ) {
    super(`${code}: ${description}`);
    this.code = code;
    this.refusal = refusal;
    this.status = status;
    this.description = toDescriptionText(description);
    this.detail = detail;
    this.scope = scope;
    this.scheme = scheme;
  }
}

type OAuthErrorDetails = {
  detail?: string | undefined;
  scope?: string | undefined;
  scheme?: OAuthError['scheme'];
};

/** Replaces every character that RFC 6749 5.2 does not allow in `error_description`. */
export function toDescriptionText(text: string): string {
  return text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
}

/** Makes the factory of an error with status 400. */
const factory =
  <Code extends OAuthErrorCode>(code: Code) =>
  (refusal: RefusalReportedAs<Code>, description: string, detail?: string) =>
    new OAuthError(code, refusal, 400, description, { detail });

export const invalidRequest = factory('invalid_request');
export const invalidClient = factory('invalid_client');
export const invalidGrant = factory('invalid_grant');
/** What would end on an error page, of a request that is pushed: it is told to the client (RFC 9126 2.3). */
export const invalidPush = (refusal: RefusalReportedAs<'page'>, description: string) =>
  new OAuthError('invalid_request', refusal, 400, description);
/** RFC 9449 5. At user-info `asUnauthorized`. */
export const invalidProof = factory('invalid_dpop_proof');
/** RFC 9449 8. */
export const useProofNonce = factory('use_dpop_nonce');
/** RFC 8628 3.5. */
export const authorizationPending = factory('authorization_pending');
export const slowDown = factory('slow_down');
export const expiredToken = factory('expired_token');
export const unauthorizedClient = factory('unauthorized_client');
export const invalidScope = factory('invalid_scope');
/** RFC 8707 2. */
export const invalidTarget = factory('invalid_target');
export const accessDenied = factory('access_denied');
export const loginRequired = factory('login_required');
export const consentRequired = factory('consent_required');
export const interactionRequired = factory('interaction_required');
export const accountSelectionRequired = factory('account_selection_required');
/** OpenID Connect Core Error Code unmet_authentication_requirements 1.0. */
export const unmetAuthenticationRequirements = factory('unmet_authentication_requirements');

/**
 * The same error with status 401, for a request that has an `Authorization` header (RFC 6749 5.2), which the route
 * knows.
 */
export const asUnauthorized = (error: OAuthError): OAuthError =>
  new OAuthError(error.code, error.refusal, 401, error.description, error);

/** The same error with a challenge of the scheme DPoP, and status 401. */
export const asDpopChallenge = (error: OAuthError): OAuthError =>
  new OAuthError(error.code, error.refusal, 401, error.description, { detail: error.detail, scheme: 'DPoP' });

/** @param known the supported grant types */
export const unsupportedGrantType = (known: readonly string[]) =>
  new OAuthError(
    'unsupported_grant_type',
    'grant-type-unsupported',
    400,
    `grant_type must be one of ${known.join(', ')}.`,
  );

export const unsupportedResponseType = () =>
  new OAuthError('unsupported_response_type', 'response-type-unsupported', 400, 'response_type must be code.');

/** RFC 6750 3.1: the access token is unknown, expired, revoked or otherwise invalid; all of these get one answer. */
export const invalidToken = (
  refusal: RefusalReportedAs<'invalid_token'> = 'access-token-invalid',
  description = 'The access token is unknown, expired or revoked.',
) => new OAuthError('invalid_token', refusal, 401, description);

/** RFC 6750 3.1: the token is valid and does not have the scope that the route requires. */
export const insufficientScope = (scope: string) =>
  new OAuthError('insufficient_scope', 'api-token-scope', 403, `This requires an API token with the scope ${scope}.`, {
    scope,
  });

const NOT_SUPPORTED = {
  request: 'request-not-supported',
  request_uri: 'request-uri-not-supported',
  registration: 'registration-not-supported',
} as const;

export const notSupported = (parameter: keyof typeof NOT_SUPPORTED) =>
  new OAuthError(
    `${parameter}_not_supported`,
    NOT_SUPPORTED[parameter],
    400,
    `The ${parameter} parameter is not supported.`,
  );
