// Refusals of authorization requests (contract 4).
import type { Refusal } from './refusal.ts';

const UNTRUSTED = 'The error is shown on a page, because this redirect URI is not known to belong to the application.';

export const AUTHORIZATION_REFUSALS = {
  'client-id-missing': {
    reportedAs: ['page', 'invalid_request'],
    title: 'client_id is missing',
    cause: 'The request has no client_id, or its value is empty.',
    cure: 'Send the API key of your platform entry as client_id.',
  },
  'unknown-client': {
    reportedAs: ['page', 'invalid_client'],
    title: 'No application has this client_id',
    cause:
      'No platform entry has this API key. The key is mistyped, belongs to another server, or its platform entry or application was deleted.',
    cure: 'Copy the API key from the platform entry of your application. A deleted key is never issued again.',
  },
  'redirect-uri-missing': {
    reportedAs: ['page', 'invalid_request', 'fault'],
    title: 'redirect_uri is missing',
    cause: `The request does not say where to send the response. ${UNTRUSTED}`,
    cure: 'Send the full redirect URI, even if only one is registered. Example: https://www.example.com/callback.',
  },
  'redirect-uri-malformed': {
    reportedAs: ['page', 'invalid_request', 'fault'],
    title: 'The redirect URI is malformed',
    cause: `The redirect URI must be absolute, with scheme, host and path, and must have no fragment. ${UNTRUSTED}`,
    cure: 'Use the form https://host/path. Percent-encode the URI exactly once when you send it as a parameter.',
  },
  'redirect-uri-unregistered': {
    reportedAs: ['page', 'invalid_request'],
    title: 'The redirect URI is not registered',
    cause: `The redirect URI matches none of the application’s registered redirect URIs. URIs are compared character by character. Common differences: http instead of https, a trailing slash, another port, localhost instead of 127.0.0.1. ${UNTRUSTED}`,
    cure: 'Register exactly the URI you send, or send exactly a registered one. Only the port of a loopback address may differ.',
  },
  'parameter-doubled': {
    reportedAs: ['page', 'invalid_request'],
    title: 'A parameter was sent more than once',
    cause:
      'Parameters must not be repeated (RFC 6749 3.1), even with an empty value. The description names the parameter.',
    cure: 'Send each parameter once. Look for code that adds parameters to a URL that already has them.',
  },
  'query-too-long': {
    reportedAs: ['invalid_request'],
    title: 'The query is longer than 6 KiB',
    cause: 'The query of the authorization request exceeds the limit of 6 KiB.',
    cure: 'Keep state short: send a random value and store the data in your application.',
  },
  'login-activation-off': {
    reportedAs: ['unauthorized_client'],
    title: 'Login activation of the application is OFF',
    cause:
      'While login activation is OFF, nobody can sign in to the application, and its codes and refresh tokens do not work. They are not revoked.',
    cure: 'Set login_activation to ON. Codes and tokens that have not expired work again.',
  },
  'request-not-supported': {
    reportedAs: ['request_not_supported'],
    title: 'The request parameter is not supported',
    cause:
      'Request objects (OpenID Connect Core 6) are not supported. If the object is readable, only its response_mode and state are used, to return this error.',
    cure: 'Send the parameters in the query or in a posted form.',
  },
  'request-uri-not-supported': {
    reportedAs: ['request_uri_not_supported'],
    title: 'The request_uri parameter is not supported',
    cause:
      'This server does not fetch authorization requests from a URI. Of its own references, which begin with urn:ietf:params:oauth:request_uri:, it takes those that it gave, where requests can be pushed.',
    cure: 'Send the parameters in the query or in a posted form, or push them to the address in the metadata.',
  },
  'registration-not-supported': {
    reportedAs: ['registration_not_supported'],
    title: 'The registration parameter is not supported',
    cause: 'An authorization request cannot register an application. Only an owner can.',
    cure: 'Register the application through the registration API or in the console.',
  },
  'response-type-missing': {
    reportedAs: ['invalid_request'],
    title: 'response_type is missing',
    cause: 'The request has no response_type.',
    cure: 'Send response_type=code.',
  },
  'response-type-unsupported': {
    reportedAs: ['unsupported_response_type'],
    title: 'Only response_type=code is supported',
    cause:
      'The implicit and hybrid flows return tokens in URLs, which browser histories and logs store (RFC 9700 2.1.2).',
    cure: 'Send response_type=code, and exchange the code at the token endpoint.',
  },
  'response-mode-unknown': {
    reportedAs: ['invalid_request'],
    title: 'response_mode must be query or form_post',
    cause: 'Responses are returned only in the query of the redirect URI or as a posted form.',
    cure: 'Omit response_mode, or send query or form_post.',
  },
  'response-mode-not-postable': {
    reportedAs: ['invalid_request'],
    title: 'form_post does not work with this redirect URI',
    cause: 'Browsers post forms only to http and https URLs, and this redirect URI has a private-use scheme.',
    cure: 'Use response_mode=query with a private-use scheme.',
  },
  'code-challenge-missing': {
    reportedAs: ['invalid_request'],
    title: 'code_challenge is missing',
    cause: 'The request has code_challenge_method but no code_challenge.',
    cure: 'Send code_challenge together with code_challenge_method=S256.',
  },
  'pkce-required': {
    reportedAs: ['invalid_request'],
    title: 'PKCE is required',
    cause:
      'require_pkce is on for this application, or the redirect URI is on a port of localhost that is not registered; and the request has no code_challenge.',
    cure: 'Send code_challenge with code_challenge_method=S256, and send code_verifier to the token endpoint (RFC 7636).',
  },
  'code-challenge-method-unsupported': {
    reportedAs: ['invalid_request'],
    title: 'code_challenge_method must be S256',
    cause:
      'code_challenge_method is missing, which means plain, or has another value than S256. With plain, anyone who can read the request can redeem the code.',
    cure: 'Send code_challenge_method=S256 with the base64url-encoded SHA-256 of the verifier.',
  },
  'code-challenge-malformed': {
    reportedAs: ['invalid_request'],
    title: 'code_challenge is malformed',
    cause: 'The SHA-256 of a verifier is 43 characters of base64url without padding.',
    cure: 'Hash the verifier with SHA-256 and encode the 32 bytes as base64url without “=”. Do not use hexadecimal.',
  },
  'prompt-unknown': {
    reportedAs: ['invalid_request'],
    title: 'prompt has an unsupported value',
    cause: 'At least one value is not in prompt_values_supported of the discovery document.',
    cure: 'Use none, login, consent, select_account or create, separated by spaces.',
  },
  'prompt-none-combined': {
    reportedAs: ['invalid_request'],
    title: 'prompt=none is combined with another value',
    cause: 'none forbids every page, but the other value requires one (OpenID Connect Core 3.1.2.1).',
    cure: 'Send prompt=none without other values.',
  },
  'max-age-malformed': {
    reportedAs: ['invalid_request'],
    title: 'max_age is malformed',
    cause: 'max_age must be a non-negative integer, written in digits only.',
    cure: 'Send a number of seconds, for example max_age=3600.',
  },
  'claims-malformed': {
    reportedAs: ['invalid_request'],
    title: 'claims is malformed',
    cause:
      'claims must be a JSON object with the members userinfo and id_token, as described in OpenID Connect Core 5.5. Each value of sub is a string.',
    cure: 'Send a percent-encoded JSON object, for example {"id_token":{"email":null}}.',
  },
  'id-token-hint-invalid': {
    reportedAs: ['invalid_request', 'page'],
    title: 'id_token_hint is not valid',
    cause: 'The ID token is damaged, was not issued by this server, or was issued to another application.',
    cure: 'Send an ID token that this server issued to your application. It may be expired.',
  },
  'persons-contradict': {
    reportedAs: ['login_required'],
    title: 'The request names two different users',
    cause: 'id_token_hint and the sub in claims identify different users.',
    cure: 'Send only one of them, or make both identify the same user.',
  },
  'another-person-signed-in': {
    reportedAs: ['login_required'],
    title: 'A different user signed in',
    cause: 'The request asked for a specific user, but another user signed in or was chosen.',
    cure: 'Send the request again if it must be that user. If any user may sign in, omit id_token_hint.',
  },
  'sign-in-needed': {
    reportedAs: ['login_required'],
    title: 'The user must sign in',
    cause:
      'prompt=none shows no page, and the user is not signed in, signed in too long ago, or is not the requested user.',
    cure: 'This is the normal response to a silent request. Send the user through a request without prompt=none.',
  },
  'account-choice-needed': {
    reportedAs: ['account_selection_required'],
    title: 'The user must choose an account',
    cause: 'prompt=none shows no page, several accounts are signed in, and none is selected.',
    cure: 'Name the user with id_token_hint, or send the user through a request without prompt=none.',
  },
  'consent-needed': {
    reportedAs: ['consent_required'],
    title: 'The user must see the consent page',
    cause:
      'prompt=none shows no page, and the user has not agreed to everything. Users of native applications see the consent page every time.',
    cure: 'Send the user through a request without prompt=none.',
  },
  'documents-needed': {
    reportedAs: ['interaction_required'],
    title: 'The user has to agree to the documents of the service',
    cause:
      'The request has prompt=none, and the user has not agreed to the current version of a document that the operator of the server requires, such as the terms of the service.',
    cure: 'Send the request without prompt=none. The user is asked once for each version.',
  },
  'second-factor-needed': {
    reportedAs: ['interaction_required'],
    title: 'The user has to use a second factor',
    cause:
      'The request has prompt=none, the operator of the server requires a second factor of everyone, and the user signed in without one or has none yet.',
    cure: 'Send the request without prompt=none. The user is asked for the second factor, or to set one up.',
  },
  'verification-needed': {
    reportedAs: ['interaction_required'],
    title: 'The user has to verify their email address',
    cause:
      'The request has prompt=none, and the application requires a verified email address (verified on the consent item email). The address of the user is not verified.',
    cure: 'Send the request without prompt=none. The user is asked to verify the address.',
  },
  'address-unverified': {
    reportedAs: ['access_denied'],
    title: 'The email address is not verified',
    cause:
      'The application requires a verified email address (verified on the consent item email), and the server sends no email by which the user could verify theirs.',
    cure: 'Ask the operator to verify the address of the user, or remove verified from the consent item.',
  },
  'value-needed': {
    reportedAs: ['interaction_required'],
    title: 'A required item has no value',
    cause: 'prompt=none shows no page, and the user must enter a value that the application requires.',
    cure: 'Send the user through a request without prompt=none, or make the consent item optional.',
  },
  'acr-unreachable': {
    reportedAs: ['unmet_authentication_requirements'],
    title: 'The requested authentication context is not available',
    cause:
      'claims requests an acr value as essential, and the user cannot sign in that way. An account without a second factor does not reach 2, unless the operator of the server requires one of everyone.',
    cure: 'Request only values listed in acr_values_supported, and mark only those as essential that your application cannot work without.',
  },
  'user-cancelled': {
    reportedAs: ['access_denied', 'unmet_authentication_requirements'],
    title: 'The user cancelled',
    cause:
      'The user selected Cancel on a page between the request and its answer, such as sign-in or consent. Where the page asked them to set up a second factor, the error is unmet_authentication_requirements.',
    cure: 'Show the user where to start again. Request fewer items, and explain in their purposes why you need them.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
