// Authorization server metadata (RFC 8414). Only what works is listed.
import { CODE_CHALLENGE_METHOD } from './pkce.ts';

/** @param input `issuer` and `apiUrl` are origins; `scopes` and `languages` what the server knows. */
export function authorizationServerMetadata(input: {
  issuer: string;
  apiUrl: string;
  scopes: readonly string[];
  languages: readonly string[];
}): Record<string, unknown> {
  return {
    issuer: input.issuer,
    authorization_endpoint: `${input.issuer}/oauth/authorize`,
    token_endpoint: `${input.issuer}/oauth/token`,
    userinfo_endpoint: `${input.apiUrl}/user-info`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: [CODE_CHALLENGE_METHOD],
    scopes_supported: input.scopes,
    ui_locales_supported: input.languages,
    authorization_response_iss_parameter_supported: true,
  };
}
