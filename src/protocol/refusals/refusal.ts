// What a refusal is: something this server says no to, under a code that never changes its meaning. The definitions
// stand in this folder, and those of single faults in core/applications/fault-causes.ts; docs/errors.md and the page
// `/errors` are made from them (contract 9 "Errors"; RFC 6749 5.2 `error_uri`; RFC 9457 `type`).

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
 * How a refusal is told: as an error of the protocol, under an HTTP status, on a `page` of ours, or as a `fault` among
 * the `errors` of a problem.
 */
export type ToldAs = OAuthErrorCode | number | 'page' | 'fault';

/**
 * `cause` says what happened, `cure` what the application's developer does about it: English sentences. Where an
 * attacker must not learn which of several causes it was, they share one code, and its cause says so.
 */
export type Refusal = { told: readonly ToldAs[]; title: string; cause: string; cure: string };
