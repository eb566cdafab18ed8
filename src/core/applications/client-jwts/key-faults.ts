// What can be wrong with the keys of an application and with what it demands of its requests (contract 40, 42), and why
// each rule is.
import { MAX_CLIENT_KEYS } from '../../server/keys/client-key.ts';

export const CLIENT_KEY_DETAILS = {
  'pushed-requests-off': 'Requests cannot be pushed on this server. Ask its operator for LATCHKEY_PUSHED_REQUESTS.',
  'security-profile-unknown': 'Use FAPI 2.0, or omit security_profile.',
  'fapi-key-missing': 'FAPI 2.0 needs a key: register jwks or jwks_uri.',
  'fapi-redirect-uri': 'FAPI 2.0 needs https here; http is for loopback alone.',
  'fapi-device-grant': 'FAPI 2.0 has no device grant: remove it from grant_types.',
  'fapi-platform': 'FAPI 2.0 is for clients that can keep a key: remove the Android and iOS entries.',
  'fapi-algorithm': 'FAPI 2.0 does not allow RS256. Use ES256 or EdDSA.',
  'fapi-api-algorithm':
    'An API of which the application has scopes, or asks people for some, signs with RS256, which FAPI 2.0 does not allow. Ask its operator for ES256.',
  'auth-method-unknown': 'Use private_key_jwt, or omit token_endpoint_auth_method.',
  'jwks-malformed': 'Send a JWK set: {"keys": [ … ]}.',
  'jwks-too-many': `An application can have at most ${MAX_CLIENT_KEYS} keys. Publish more at jwks_uri.`,
  'jwks-twice': 'An application has jwks or jwks_uri, not both. Send null for the other.',
  'jwks-not-web': 'Keys belong to the Web entry. Add the platform Web first.',
  'jwks-uri-malformed': 'Enter an https URI of at most 2,000 characters.',
  'jwk-private':
    'This is a private or symmetric key. Register the public key alone, and replace a private key that was sent.',
  'jwk-unusable':
    'Use a public signing key: EC with P-256 (ES256), OKP with Ed25519 (EdDSA), or RSA of 2048 to 8192 bits (PS256, RS256).',
} as const;

export const CLIENT_KEY_CAUSES: Readonly<Record<keyof typeof CLIENT_KEY_DETAILS, { title: string; cause: string }>> = {
  'pushed-requests-off': {
    title: 'Requests cannot be pushed here',
    cause:
      'An application that demands pushed requests of itself could sign nobody in on a server that takes none (contract 42).',
  },
  'security-profile-unknown': {
    title: 'security_profile is not valid',
    cause: 'An application follows FAPI 2.0, or the ordinary rules.',
  },
  'fapi-key-missing': {
    title: 'FAPI 2.0 needs a key',
    cause:
      'The application authenticates with private_key_jwt alone (contract 44), so without a key it could do nothing.',
  },
  'fapi-redirect-uri': {
    title: 'FAPI 2.0 needs https redirect URIs',
    cause: 'Whoever reads an answer on its way has the code (FAPI 2.0 Security Profile 5.3.2.2).',
  },
  'fapi-device-grant': {
    title: 'FAPI 2.0 has no device grant',
    cause:
      'A code that somebody types begins no request that was pushed and bound to a key, and the profile leaves no way beside that one (contract 44).',
  },
  'fapi-platform': {
    title: 'FAPI 2.0 has no public clients',
    cause: 'Keys of Android and iOS entries are public and cannot authenticate (FAPI 2.0 Security Profile 5.3.2.1).',
  },
  'fapi-algorithm': {
    title: 'FAPI 2.0 does not allow RS256',
    cause:
      'Its signatures are PS256, ES256 or EdDSA (FAPI 2.0 Security Profile 5.4.1); this server signs with the last two.',
  },
  'fapi-api-algorithm': {
    title: 'An API of the application signs with RS256',
    cause:
      'Its access tokens are signed for the API whose scopes it has or asks people for (contract 45), and FAPI 2.0 allows PS256, ES256 and EdDSA alone.',
  },
  'auth-method-unknown': {
    title: 'token_endpoint_auth_method is not valid',
    cause:
      'The Web key authenticates with private_key_jwt where this says so, and otherwise with client secrets as client_secret_required says.',
  },
  'jwks-malformed': {
    title: 'jwks is not a JWK set',
    cause: 'A JWK set is an object with a list keys (RFC 7517 5).',
  },
  'jwks-too-many': {
    title: 'Too many keys',
    cause: 'Each key that fits an assertion may have to be tried.',
  },
  'jwks-twice': {
    title: 'The application has both jwks and jwks_uri',
    cause: 'Nobody could tell which keys count (RFC 7591 2).',
  },
  'jwks-not-web': {
    title: 'Keys need a Web entry',
    cause: 'Keys of Android and iOS entries are public: what is on a device proves nothing of the application.',
  },
  'jwks-uri-malformed': {
    title: 'jwks_uri is not an https URI',
    cause: 'Whoever can change the answer on its way could sign in place of the application.',
  },
  'jwk-private': {
    title: 'The key is not public',
    cause:
      'It has a member that only a private or symmetric key has. A private key must never leave the machine that signs.',
  },
  'jwk-unusable': {
    title: 'The key cannot check signatures',
    cause: 'Its type, curve, size, use, alg or kid is not one that client_assertion can be signed with.',
  },
};
