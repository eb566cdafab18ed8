// Signs JWTs with the current key, and trusts only what these keys have signed.
import type { PublicJwk, SigningAlgorithm } from './signing-key.ts';

export type JwtType = 'JWT' | 'logout+jwt' | 'at+jwt';

/** One key, ready to sign. What can fail fails when it is requested, before a code is spent. */
export interface Signer {
  readonly algorithm: SigningAlgorithm;
  /**
   * Returns a compact JWS (RFC 7515) with `alg`, `kid` and `typ`. ES256 and EdDSA sign synchronously, RS256 off the
   * event loop.
   */
  sign(type: JwtType, claims: Readonly<Record<string, unknown>>): string | Promise<string>;
}

export type VerifiedJwt = {
  type: string | undefined;
  algorithm: SigningAlgorithm;
  claims: Readonly<Record<string, unknown>>;
};

export interface SigningKeys {
  /** The current signer. The first call for an algorithm on a new database creates its keys. @throws Unavailable */
  signer(algorithm: SigningAlgorithm): Promise<Signer>;
  /** Every key that a client may need: next, current and previous of each algorithm. @throws Unavailable */
  publicKeys(): Promise<readonly PublicJwk[]>;
  /**
   * The content of a compact JWS that one of our keys signed, published or not, unless the key was revoked; undefined
   * otherwise. The token decides nothing but which of our keys is tried. The caller checks times and issuer.
   * @throws Unavailable
   */
  verify(jwt: string): Promise<VerifiedJwt | undefined>;
}
