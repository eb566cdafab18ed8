// Refusals of authorization requests (contract 4) and of sign-outs that an application asks for (contract 7 "Logout").
import type { Refusal } from './refusal.ts';

const UNTRUSTED = 'Nothing is sent to the redirect URI, because it is not known to be the application’s.';

export const AUTHORIZATION_REFUSALS = {
  'client-id-missing': {
    told: ['page', 'invalid_request'],
    title: 'client_id is missing',
    cause: 'The request does not say which application it is from, or says it with an empty value.',
    cure: 'Send the API key of the application’s platform entry as client_id.',
  },
  'unknown-client': {
    told: ['page', 'invalid_client'],
    title: 'No application has this client_id',
    cause:
      'The API key belongs to no platform entry: it is mistyped, of another server, or its entry or application was deleted.',
    cure: 'Copy the API key from the application’s platform entry. A key that was deleted never comes back.',
  },
  'redirect-uri-missing': {
    told: ['page', 'fault'],
    title: 'redirect_uri is missing',
    cause: `The request does not say where the answer goes. ${UNTRUSTED}`,
    cure: 'Give the redirect URI in full, also when only one is registered: for example https://www.example.com/callback.',
  },
  'redirect-uri-malformed': {
    told: ['page', 'fault'],
    title: 'The redirect URI is malformed',
    cause: `It is not an absolute URI without a fragment: a scheme, a host and a path. ${UNTRUSTED}`,
    cure: 'Write it as https://host/path, and percent-encode it once when it becomes the value of a parameter.',
  },
  'redirect-uri-unregistered': {
    told: ['page'],
    title: 'The redirect URI is not registered',
    cause: `It equals none of the application’s redirect URIs, character by character. The usual differences: http for https, a slash at the end, another port, localhost for 127.0.0.1. ${UNTRUSTED}`,
    cure: 'Register exactly the URI that is sent, or send exactly one that is registered. Only the port of a loopback address may differ.',
  },
  'parameter-doubled': {
    told: ['page', 'invalid_request'],
    title: 'A parameter was sent more than once',
    cause:
      'Parameters must not be repeated (RFC 6749 3.1), not even with an empty value. The description names the one.',
    cure: 'Send each parameter once. Look for code that adds parameters to a URL which has them already.',
  },
  'query-too-long': {
    told: ['invalid_request'],
    title: 'The query is longer than 6 KiB',
    cause: 'The authorization request carries more than the pages between here and the answer could pass on.',
    cure: 'Keep state short: a random value that names what your application stores itself.',
  },
  'login-activation-off': {
    told: ['unauthorized_client'],
    title: 'Login activation of the application is OFF',
    cause:
      'Nobody signs in at an application whose login activation is OFF, and its codes and refresh tokens rest. Nothing of them is ended.',
    cure: 'Switch login_activation to ON. Codes and tokens that have not expired meanwhile work again.',
  },
  'request-not-supported': {
    told: ['request_not_supported'],
    title: 'The parameter request is not supported',
    cause:
      'Request objects (OpenID Connect Core 6) are not taken here. Of one that could be read, response_mode and state were used to bring you this answer, and nothing else.',
    cure: 'Send the parameters themselves in the query or in a posted form.',
  },
  'request-uri-not-supported': {
    told: ['request_uri_not_supported'],
    title: 'The parameter request_uri is not supported',
    cause: 'This server fetches no request from an address that somebody else names.',
    cure: 'Send the parameters themselves in the query or in a posted form.',
  },
  'registration-not-supported': {
    told: ['registration_not_supported'],
    title: 'The parameter registration is not supported',
    cause: 'Applications are registered by their owner, not by an authorization request.',
    cure: 'Register the application by the registration API or in the console.',
  },
  'response-type-missing': {
    told: ['invalid_request'],
    title: 'response_type is missing',
    cause: 'The request does not say what kind of answer it wants.',
    cure: 'Send response_type=code.',
  },
  'response-type-unsupported': {
    told: ['unsupported_response_type'],
    title: 'Only response_type=code is supported',
    cause:
      'The implicit and hybrid flows put tokens into addresses, where histories and logs keep them (RFC 9700 2.1.2).',
    cure: 'Send response_type=code, and exchange the code at the token endpoint.',
  },
  'response-mode-unknown': {
    told: ['invalid_request'],
    title: 'response_mode has another value than query or form_post',
    cause: 'The answer is brought back in the query of the redirect URI or as a posted form, in no other way.',
    cure: 'Leave response_mode out, or send query or form_post.',
  },
  'response-mode-not-postable': {
    told: ['invalid_request'],
    title: 'form_post cannot lead to this redirect URI',
    cause: 'A browser posts forms to http and https addresses only; this redirect URI has a private-use scheme.',
    cure: 'Use response_mode=query with a private-use scheme.',
  },
  'code-challenge-missing': {
    told: ['invalid_request'],
    title: 'code_challenge_method without code_challenge',
    cause: 'The request names the method of PKCE and not the challenge.',
    cure: 'Send both: code_challenge with code_challenge_method=S256.',
  },
  'pkce-required': {
    told: ['invalid_request'],
    title: 'This application requires PKCE',
    cause: 'Its owner has set require_pkce, and the request has no code_challenge.',
    cure: 'Send code_challenge with code_challenge_method=S256, and code_verifier at the token endpoint (RFC 7636).',
  },
  'code-challenge-method-unsupported': {
    told: ['invalid_request'],
    title: 'code_challenge_method must be S256',
    cause:
      'The method is missing, which would mean plain, or is another one. With plain, whoever reads the request can redeem the code.',
    cure: 'Send code_challenge_method=S256 with the SHA-256 of the verifier, base64url-encoded.',
  },
  'code-challenge-malformed': {
    told: ['invalid_request'],
    title: 'code_challenge has the wrong shape',
    cause: 'The SHA-256 of a verifier has 43 characters of base64url without padding.',
    cure: 'Hash the verifier with SHA-256 and encode the 32 bytes as base64url without “=”; not in hexadecimal.',
  },
  'prompt-unknown': {
    told: ['invalid_request'],
    title: 'prompt has an unknown value',
    cause: 'One of the values is none of those that the discovery document lists in prompt_values_supported.',
    cure: 'Use none, login, consent, select_account or create, with spaces between.',
  },
  'prompt-none-combined': {
    told: ['invalid_request'],
    title: 'prompt=none stands beside another value',
    cause: 'none forbids every page, and the other value asks for one (OpenID Connect Core 3.1.2.1).',
    cure: 'Send prompt=none alone.',
  },
  'max-age-malformed': {
    told: ['invalid_request'],
    title: 'max_age is no number of seconds',
    cause: 'It must be a non-negative whole number, in digits only.',
    cure: 'Send seconds, for example max_age=3600.',
  },
  'claims-malformed': {
    told: ['invalid_request'],
    title: 'claims cannot be read',
    cause: 'It is no JSON object with the members userinfo and id_token, as OpenID Connect Core 5.5 describes.',
    cure: 'Send, for example, {"id_token":{"email":null}}, percent-encoded.',
  },
  'id-token-hint-invalid': {
    told: ['invalid_request', 'page'],
    title: 'id_token_hint is no ID token of this server for this application',
    cause: 'It is damaged, signed by somebody else, or was issued to another application.',
    cure: 'Send an ID token as this application got it here. One that has expired is fine.',
  },
  'persons-contradict': {
    told: ['login_required'],
    title: 'The request names two different persons',
    cause: 'id_token_hint and the sub in claims are about different people.',
    cure: 'Name the person once, or twice alike.',
  },
  'another-person-signed-in': {
    told: ['login_required'],
    title: 'Somebody else signed in than the person asked for',
    cause: 'The request names a person, and after it came, another one signed in or was chosen.',
    cure: 'Ask again with the same person if it must be that one, or without id_token_hint if anybody may sign in.',
  },
  'sign-in-needed': {
    told: ['login_required'],
    title: 'The user has to sign in',
    cause: 'prompt=none allows no page, and nobody is signed in, not recently enough, or not the person asked for.',
    cure: 'This is the normal answer to a silent request. Send the user through a request without prompt=none.',
  },
  'account-choice-needed': {
    told: ['account_selection_required'],
    title: 'The user has to choose an account',
    cause: 'prompt=none allows no page, several accounts are signed in, and none is chosen.',
    cure: 'Name the person by id_token_hint, or send the user through a request without prompt=none.',
  },
  'consent-needed': {
    told: ['consent_required'],
    title: 'The user has to be shown the consent page',
    cause: 'prompt=none allows no page, and there is something to agree to; a native application is always asked.',
    cure: 'Send the user through a request without prompt=none.',
  },
  'value-needed': {
    told: ['interaction_required'],
    title: 'A required item has no value yet',
    cause: 'prompt=none allows no page, and the user has to be asked for a value that the application requires.',
    cure: 'Send the user through a request without prompt=none, or make the consent item optional.',
  },
  'acr-unreachable': {
    told: ['access_denied'],
    title: 'The authentication context asked for cannot be reached',
    cause: 'claims asks for an acr as essential, and the way this user signed in has another one.',
    cure: 'Ask for values of acr_values_supported, and only for those without which your application cannot go on.',
  },
  'user-cancelled': {
    told: ['access_denied'],
    title: 'The user cancelled',
    cause: 'The user left the sign-in, the sign-up, the choice of an account or the consent page by its Cancel button.',
    cure: 'Show where they can start again. Ask for fewer items, and say in the purposes why you ask.',
  },
  'id-token-hint-key-gone': {
    told: ['page'],
    title: 'id_token_hint was issued to an API key that no longer exists',
    cause: 'The platform entry or the application that got the ID token was deleted.',
    cure: 'Leave id_token_hint out and send client_id: the user is asked whether to sign out.',
  },
  'id-token-hint-of-another': {
    told: ['page'],
    title: 'id_token_hint and client_id are of different applications',
    cause: 'The ID token was issued to another application than the one that client_id names.',
    cure: 'Send the two of one application, or id_token_hint alone.',
  },
  'post-logout-uri-alone': {
    told: ['page'],
    title: 'post_logout_redirect_uri stands alone',
    cause: 'Without id_token_hint or client_id nobody knows whose address it is.',
    cure: 'Send id_token_hint (best: then the user is not asked) or client_id beside it.',
  },
  'post-logout-uri-unregistered': {
    told: ['page'],
    title: 'post_logout_redirect_uri is not registered',
    cause: 'It equals none of the application’s post_logout_redirect_uris, character by character.',
    cure: 'Register exactly the URI that is sent. Redirect URIs of sign-ins do not count here.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
