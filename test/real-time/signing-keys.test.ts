// The JWKS and the `keys` commands on a running server (contract 1 and 7): what is published, what a change does, and
// what the operator is told.
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import { succeed, type TestServer } from '../helpers/server.ts';

type KeyRow = { id: string; algorithm: string; number: number; state: string; signs_from: string; secret: string };
type RotatedRow = {
  algorithm: string;
  id: string;
  signs_from: string;
  next_id: string;
  revoked: string[];
  changed: boolean;
};

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startServer();
  client = await givenClient(server, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
  // Asked for the first time, it makes the first keys.
  await jwks();
});
afterAll(() => server?.stop());

const jwks = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.authUrl}/oauth/jwks`, { method, headers });
const published = async () => {
  const { keys } = (await (await jwks()).json()) as { keys: { kid: string; alg: string }[] };
  return keys;
};
const idToken = async (): Promise<string> => {
  const tokens = (await client.tokens({ scope: 'openid' })) as { id_token?: string };
  return tokens.id_token ?? '';
};
const keys = async () => (await succeed(server, ['keys', 'list'])) as unknown as KeyRow[];
const rotate = async (...flags: string[]) =>
  (await succeed(server, ['keys', 'rotate', '--yes', ...flags])) as unknown as RotatedRow[];
describe('contract 7: GET /oauth/jwks', () => {
  it('shows current and next of each algorithm, cacheable for 15 minutes, to everybody', async () => {
    const response = await jwks({ origin: 'https://anybody.example' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=900');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('set-cookie')).toBeNull();
    const { keys } = (await response.json()) as { keys: Record<string, string>[] };
    expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'RS256', 'ES256', 'ES256', 'EdDSA', 'EdDSA']);
    for (const key of keys) expect(Object.keys(key)).toEqual(expect.not.arrayContaining(['d', 'p', 'q', 'k']));
  });

  it('RFC 9110 13.1.2: answers 304 without a body to who has it already', async () => {
    const etag = (await jwks()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await jwks({ 'if-none-match': known });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('cache-control')).toBe('public, max-age=900');
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await jwks({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('contract 9: HEAD and OPTIONS are answered, anything else is 405', async () => {
    expect((await jwks({}, 'HEAD')).status).toBe(200);
    expect((await jwks({}, 'OPTIONS')).status).toBe(204);
    const refused = await jwks({}, 'POST');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('an ID token is verified with it', async () => {
    const remote = createRemoteJWKSet(new URL(`${server.authUrl}/oauth/jwks`), { timeoutDuration: 60_000 });
    const jwt = await idToken();
    const { protectedHeader } = await jwtVerify(jwt, remote, { issuer: server.authUrl, audience: client.apiKey });
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: expect.any(String), typ: 'JWT' });
  });
});

describe('latchkey keys', () => {
  const kidOf = (jwt: string) => decodeProtectedHeader(jwt).kid;
  const es256 = async () => (await keys()).filter(({ algorithm }) => algorithm === 'ES256');

  it('list shows what each key is, and never the private key', async () => {
    const rows = await keys();
    expect(rows.map(({ algorithm, number, state, secret }) => [algorithm, number, state, secret])).toEqual(
      ['ES256', 'EdDSA', 'RS256'].flatMap((algorithm) => [
        [algorithm, 1, 'current', 'current'],
        [algorithm, 2, 'next', 'current'],
      ]),
    );
    expect(JSON.stringify(rows)).not.toMatch(/private|sealed/i);
    const { stdout } = await server.command(['keys', 'list']);
    expect(stdout.split('\n')[0]).toMatch(/^ALGORITHM +NUMBER +STATE +SIGNS FROM +SECRET +ID$/);
  });

  it('rotate soon after the first key waits until every client can know the next, and says so', async () => {
    const [current, next] = await es256();
    const [rotated, ...others] = await rotate('--algorithm', 'ES256');
    expect(others).toEqual([]);
    expect(rotated).toMatchObject({ algorithm: 'ES256', id: next?.id, revoked: [], changed: true });
    const minutes = (Date.parse(rotated?.signs_from ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(15);
    expect(minutes).toBeLessThanOrEqual(20);
    expect(kidOf(await idToken())).toBe(current?.id);
    const { stdout } = await server.command(['keys', 'rotate', '--yes', '--algorithm', 'ES256']);
    expect(stdout).toContain(`${next?.id} signs from ${rotated?.signs_from} (unchanged)`);
  });

  it('a key that a command made is published within a second, on a server that was running', async () => {
    const third = (await es256()).find(({ number }) => number === 3);
    await expect.poll(async () => (await published()).map(({ kid }) => kid)).toContain(third?.id);
  });

  it('rotate --revoke: the next key signs, and the leaked one is neither published nor believed', async () => {
    const hint = await idToken();
    const silent = { scope: 'openid', prompt: 'none', id_token_hint: hint };
    expect(await client.code(silent)).toBeDefined();
    const { status, stdout } = await server.command(['keys', 'rotate', '--yes', '--algorithm', 'ES256', '--revoke']);
    expect(status).toBe(0);
    const [leaked, next] = await es256();
    expect(leaked).toMatchObject({ state: 'revoked', number: 1 });
    expect(next).toMatchObject({ state: 'current', number: 2 });
    expect(stdout).toContain(`${next?.id} signs from now on`);
    expect(stdout).toContain(`${leaked?.id} is revoked`);
    expect(stdout).toMatch(/refuses such an ID token as id_token_hint[\s\S]*15 minutes/);

    await expect.poll(async () => kidOf(await idToken())).toBe(next?.id);
    expect((await published()).map(({ kid }) => kid)).not.toContain(leaked?.id);
    const refused = await client.browser.open(client.authorizeUrl(silent), { stopAt: CALLBACK });
    expect(refused.url.searchParams.get('error')).toBe('invalid_request');
  });

  it('rewrap with nothing to do says so', async () => {
    expect(await succeed(server, ['keys', 'rewrap'])).toEqual({ rewrapped: 0, unchanged: 7, locked: [] });
  });

  it('rotate without an algorithm changes all', async () => {
    const rotated = await rotate('--revoke');
    expect(rotated.map(({ algorithm, changed }) => [algorithm, changed])).toEqual([
      ['RS256', true],
      ['ES256', true],
      ['EdDSA', true],
    ]);
  });
});
