// A key that signs ID tokens, signed user information and logout tokens. Time alone decides which one signs: of an
// algorithm's keys, the last whose `signsFrom` has come. So every process agrees without asking.

export const SIGNING_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
/** RFC 7518 3.1; `EdDSA` is Ed25519 (RFC 8037). */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A key as the JWKS shows it (RFC 7517): `kty`, its parameters, `kid`, `alg`, `use`. */
export type PublicJwk = Readonly<Record<string, string>>;

export type SigningKey = {
  /** `kid`: the key's thumbprint (RFC 7638). */
  id: string;
  algorithm: SigningAlgorithm;
  /** Numbers the keys of the algorithm, from 1. */
  number: number;
  publicJwk: PublicJwk;
  /** The private key (PKCS #8), encrypted with the server's secret. */
  sealedPrivateKey: Buffer;
  /** Published from this time on. */
  createdAt: number;
  /** Signs from this time on, until a later key's time has come. */
  signsFrom: number;
  /** Neither published nor trusted from this time on. */
  revokedAt: number | undefined;
};
