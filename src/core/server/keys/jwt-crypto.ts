// Port: the cryptography of JSON Web Signatures (RFC 7515, 7517, 7518). Core decides which key signs and which one is
// trusted.
import type { ClientAlgorithm, ClientKey } from './client-key.ts';
import type { PublicJwk, SigningAlgorithm } from './signing-key.ts';
import type { JwtType, VerifiedJwt } from './signing-keys.ts';

export interface JwtCrypto {
  /** Creates a key pair off the event loop. `id` is the thumbprint (RFC 7638); `privateKey` is PKCS #8, DER. */
  generate(algorithm: SigningAlgorithm): Promise<{ id: string; publicJwk: PublicJwk; privateKey: Buffer }>;
  /** Prepares a private key for signing, which costs as much as many signatures. */
  prepare(key: { id: string; algorithm: SigningAlgorithm; privateKey: Buffer }): PreparedKey;
  /**
   * Verifies a compact JWS with the key that `findKey` returns for its `kid` and `alg`, and with no other. Undefined
   * when that key did not sign it, or its encoding differs from the one that was signed. Passes on what `findKey`
   * throws.
   */
  verify(jwt: string, findKey: FindKey): Promise<VerifiedJwt | undefined>;
  /** Whether this key of an application made the signature of a compact JWS. A key that cannot be used made none. */
  isSignedBy(jwt: string, key: ClientKey, algorithm: ClientAlgorithm): boolean;
}

export type FindKey = (id: string, algorithm: string) => Promise<PublicJwk | undefined>;

/** ES256 and EdDSA sign synchronously. RS256 takes ten times as long and signs off the event loop. */
export type PreparedKey = (type: JwtType, claims: Readonly<Record<string, unknown>>) => string | Promise<string>;
