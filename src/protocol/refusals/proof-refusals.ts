// Refusals of DPoP proofs, and of tokens that are bound to a key (contract 41).
import type { Refusal } from './refusal.ts';

export const PROOF_REFUSALS = {
  'dpop-jkt-malformed': {
    reportedAs: ['invalid_request'],
    title: 'dpop_jkt is malformed',
    cause: 'dpop_jkt is the SHA-256 thumbprint of the public key (RFC 7638): 43 base64url characters without padding.',
    cure: 'Let your DPoP library compute it, or omit it: the token request then binds the tokens.',
  },
  'dpop-proof-missing': {
    reportedAs: ['invalid_request', 'invalid_dpop_proof'],
    title: 'The DPoP proof is missing',
    cause:
      'The application has dpop_bound_access_tokens, so every token request needs a DPoP header; or user-info was asked with the scheme DPoP and no DPoP header.',
    cure: 'Send a proof in the DPoP header, made for this very request.',
  },
  'dpop-proof-malformed': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP header is not one signed JWT',
    cause:
      'It is not a compact JWS of at most 8 KiB whose header and claims are JSON objects without repeated members, its header has crit, or there is more than one proof.',
    cure: 'Send one DPoP header with one proof. Check for a wrapper that adds a second one.',
  },
  'dpop-proof-type': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP header has a JWT of another kind',
    cause: 'typ in its header is not dpop+jwt, so it was made for something else.',
    cure: 'Set typ to dpop+jwt. Never send an ID token, an access token or a client_assertion as proof.',
  },
  'dpop-proof-algorithm': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof is signed with an algorithm that is not accepted',
    cause: 'Accepted are ES256, PS256 and EdDSA (or Ed25519). none and HS256 prove no key.',
    cure: 'Make an ES256 key, which every library and browser can.',
  },
  'dpop-proof-key': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof has no public key for its algorithm',
    cause: 'jwk in its header is missing, or its type, curve or size does not fit alg.',
    cure: 'Put the public key alone into jwk: EC with P-256, OKP with Ed25519, or RSA from 2048 bits.',
  },
  'dpop-proof-private-key': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof carries a private key',
    cause:
      'jwk in its header has a member that only a private or symmetric key has. What was sent is no longer secret.',
    cure: 'Replace the key, and export the public one alone.',
  },
  'dpop-proof-signature': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The signature of the DPoP proof is wrong',
    cause: 'The key in jwk did not make it.',
    cure: 'Sign with the private key that belongs to jwk. An ES256 signature is the 64 bytes of r and s, not DER.',
  },
  'dpop-proof-method': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof is for another method',
    cause: 'htm is not the method of the request, in capital letters.',
    cure: 'Make a proof for each request, with its method.',
  },
  'dpop-proof-uri': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof is for another address',
    cause:
      'htu is not the public URL of the endpoint. Case of scheme and host, a default port, query and fragment make no difference; host, port and path do.',
    cure: 'Use the address in the metadata, not that of a proxy or a machine behind it.',
  },
  'dpop-proof-time': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof is too old, or from the future',
    cause:
      'iat is no number, more than 60 seconds ahead of the server’s clock, or more than 60 seconds back without a nonce of the server.',
    cure: 'Make the proof when you send the request, and check the clock. With the nonce of the DPoP-Nonce header a slow clock does no harm.',
  },
  'dpop-proof-id': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof has no jti',
    cause: 'jti makes each proof usable once. It must be a string of 1 to 256 characters.',
    cure: 'Set jti to a new random value in each proof, for example a UUID.',
  },
  'dpop-proof-used': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof was already used',
    cause:
      'A proof with this key and jti has come to this endpoint before. This can mean that it was stolen on its way.',
    cure: 'Make a new proof with a new jti for each request, also when you try again.',
  },
  'dpop-proof-token': {
    reportedAs: ['invalid_dpop_proof'],
    title: 'The DPoP proof is not for this access token',
    cause: 'ath is missing, or is not the SHA-256 hash of the access token in the Authorization header.',
    cure: 'Make a proof for each request to user-info, with ath of the token that you send.',
  },
  'dpop-nonce-missing': {
    reportedAs: ['use_dpop_nonce'],
    title: 'The DPoP proof needs a nonce',
    cause: 'The operator demands a nonce of the server in every proof, and this one has none.',
    cure: 'Repeat the request with the nonce in the DPoP-Nonce header of this answer. Libraries do it by themselves.',
  },
  'dpop-nonce-unknown': {
    reportedAs: ['use_dpop_nonce'],
    title: 'The nonce of the DPoP proof is not one of ours, or has ended',
    cause: 'A nonce lives 5 minutes. Each answer to a request with a proof has a new one.',
    cure: 'Repeat the request with the nonce in the DPoP-Nonce header of this answer. Libraries do it by themselves.',
  },
  'dpop-proof-needed': {
    reportedAs: ['invalid_grant'],
    title: 'The code or refresh token is bound to a key',
    cause:
      'dpop_jkt of the authorization request, or a proof at an earlier token request, bound it. This request has no proof.',
    cure: 'Send a DPoP proof with every token request of this sign-in.',
  },
  'dpop-key-mismatch': {
    reportedAs: ['invalid_grant'],
    title: 'The DPoP proof is of another key',
    cause:
      'The code or refresh token is bound to another key, or a refresh is repeated with another key than the first time. Nothing was ended.',
    cure: 'Keep one key for each sign-in for as long as it lasts. If the key is lost, start the sign-in again.',
  },
  'access-token-bound': {
    reportedAs: ['invalid_token'],
    title: 'The access token is bound to another key, or was sent by the wrong scheme',
    cause:
      'A token with token_type DPoP is accepted with the scheme DPoP and a proof of its key alone; a bearer token by Bearer alone.',
    cure: 'Send Authorization: DPoP with the token, and a proof in the DPoP header.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
