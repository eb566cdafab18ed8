// Port: the cryptography of JSON Web Signatures (RFC 7515, 7517, 7518). Which key signs and which is believed is decided here
// in core.
import type { PublicJwk, SigningAlgorithm } from './signing-key.ts';
import type { JwtType, VerifiedJwt } from './signing-keys.ts';

export interface JwtCrypto {
  /** A new key pair, made off the event loop. `id` is the thumbprint (RFC 7638); `privateKey` PKCS #8, DER. */
  generate(algorithm: SigningAlgorithm): Promise<{ id: string; publicJwk: PublicJwk; privateKey: Buffer }>;
  /** Makes a private key ready; done once for each `id`. */
  prepare(key: { id: string; algorithm: SigningAlgorithm; privateKey: Buffer }): PreparedKey;
  /** Checks a compact JWS with the key that `findKey` gives for its `kid` and `alg`, and with no other. */
  verify(
    jwt: string,
    findKey: (id: string | undefined, algorithm: string) => PublicJwk | undefined,
  ): Promise<VerifiedJwt | undefined>;
}

/** ES256 and EdDSA sign at once; RS256, ten times as slow, off the event loop. */
export type PreparedKey = (type: JwtType, claims: Readonly<Record<string, unknown>>) => string | Promise<string>;
