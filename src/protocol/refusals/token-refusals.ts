// Refusals of the token, revocation and introspection endpoints (contract 5, 7) and of user-info (contract 6).
import type { Refusal } from './refusal.ts';

const ON_PURPOSE = 'The response does not say which on purpose, so that stolen or guessed values reveal nothing.';

export const TOKEN_REFUSALS = {
  'parameter-missing': {
    reportedAs: ['invalid_request'],
    title: 'A required parameter is missing',
    cause: 'The form has no value for a required parameter. The description names the parameter.',
    cure: 'Send the parameter in the body as application/x-www-form-urlencoded. Query parameters are ignored.',
  },
  'grant-type-missing': {
    reportedAs: ['invalid_request'],
    title: 'grant_type is missing',
    cause:
      'The request does not say which grant to exchange. Often the body is JSON, or the parameters are in the query.',
    cure: 'Send grant_type=authorization_code or grant_type=refresh_token in a form-encoded body.',
  },
  'grant-type-unsupported': {
    reportedAs: ['unsupported_grant_type'],
    title: 'The grant type is not supported',
    cause:
      'Every application can exchange authorization codes and refresh tokens, and device codes where grant_types says so; client_credentials is for those to which an operator gave scopes of an API. The password grant is not supported.',
    cure: 'Send grant_type=authorization_code, grant_type=refresh_token or, on a device without a browser, grant_type=urn:ietf:params:oauth:grant-type:device_code.',
  },
  'client-id-contradicts': {
    reportedAs: ['invalid_request'],
    title: 'The request has two different client_ids',
    cause: 'client_id in the body differs from the one in the Authorization header.',
    cure: 'Send client_id in one place only, or send the same value in both.',
  },
  'client-secret-twice': {
    reportedAs: ['invalid_request'],
    title: 'The client secret was sent twice',
    cause: 'The client secret is in both the Authorization header and the body. RFC 6749 2.3 allows only one.',
    cure: 'Use client_secret_basic or client_secret_post, not both.',
  },
  'authorization-header-malformed': {
    reportedAs: ['invalid_client', 'invalid_request'],
    title: 'The Authorization header is malformed',
    cause:
      'The token endpoint expects Basic with client_id and client secret, both form-url-encoded and joined by a colon. The API host expects Bearer with one token.',
    cure: 'Let your library build the header. Check for a proxy or a default header that adds another one.',
  },
  'client-secret-missing': {
    reportedAs: ['invalid_client'],
    title: 'The client secret is missing',
    cause: 'client_secret_required is on for this application. Creating the first client secret turns it on.',
    cure: 'Send an active client secret. If the application runs on a device or in a browser, delete its secrets and turn client_secret_required off.',
  },
  'client-secret-needed': {
    reportedAs: ['invalid_client'],
    title: 'Introspection requires client authentication',
    cause:
      'This API key has neither a client secret nor private_key_jwt. The API key alone is public and proves nothing.',
    cure: 'Create a client secret for the Web platform entry, or register a key, and call introspection from your backend.',
  },
  'client-secret-unexpected': {
    reportedAs: ['invalid_client'],
    title: 'This API key does not accept a client secret',
    cause:
      'The key belongs to an Android or iOS entry, or the application does not require a secret. Ignoring the secret would suggest protection that does not exist.',
    cure: 'Omit the secret, use the API key of the Web entry, or turn client_secret_required on.',
  },
  'client-secret-wrong': {
    reportedAs: ['invalid_client'],
    title: 'The client secret is wrong, expired or deleted',
    cause: `The application has no active client secret with this value. ${ON_PURPOSE}`,
    cure: 'Compare it with the secret you copied when it was created. If the secret is lost, create a new one, deploy it, then delete the old one.',
  },
  'code-unknown': {
    reportedAs: ['invalid_grant'],
    title: 'The code is unknown, expired, or was issued to another API key',
    cause: `No authorization code with this value was issued to this client_id, or it was deleted after it expired. ${ON_PURPOSE}`,
    cure: 'Redeem the code immediately, decoded exactly once, with the client_id of the authorization request.',
  },
  'code-expired': {
    reportedAs: ['invalid_grant'],
    title: 'The code has expired',
    cause: 'The lifetime of the code (one minute by default) is over, or its session was ended.',
    cure: 'Redeem the code in the request that receives it. Start the sign-in again.',
  },
  'code-used': {
    reportedAs: ['invalid_grant'],
    title: 'The code was already used',
    cause:
      'A code works once. A second use can mean that the code was stolen, so all tokens issued for it were revoked (RFC 6749 4.1.2).',
    cure: 'Start the sign-in again. Look for code that redeems twice: a page reload, two handlers, or a retry that ignores the first response.',
  },
  'connection-ended': {
    reportedAs: ['invalid_grant'],
    title: 'The user no longer allows this application',
    cause: 'After the sign-in, the user disconnected the application, or the account was disabled or deleted.',
    cure: 'Treat the user as signed out. The user can agree again in a new sign-in.',
  },
  'session-ended': {
    reportedAs: ['invalid_grant'],
    title: 'The user has signed out',
    cause: 'The session in which the code was issued was ended by a sign-out, a password change or a password reset.',
    cure: 'Treat the user as signed out. Start the sign-in again when the user returns.',
  },
  'redirect-uri-mismatch': {
    reportedAs: ['invalid_grant'],
    title: 'redirect_uri differs from the authorization request',
    cause: 'The code was issued for a different redirect URI. The code can still be used.',
    cure: 'Send exactly the same redirect_uri in both requests. Define it in one place of your program.',
  },
  'verifier-malformed': {
    reportedAs: ['invalid_request'],
    title: 'code_verifier is malformed',
    cause: 'A verifier has 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 4.1).',
    cure: 'Create a new verifier for each sign-in: 32 random bytes, base64url-encoded.',
  },
  'verifier-missing': {
    reportedAs: ['invalid_grant'],
    title: 'code_verifier is missing',
    cause: 'The authorization request had a code_challenge, so the token request must have the code_verifier.',
    cure: 'Store the verifier in the user’s session and send it with the code.',
  },
  'verifier-unexpected': {
    reportedAs: ['invalid_grant'],
    title: 'code_verifier was sent without a code_challenge',
    cause:
      'The authorization request had no code_challenge. This can mean that the code was injected from another sign-in (RFC 9700 4.8.2).',
    cure: 'Send code_challenge in the authorization request. If you do, the code belongs to another request: start the sign-in again.',
  },
  'verifier-mismatch': {
    reportedAs: ['invalid_grant'],
    title: 'code_verifier does not match the code_challenge',
    cause:
      'The SHA-256 of the verifier differs from the challenge. Often two sign-ins overlap, and the verifier of the second replaced the first.',
    cure: 'Store one verifier for each state. Hash the text of the verifier, not its decoded bytes.',
  },
  'refresh-token-invalid': {
    reportedAs: ['invalid_grant'],
    title: 'The refresh token is unknown, expired, used or revoked',
    cause: `The token was replaced when it was used, was issued to another client_id, or its family was revoked: by revocation, a sign-out, a password change, a disconnect, or the late reuse of a replaced token, which counts as stolen. ${ON_PURPOSE} The server’s log has the cause under the request id.`,
    cure: 'Store the newest refresh token of each user in one place, and replace it when you use it. Then start the sign-in again.',
  },
  'scope-nothing-left': {
    reportedAs: ['invalid_scope'],
    title: 'scope contains no granted value',
    cause: 'None of the requested values was granted.',
    cure: 'Omit scope to get everything that was granted, or request values from the scope of the first token response.',
  },
  'scope-not-requested': {
    reportedAs: ['invalid_scope'],
    title: 'scope contains a value that was not requested',
    cause: 'A refresh can narrow the scope but never widen it. The description names the value.',
    cure: 'Send the user through a new authorization request that includes the value.',
  },
  'access-token-invalid': {
    reportedAs: ['invalid_token'],
    title: 'The access token is unknown, expired or revoked',
    cause: `The token expired (after one hour by default), was revoked, its family, connection, account or API key was ended, or login activation is OFF. ${ON_PURPOSE}`,
    cure: 'Refresh once. If that also fails, start the sign-in again.',
  },
  'access-token-twice': {
    reportedAs: ['invalid_request'],
    title: 'The access token was sent twice',
    cause: 'The token is in both the header and the body. RFC 6750 2 allows only one.',
    cure: 'Send the token in the Authorization header only.',
  },
  'api-token-invalid': {
    reportedAs: ['invalid_token'],
    title: 'The API token is unknown or expired',
    cause: 'No active API token has this value. The token was deleted, has expired, or is not an API token.',
    cure: 'Use an API token (lk_api_…). Create one with `latchkey api-tokens create`.',
  },
  'api-token-scope': {
    reportedAs: ['insufficient_scope'],
    title: 'The API token does not have the required scope',
    cause:
      'Each route of the API host requires one scope, which WWW-Authenticate names. The token was created without it, or the role of its account no longer allows it.',
    cure: 'Create a token with this scope, for example with `latchkey api-tokens create --scope`.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
