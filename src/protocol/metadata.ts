// The metadata that relying parties read first (OpenID Connect Discovery 3, RFC 8414 2). One document serves both
// addresses, so that they cannot differ. It lists only what works, and its lists are those that the rules use.
import { CODE_CHALLENGE_METHOD } from './pkce.ts';

/** What the server supports, as other parts of the program define it. */
export type ProviderFacts = {
  /** Public origins. */
  issuer: string;
  apiUrl: string;
  /** Whether authorization requests can be pushed. */
  pushedRequests: boolean;
  /** Whether a `client_id` may be the URL of a document. */
  clientDocuments: boolean;
  scopes: readonly string[];
  grantTypes: readonly string[];
  /** Claims about a person. */
  claims: readonly string[];
  prompts: readonly string[];
  responseModes: readonly string[];
  signingAlgorithms: readonly string[];
  /** With which applications may sign. */
  clientAlgorithms: readonly string[];
  /** With which DPoP proofs are signed. */
  proofAlgorithms: readonly string[];
  languages: readonly string[];
};

/** By which an API key proves that it is its application's. */
const PROVING_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

/** `none`: an API key that has no secret. */
const CLIENT_AUTH_METHODS = [...PROVING_METHODS, 'none'];

/** Authentication has one factor. A value is listed when a sign-in can reach it (docs/decisions/0005). */
const ACR_VALUES = ['1', '2'];

/** Claims of the ID token itself (OpenID Connect Core 2). */
const TOKEN_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash', 'acr', 'amr', 'sid'];

export function providerMetadata(facts: ProviderFacts): Record<string, unknown> {
  const { issuer, signingAlgorithms } = facts;
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    ...(facts.pushedRequests && {
      pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
      require_pushed_authorization_requests: false,
    }),
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${facts.apiUrl}/user-info`,
    jwks_uri: `${issuer}/oauth/jwks`,
    revocation_endpoint: `${issuer}/oauth/revocation`,
    introspection_endpoint: `${issuer}/oauth/introspection`,
    device_authorization_endpoint: `${issuer}/oauth/device-authorization`,
    end_session_endpoint: `${issuer}/oauth/logout`,
    response_types_supported: ['code'],
    response_modes_supported: facts.responseModes,
    grant_types_supported: facts.grantTypes,
    code_challenge_methods_supported: [CODE_CHALLENGE_METHOD],
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    introspection_endpoint_auth_methods_supported: PROVING_METHODS,
    token_endpoint_auth_signing_alg_values_supported: facts.clientAlgorithms,
    revocation_endpoint_auth_signing_alg_values_supported: facts.clientAlgorithms,
    introspection_endpoint_auth_signing_alg_values_supported: facts.clientAlgorithms,
    dpop_signing_alg_values_supported: facts.proofAlgorithms,
    scopes_supported: facts.scopes,
    claims_supported: [...TOKEN_CLAIMS, ...facts.claims],
    claim_types_supported: ['normal'],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: signingAlgorithms,
    userinfo_signing_alg_values_supported: signingAlgorithms,
    acr_values_supported: ACR_VALUES,
    prompt_values_supported: facts.prompts,
    display_values_supported: ['page'],
    ui_locales_supported: facts.languages,
    authorization_response_iss_parameter_supported: true,
    // draft-ietf-oauth-client-id-metadata-document-01 5.
    ...(facts.clientDocuments && { client_id_metadata_document_supported: true }),
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}
