// The claims of an ID token (OpenID Connect Core 2) and of a logout token (Back-Channel Logout 2.4).
import { hash } from 'node:crypto';

/** One factor, or two (a passkey with user verification counts as two). */
export type Acr = '1' | '2';

/** RFC 8176 `mfa`: more than one factor was proven. */
export const acrOf = (amr: readonly string[]): Acr => (amr.includes('mfa') ? '2' : '1');

/** The left half of the token's hash, by the hash function of the signature algorithm (OpenID Connect Core 3.1.3.6). */
export function accessTokenHash(accessToken: string, algorithm: 'RS256' | 'ES256' | 'EdDSA'): string {
  const digest = hash(algorithm === 'EdDSA' ? 'sha512' : 'sha256', accessToken, 'buffer');
  return digest.subarray(0, digest.byteLength / 2).toString('base64url');
}

/** Times are ms since the epoch. The token has them in whole seconds, rounded down. */
export type IdTokenFacts = {
  issuer: string;
  sub: string;
  /** The API key. */
  audience: string;
  issuedAt: number;
  ttlSeconds: number;
  authenticatedAt: number;
  nonce: string | undefined;
  atHash: string;
  amr: readonly string[];
  sid: string;
};

const toSeconds = (at: number): number => Math.floor(at / 1000);

export function idTokenClaims(facts: IdTokenFacts): Record<string, unknown> {
  const iat = toSeconds(facts.issuedAt);
  return {
    iss: facts.issuer,
    sub: facts.sub,
    aud: facts.audience,
    exp: iat + facts.ttlSeconds,
    iat,
    auth_time: toSeconds(facts.authenticatedAt),
    ...(facts.nonce !== undefined && { nonce: facts.nonce }),
    at_hash: facts.atHash,
    acr: acrOf(facts.amr),
    amr: facts.amr,
    sid: facts.sid,
  };
}

/** Lifetime of a logout token: short, because the token is sent at once (Back-Channel Logout 2.6). */
const LOGOUT_TOKEN_TTL_SECONDS = 120;

/** There is no `nonce`, so that the token is never mistaken for an ID token. */
export function logoutTokenClaims(facts: {
  issuer: string;
  /** The API key. */
  audience: string;
  issuedAt: number;
  /** Random and unique to this token. */
  id: string;
  sub: string;
  sid: string;
}): Record<string, unknown> {
  const iat = toSeconds(facts.issuedAt);
  return {
    iss: facts.issuer,
    sub: facts.sub,
    aud: facts.audience,
    iat,
    exp: iat + LOGOUT_TOKEN_TTL_SECONDS,
    jti: facts.id,
    sid: facts.sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  };
}
