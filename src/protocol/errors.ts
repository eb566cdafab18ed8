// The words in which RFC 6749 (4.1.2.1, 5.2), RFC 6750 (3.1) and OpenID Connect Core report what is wrong, and the one
// error type that carries them. Where an error goes (page, redirect, JSON) is not its business.

/** Error codes that leave the server under `/oauth/…` and at user-info. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'login_required'
  | 'consent_required'
  | 'interaction_required'
  | 'account_selection_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'
  | 'invalid_token';

/**
 * A refusal in the protocol's own terms.
 * `description` is public: English, within `%x20-21 %x23-5B %x5D-7E` (RFC 6749 5.2), helps the application's developer.
 * `detail` is private: for the log, helps the operator. Neither ever holds a secret.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly description: string;
  readonly detail: string | undefined;

  constructor(code: OAuthErrorCode, status: number, description: string, detail?: string) {
    super(`${code}: ${description}`);
    this.code = code;
    this.status = status;
    this.description = toDescriptionText(description);
    this.detail = detail;
  }
}

/** Replaces every character that RFC 6749 5.2 does not allow in `error_description`. */
export function toDescriptionText(text: string): string {
  return text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
}

export const invalidRequest = (description: string, detail?: string) =>
  new OAuthError('invalid_request', 400, description, detail);

/** Status 401 belongs to a request that carried an `Authorization` header (RFC 6749 5.2); the route decides that. */
export const invalidClient = (description: string, detail?: string) =>
  new OAuthError('invalid_client', 400, description, detail);

export const invalidGrant = (description: string, detail?: string) =>
  new OAuthError('invalid_grant', 400, description, detail);

export const unauthorizedClient = (description: string) => new OAuthError('unauthorized_client', 400, description);

export const unsupportedGrantType = () =>
  new OAuthError('unsupported_grant_type', 400, 'grant_type must be authorization_code or refresh_token.');

export const unsupportedResponseType = () =>
  new OAuthError('unsupported_response_type', 400, 'response_type must be code.');

export const invalidScope = (description: string) => new OAuthError('invalid_scope', 400, description);

export const accessDenied = (description: string) => new OAuthError('access_denied', 400, description);

export const loginRequired = (description: string) => new OAuthError('login_required', 400, description);

export const consentRequired = (description: string) => new OAuthError('consent_required', 400, description);

export const interactionRequired = (description: string) => new OAuthError('interaction_required', 400, description);

export const accountSelectionRequired = (description: string) =>
  new OAuthError('account_selection_required', 400, description);

/** RFC 6750 3.1: the access token is unknown, expired, revoked or otherwise dead; one answer for all of them. */
export const invalidToken = () =>
  new OAuthError('invalid_token', 401, 'The access token is unknown, expired or revoked.');

export const notSupported = (parameter: 'request' | 'request_uri' | 'registration') =>
  new OAuthError(`${parameter}_not_supported`, 400, `The parameter ${parameter} is not supported.`);
