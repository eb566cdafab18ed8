// What a relying party asks of the token endpoint and how it judges the answers: RFC 6749 5.1 and 5.2, the ID token of
// OpenID Connect Core 2 and 3.1.3.7, its hash of the access token (3.1.3.8), refreshed tokens (12.2).
import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { checkStandardClaims } from './check-claims.ts';
import { type Client, type Context, endpoint } from './module.ts';

export type TokenAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

export type Tokens = { accessToken: string; refreshToken: string; idToken: string; claims: JWTPayload };

export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post';

/** Asks the token endpoint, authenticating as the client. */
export async function askForTokens(
  { provider }: Context,
  client: Client,
  form: Readonly<Record<string, string>>,
  authentication: ClientAuthentication = 'client_secret_basic',
): Promise<TokenAnswer> {
  const inBody = { client_id: client.id, client_secret: client.secret };
  const response = await fetch(endpoint(provider, 'token_endpoint'), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(authentication === 'client_secret_basic' ? { authorization: basic(client) } : {}),
    },
    body: new URLSearchParams({ ...form, ...(authentication === 'client_secret_post' ? inBody : {}) }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

const basic = ({ id, secret }: Client): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

export const codeForm = (client: Client, code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: client.redirectUri,
});

/** @param expected `nonce` undefined: none was sent */
export async function checkTokenAnswer(
  context: Context,
  client: Client,
  answer: TokenAnswer,
  expected: { nonce: string | undefined },
): Promise<Tokens> {
  const { body } = answer;
  expect(answer.status, JSON.stringify(body)).toBe(200);
  expect(body).not.toHaveProperty('error');
  checkTokenHeaders(answer);
  expect(String(body.token_type).toLowerCase()).toBe('bearer');
  expect(body.expires_in).toBeTypeOf('number');
  expect(body.expires_in).toBeGreaterThan(0);
  expect(body.expires_in, 'seconds, not milliseconds').toBeLessThanOrEqual(31_536_000);
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = body;
  for (const token of [accessToken, refreshToken]) {
    expect(token).toMatch(/^[\x20-\x7E]+$/);
    expect(String(token).length * 8).toBeGreaterThanOrEqual(128);
    expect(entropyOf(String(token)), 'entropy in bits').toBeGreaterThan(96);
  }
  const tokens = { accessToken: String(accessToken), refreshToken: String(refreshToken), idToken: String(idToken) };
  return { ...tokens, claims: await checkIdToken(context, client, tokens, expected) };
}

/** A refused token request: 400 with this error, in JSON that nobody keeps. */
export function checkTokenError(answer: TokenAnswer, error: string): void {
  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe(error);
  checkTokenHeaders(answer);
  expect(answer.body.error_description ?? '').toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/);
  expect(answer.body.error_uri ?? '').toMatch(/^[\x21\x23-\x5B\x5D-\x7E]*$/);
}

function checkTokenHeaders({ headers }: TokenAnswer): void {
  expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/);
  expect(headers.get('cache-control')?.split(/,\s*/)).toContain('no-store');
  expect(headers.get('pragma')).toBe('no-cache');
}

const FIVE_MINUTES = 300;
const YEAR = 31_536_000;

async function checkIdToken(
  { provider }: Context,
  client: Client,
  { idToken, accessToken }: { idToken: string; accessToken: string },
  { nonce }: { nonce: string | undefined },
): Promise<JWTPayload> {
  const header = decodeProtectedHeader(idToken);
  // The algorithm is the registered one (RS256 where none was), never what the token itself says.
  expect(header.alg).toBe('RS256');
  expect(provider.metadata.id_token_signing_alg_values_supported).toContain(header.alg);
  expect(provider.keys.keys.filter(({ kid }) => kid === header.kid)).toHaveLength(1);
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(provider.keys), {
    algorithms: ['RS256'],
    issuer: String(provider.metadata.issuer),
    audience: client.id,
    currentDate: new Date(provider.now()),
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
  });
  const seconds = provider.now() / 1000;
  expect([payload.aud].flat()).toEqual([client.id]);
  expect(payload.azp ?? client.id).toBe(client.id);
  expect(payload.exp).toBeLessThan(seconds + YEAR);
  expect(Math.abs(Number(payload.iat) - seconds)).toBeLessThan(FIVE_MINUTES);
  expect(payload.nonce).toBe(nonce);
  expect(payload.auth_time).toBeTypeOf('number');
  expect(payload.auth_time).toBeLessThanOrEqual(seconds);
  expect(payload.auth_time).toBeGreaterThan(seconds - YEAR);
  expect(payload.acr).toMatch(/./);
  expect(payload.sub).toMatch(/^[\x20-\x7E]{1,255}$/);
  const half = createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16);
  expect(payload.at_hash).toBe(half.toString('base64url'));
  checkStandardClaims(payload);
  return payload;
}

/** Bits by Shannon's measure over the text itself: a lower bound that a short or repetitive value does not reach. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const share = (count: number) => count / text.length;
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(share(count)), 0);
}
