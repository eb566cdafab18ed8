// Refusals of clients that authenticate with an assertion (contract 40).
import type { Refusal } from './refusal.ts';

export const ASSERTION_REFUSALS = {
  'client-authentication-twice': {
    reportedAs: ['invalid_request'],
    title: 'The client authenticated in two ways',
    cause:
      'The request has a client_assertion, and a client secret or an Authorization header besides. RFC 6749 2.3 allows one way only.',
    cure: 'Send client_assertion and client_assertion_type alone. client_id may be in the body.',
  },
  'client-assertion-incomplete': {
    reportedAs: ['invalid_request'],
    title: 'client_assertion and client_assertion_type belong together',
    cause: 'Only one of the two was sent, or client_assertion_type is not the one for JWTs (RFC 7523 2.2).',
    cure: 'Send client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer and the JWT in client_assertion.',
  },
  'client-assertion-unexpected': {
    reportedAs: ['invalid_client'],
    title: 'This API key does not authenticate with private_key_jwt',
    cause:
      'The key belongs to an Android or iOS entry, or token_endpoint_auth_method of the application is not private_key_jwt. Ignoring the assertion would suggest protection that does not exist.',
    cure: 'Register jwks or jwks_uri, which sets the method, and use the API key of the Web entry.',
  },
  'client-assertion-missing': {
    reportedAs: ['invalid_client'],
    title: 'The application must authenticate with private_key_jwt',
    cause:
      'token_endpoint_auth_method is private_key_jwt: neither a client secret nor the API key alone is accepted. Registering the first key sets it.',
    cure: 'Sign a JWT with a registered key, and send it as client_assertion. To return to client secrets, remove token_endpoint_auth_method (PATCH with null).',
  },
  'client-assertion-malformed': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion is not a signed JWT',
    cause:
      'It is not a compact JWS of at most 8 KiB whose header and claims are JSON objects without repeated members, its header has crit, or its kid is not a string.',
    cure: 'Let a library build it, and send it as it is: three base64url parts without padding, joined by dots.',
  },
  'client-assertion-algorithm': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion is signed with an algorithm that is not accepted',
    cause:
      'Accepted are ES256, PS256, EdDSA (or Ed25519) and RS256. none and HS256 prove nothing: the server has no secret in common.',
    cure: 'Sign with the private key that belongs to a registered public key.',
  },
  'client-assertion-type': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion is a JWT of another kind',
    cause: 'typ in its header says what it was made for, and that is something else than to authenticate a client.',
    cure: 'Set typ to JWT or client-authentication+jwt, or omit it. Never send an ID token or an access token as assertion.',
  },
  'client-assertion-key-inside': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion carries a key, or the address of one',
    cause:
      'Its header has jwk, jku, x5u or x5c. Only registered keys count, and no address in a JWT is fetched. A private key that was sent is no longer secret.',
    cure: 'Name the key by kid. If a private key was inside, replace that key.',
  },
  'client-assertion-key-unknown': {
    reportedAs: ['invalid_client'],
    title: 'No registered key fits client_assertion',
    cause:
      'No key in jwks, or at jwks_uri, has the kid and the algorithm of the header. Keys at jwks_uri are kept for 10 minutes, and asked for again once a minute for an unknown kid.',
    cure: 'Register the public key, or publish it a minute before you sign with it.',
  },
  'client-keys-unreachable': {
    reportedAs: ['invalid_client'],
    title: 'The keys at jwks_uri could not be read',
    cause:
      'The address did not answer with 200 and a JWK set of at most 64 KiB within 5 seconds, or it is an internal address. Redirects are not followed. The last answer counts for an hour. The server’s log has the cause under the request id.',
    cure: 'Open jwks_uri from outside your network. It is asked again after a minute at the earliest.',
  },
  'client-assertion-signature': {
    reportedAs: ['invalid_client'],
    title: 'The signature of client_assertion is wrong',
    cause: 'None of the registered keys that fit its header made the signature.',
    cure: 'Compare the public key that is registered with the private key that signs. An ES256 signature is the 64 bytes of r and s, not DER.',
  },
  'client-assertion-issuer': {
    reportedAs: ['invalid_client'],
    title: 'iss and sub of client_assertion are not the client_id',
    cause: 'Both must be the API key of the Web entry, and the client_id of the request, if it is sent.',
    cure: 'Set iss and sub to the API key. An ID token or an access token is no assertion.',
  },
  'client-assertion-audience': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion is for another server',
    cause:
      'aud must be one value: the issuer, the URL of the token endpoint, or that of the endpoint called. With a second value, whoever is named there could use it here.',
    cure: 'Set aud to the issuer of the metadata, as one string.',
  },
  'client-assertion-expiry': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion has expired, or lives too long',
    cause: 'exp must be a number of seconds, in the future and at most 10 minutes ahead of the server’s clock.',
    cure: 'Set exp to one minute from now, and check the clock of the machine.',
  },
  'client-assertion-early': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion is not valid yet',
    cause: 'nbf or iat is more than 30 seconds ahead of the server’s clock, or is not a number.',
    cure: 'Check the clock of the machine. nbf can be omitted.',
  },
  'client-assertion-id': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion has no jti',
    cause: 'jti makes each assertion usable once. It must be a string of 1 to 256 characters.',
    cure: 'Set jti to a new random value in each assertion, for example a UUID.',
  },
  'client-assertion-used': {
    reportedAs: ['invalid_client'],
    title: 'client_assertion was already used',
    cause:
      'The application has already sent an assertion with this jti, which has not expired. This can mean that it was stolen on its way.',
    cure: 'Make a new assertion with a new jti for each request, also when you try again.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
