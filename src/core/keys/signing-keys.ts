// Signs JWTs with the key whose time it is, and believes only what such a key has signed.
import type { PublicJwk, SigningAlgorithm } from './signing-key.ts';

export type JwtType = 'JWT' | 'logout+jwt';

/** One key, ready to sign: what can go wrong has gone wrong before a code is spent. */
export interface Signer {
  readonly algorithm: SigningAlgorithm;
  /**
   * Compact JWS (RFC 7515) with `alg`, `kid` and `typ`. An ES256 or EdDSA signature is made at once; RS256 off the
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
  /** The signer of the moment; the first call for an algorithm on a new database makes its keys. @throws Unavailable */
  signer(algorithm: SigningAlgorithm): Promise<Signer>;
  /** Every key a client may meet: next, current and previous of each algorithm. @throws Unavailable */
  publicKeys(): Promise<readonly PublicJwk[]>;
  /**
   * What stands in a compact JWS that one of our keys signed, published or not any more, unless it was given up;
   * undefined otherwise. Nothing in the token decides more than which of our keys is tried. Times and issuer are the
   * caller's to check.
   * @throws Unavailable
   */
  verify(jwt: string): Promise<VerifiedJwt | undefined>;
}
