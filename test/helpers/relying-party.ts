// An application that verifies ID tokens with a JWKS that it keeps exactly as long as the headers allow (RFC 9111 4.2),
// and not a moment less: it never reads the list again for a key that it does not know.
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose';

export type RelyingParty = {
  /** Name of the key, and what the token tells. @throws Error when it is not verified */
  verify(idToken: string): Promise<{ kid: string; payload: JWTPayload }>;
  /** How often the list was read, and how many of the answers were 304. */
  readonly reads: { all: number; unchanged: number };
};

type Kept = { askedAt: number; until: number; etag: string; keys: ReturnType<typeof createLocalJWKSet> };

/**
 * @param from where it reads the list
 * @param now its clock, in ms
 */
export function createRelyingParty(from: string, issuer: string, now: () => number): RelyingParty {
  const reads = { all: 0, unchanged: 0 };
  let kept: Promise<Kept> | undefined;

  const read = async (before: Kept | undefined): Promise<Kept> => {
    // Age counts from the request on, however long the answer took (RFC 9111 4.2.3).
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
      // Expiry is not what is tried: where time runs ahead, a slow machine makes tokens old on their way.
      const expiresAt = (decodeJwt(idToken).exp ?? 0) * 1000;
      const options = { issuer, currentDate: new Date(Math.min(now(), expiresAt - 1)) };
      const { payload, protectedHeader } = await jwtVerify(idToken, keys, options).catch((error: Error) => {
        throw new Error(`${error.message}; key ${decodeProtectedHeader(idToken).kid}, list read ${age(askedAt)} s ago`);
      });
      return { kid: protectedHeader.kid ?? '', payload };
    },
  };
}
