// Defines a refusal: a "no" of this server, under a code that never changes its meaning. The definitions are in this
// folder, and those of single faults in core/applications/applications/fault-causes.ts. docs/errors.md and the page
// `/errors` are made from them (contract 9 "Errors"; RFC 6749 5.2 `error_uri`; RFC 9457 `type`).

/** The error codes of `/oauth/…` and user-info. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'login_required'
  | 'consent_required'
  | 'interaction_required'
  | 'account_selection_required'
  | 'unmet_authentication_requirements'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'
  | 'invalid_token'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce'
  | 'insufficient_scope';

/**
 * How a refusal is reported: as an error of the protocol, with an HTTP status, on a `page` of ours, or as a `fault`
 * among the `errors` of a problem.
 */
export type ReportedAs = OAuthErrorCode | number | 'page' | 'fault';

/**
 * `cause`: what happened; `cure`: what the application's developer can do. Both are English sentences. Where an
 * attacker must not learn which of several causes applies, they share one code, and its cause says so.
 */
export type Refusal = { reportedAs: readonly ReportedAs[]; title: string; cause: string; cure: string };
