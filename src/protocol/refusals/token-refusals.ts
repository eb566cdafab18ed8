// Refusals of the token, revocation and introspection endpoints (contract 5, 7) and of user-info (contract 6).
import type { Refusal } from './refusal.ts';

const ON_PURPOSE =
  'Which of these it was is not told on purpose: whoever tries stolen or guessed values learns nothing.';

export const TOKEN_REFUSALS = {
  'parameter-missing': {
    told: ['invalid_request'],
    title: 'A parameter is missing',
    cause: 'The form lacks a parameter that the request needs, or it is empty. The description names it.',
    cure: 'Send it in the body, as application/x-www-form-urlencoded. Parameters in the query are ignored.',
  },
  'grant-type-missing': {
    told: ['invalid_request'],
    title: 'grant_type is missing',
    cause: 'The request does not say what it exchanges for tokens; often its body is JSON or stands in the query.',
    cure: 'Send grant_type=authorization_code or grant_type=refresh_token in a form-encoded body.',
  },
  'grant-type-unsupported': {
    told: ['unsupported_grant_type'],
    title: 'This grant type is not supported',
    cause:
      'Tokens are issued for an authorization code or a refresh token; never for a password, and not without a user.',
    cure: 'Send grant_type=authorization_code or grant_type=refresh_token.',
  },
  'client-id-contradicts': {
    told: ['invalid_request'],
    title: 'Two different client_ids',
    cause: 'client_id in the body is not the one in the Authorization header.',
    cure: 'Send it in one place, or the same in both.',
  },
  'client-secret-twice': {
    told: ['invalid_request'],
    title: 'The client secret was sent in two places',
    cause: 'It stands in the Authorization header and in the body (RFC 6749 2.3 allows one).',
    cure: 'Use client_secret_basic or client_secret_post, not both.',
  },
  'authorization-header-malformed': {
    told: ['invalid_client', 'invalid_request'],
    title: 'The Authorization header is malformed',
    cause:
      'At the token endpoint it is not Basic with client_id and secret, both form-url-encoded and joined by a colon; at the API host it is not Bearer with one token.',
    cure: 'Let your library make the header, and look for a proxy or a default header that adds one of its own.',
  },
  'client-secret-missing': {
    told: ['invalid_client'],
    title: 'This application must prove itself with a client secret',
    cause: 'client_secret_required is on: it was turned on by the first client secret that was made.',
    cure: 'Send a live client secret. If the application runs on a device or in a browser, delete its secrets and turn client_secret_required off.',
  },
  'client-secret-needed': {
    told: ['invalid_client'],
    title: 'Introspection needs a client secret',
    cause: 'This API key has none, and a key alone, which is public, is no proof here.',
    cure: 'Make a client secret for the application’s Web entry, and call from your backend.',
  },
  'client-secret-unexpected': {
    told: ['invalid_client'],
    title: 'This API key takes no client secret',
    cause:
      'The key is of an Android or iOS entry, or the application does not require a secret. A secret that is ignored would look like protection.',
    cure: 'Leave the secret out, use the Web entry’s key, or turn client_secret_required on.',
  },
  'client-secret-wrong': {
    told: ['invalid_client'],
    title: 'The client secret is wrong, expired or deleted',
    cause: `No live client secret of the application is the one that was sent. ${ON_PURPOSE}`,
    cure: 'Compare with the secret as it was shown once; if it is lost, make a new one, roll it out, then delete the old one.',
  },
  'code-unknown': {
    told: ['invalid_grant'],
    title: 'The code is unknown, expired, or was issued to another API key',
    cause: `No code that could still be told about was issued to this client_id with this value. ${ON_PURPOSE}`,
    cure: 'Redeem the code with the client_id of its authorization request, as it was received, decoded once, and at once.',
  },
  'code-expired': {
    told: ['invalid_grant'],
    title: 'The code has expired',
    cause:
      'More time than a code lives (a minute, by default) has passed since it was issued, or its sign-in was ended.',
    cure: 'Redeem codes at once, in the request that receives them. Start the sign-in again.',
  },
  'code-used': {
    told: ['invalid_grant'],
    title: 'The code was used before',
    cause:
      'A code works once. It came again, which happens when somebody has copied it, so all tokens issued for it have been ended (RFC 6749 4.1.2).',
    cure: 'Start the sign-in again. Look for what redeems twice: a page that is reloaded, two handlers, a retry without regard to the first answer.',
  },
  'connection-ended': {
    told: ['invalid_grant'],
    title: 'The user no longer lets this application sign in',
    cause: 'Between the sign-in and now the user disconnected the application, or the account was disabled or deleted.',
    cure: 'Treat the user as signed out. They may agree again in a new sign-in.',
  },
  'session-ended': {
    told: ['invalid_grant'],
    title: 'The user has signed out since',
    cause: 'The session in which the code was issued was ended: by signing out, a changed password, or a reset.',
    cure: 'Treat the user as signed out, and start the sign-in again when they return.',
  },
  'redirect-uri-mismatch': {
    told: ['invalid_grant'],
    title: 'redirect_uri is not the one of the authorization request',
    cause: 'The code was sent to another redirect URI. The code is still usable.',
    cure: 'Send redirect_uri with the same characters in both requests; keep it in one place of your program.',
  },
  'verifier-malformed': {
    told: ['invalid_request'],
    title: 'code_verifier has the wrong shape',
    cause: 'A verifier has 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 4.1).',
    cure: 'Make it of 32 random bytes, base64url-encoded, anew for each sign-in.',
  },
  'verifier-missing': {
    told: ['invalid_grant'],
    title: 'code_verifier is missing',
    cause: 'The authorization request had a code_challenge, so only whoever made it may redeem the code.',
    cure: 'Keep the verifier in the user’s session and send it with the code.',
  },
  'verifier-unexpected': {
    told: ['invalid_grant'],
    title: 'code_verifier was sent, but there was no code_challenge',
    cause:
      'The code was issued to a request without PKCE: the sign of a code that was put in from elsewhere (RFC 9700 4.8.2).',
    cure: 'Send code_challenge in the authorization request. If it is sent, the code is not of that request: start again.',
  },
  'verifier-mismatch': {
    told: ['invalid_grant'],
    title: 'code_verifier does not match the code_challenge',
    cause:
      'The SHA-256 of the verifier is not the challenge: often two sign-ins overlap, and the second one’s verifier took the place of the first’s.',
    cure: 'Keep one verifier for each state. Hash the verifier’s text, not its decoded bytes.',
  },
  'refresh-token-invalid': {
    told: ['invalid_grant'],
    title: 'The refresh token is unknown, expired, used or revoked',
    cause: `It was replaced when it was used; or its family was ended: by revocation, a sign-out, a changed password, the user’s disconnecting, or a replaced token that came again later and counts as stolen; or it is of another client_id. ${ON_PURPOSE} The server’s log tells it under the request id.`,
    cure: 'Keep the newest refresh token of each user, in one place, and replace it in the same step as it is used. Then start the sign-in again.',
  },
  'scope-nothing-left': {
    told: ['invalid_scope'],
    title: 'Nothing is left of scope',
    cause: 'None of the values was granted when the user agreed.',
    cure: 'Leave scope out to get all that was granted, or ask for values of the first answer’s scope.',
  },
  'scope-not-requested': {
    told: ['invalid_scope'],
    title: 'scope names what was not requested',
    cause: 'A refresh narrows what was granted; it never widens it. The description names the value.',
    cure: 'Send the user through a new authorization request that names the item.',
  },
  'access-token-invalid': {
    told: ['invalid_token'],
    title: 'The access token is unknown, expired or revoked',
    cause: `It has run out (an hour, by default), was revoked, or its family, connection, account or API key was ended, or login activation is OFF. ${ON_PURPOSE}`,
    cure: 'Refresh once. If that fails as well, start the sign-in again.',
  },
  'access-token-twice': {
    told: ['invalid_request'],
    title: 'The access token was sent twice',
    cause: 'It stands in the header and in the body (RFC 6750 2 allows one).',
    cure: 'Send it in the Authorization header only.',
  },
  'api-token-invalid': {
    told: ['invalid_token'],
    title: 'The API token is unknown or expired',
    cause: 'No live API token is the one that was sent: it was deleted, has run out, or is a token of another kind.',
    cure: 'The registration API takes API tokens (lk_api_…). Make one with `latchkey api-tokens create`.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
