// Keys of an application, and JWTs that it signs with them: assertions as they should be, and forged in every way.
import { createHmac, hash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export type ClientAlg = 'ES256' | 'PS256' | 'EdDSA' | 'RS256';

export type ClientPair = { alg: ClientAlg; privateKey: CryptoKey; publicJwk: JWK & { kid: string }; privateJwk: JWK };

export async function newClientPair(alg: ClientAlg = 'ES256'): Promise<ClientPair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { alg, privateKey, publicJwk: { ...jwk, kid }, privateJwk: { ...(await exportJWK(privateKey)), kid } };
}

export type JwtParts = { header: Record<string, unknown>; claims: Record<string, unknown> };

/** Signs header and claims as they stand. */
export const signJwt = (
  { privateKey }: Pick<ClientPair, 'privateKey'>,
  { header, claims }: JwtParts,
): Promise<string> => new SignJWT(claims).setProtectedHeader(header as { alg: string }).sign(privateKey);

/** An assertion without fault. @param now in ms */
export const assertionParts = (
  { alg, publicJwk }: ClientPair,
  { apiKey, audience, now }: { apiKey: string; audience: string; now: number },
): JwtParts => {
  const at = Math.floor(now / 1000);
  return {
    header: { alg, kid: publicJwk.kid },
    claims: { iss: apiKey, sub: apiKey, aud: audience, exp: at + 60, iat: at, jti: randomUUID() },
  };
};

/** A proof without fault (RFC 9449 4.2). @param now in ms */
export function proofParts(
  { alg, publicJwk }: ClientPair,
  { method = 'POST', uri, now, accessToken }: { method?: string; uri: string; now: number; accessToken?: string },
): JwtParts {
  const { kid, ...jwk } = publicJwk;
  const ath = accessToken === undefined ? {} : { ath: hash('sha256', accessToken, 'base64url') };
  return {
    header: { typ: 'dpop+jwt', alg, jwk },
    claims: { htm: method, htu: uri, iat: Math.floor(now / 1000), jti: randomUUID(), ...ath },
  };
}

const encode = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Header and claims with any signature. @param parts texts are taken as JSON as they stand */
export const jwtWith = (parts: { header: object | string; claims: object | string }, signature: string): string =>
  `${encode(parts.header)}.${encode(parts.claims)}.${signature}`;

/** Signed with a text that everybody knows, such as the public key. */
export function signWithText(parts: JwtParts, text: string): string {
  const input = `${encode(parts.header)}.${encode(parts.claims)}`;
  return `${input}.${createHmac('sha256', text).update(input).digest('base64url')}`;
}
