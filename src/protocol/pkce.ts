// Proof Key for Code Exchange (RFC 7636), method S256 only: `plain` protects nothing that TLS does not.
import { createHash, timingSafeEqual } from 'node:crypto';

export const CODE_CHALLENGE_METHOD = 'S256';

/** An S256 challenge is the base64url of 32 bytes: 43 characters without padding (RFC 7636 4.2). */
export const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** RFC 7636 4.1: 43 to 128 unreserved characters. */
export const isCodeVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,128}$/.test(text);

/** RFC 7636 4.2. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/** RFC 7636 4.6: BASE64URL(SHA256(verifier)) equals the challenge; compared in constant time. */
export function verifierMatches(codeVerifier: string, codeChallenge: string): boolean {
  const made = Buffer.from(challengeOf(codeVerifier));
  const sent = Buffer.from(codeChallenge);
  return made.byteLength === sent.byteLength && timingSafeEqual(made, sent);
}
