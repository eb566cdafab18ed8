// Port: the cryptography of JSON Web Signatures (RFC 7515, 7517, 7518). Which key signs and which is believed is
// decided here in core.
import type { PublicJwk, SigningAlgorithm } from './signing-key.ts';
import type { JwtType, VerifiedJwt } from './signing-keys.ts';

export interface JwtCrypto {
  /** A new key pair, made off the event loop. `id` is the thumbprint (RFC 7638); `privateKey` PKCS #8, DER. */
  generate(algorithm: SigningAlgorithm): Promise<{ id: string; publicJwk: PublicJwk; privateKey: Buffer }>;
  /** Makes a private key ready; costs as much as many signatures. */
  prepare(key: { id: string; algorithm: SigningAlgorithm; privateKey: Buffer }): PreparedKey;
  /**
   * Checks a compact JWS with the key that `findKey` gives for its `kid` and `alg`, and with no other; undefined when
   * it is not signed by that key, or spelled in another way than it was signed. Passes on what `findKey` throws.
   */
  verify(jwt: string, findKey: FindKey): Promise<VerifiedJwt | undefined>;
}

export type FindKey = (id: string, algorithm: string) => Promise<PublicJwk | undefined>;

/** ES256 and EdDSA sign at once; RS256, ten times as slow, off the event loop. */
export type PreparedKey = (type: JwtType, claims: Readonly<Record<string, unknown>>) => string | Promise<string>;
