// A change of the server's secret (contract 1, LATCHKEY_SECRET_PREVIOUS): cookies, stamps, refresh tokens and signing
// keys survive it; and a server that cannot open its keys does not start.
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import type { Page } from '../helpers/html-page.ts';
import { startServer } from '../helpers/program.ts';
import { succeed, type TestServer } from '../helpers/server.ts';

const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map((name) => `the ${name} secret of more than thirty-two bytes`) as [
  string,
  string,
  string,
];
const OPENID = { scope: 'openid nickname' };

let server: TestServer;
let client: Client;
let first: Tokens & { id_token: string };
let refreshed: Tokens;
let begun: Page;

/** The same server on the same database, started anew with these secrets. */
async function restartWith(secret: string, previous?: string): Promise<void> {
  const environment = server.environment as Record<string, string>;
  environment.LATCHKEY_SECRET = secret;
  delete environment.LATCHKEY_SECRET_PREVIOUS;
  if (previous !== undefined) environment.LATCHKEY_SECRET_PREVIOUS = previous;
  await server.restart();
}

const tokensOf = async () => (await client.tokens(OPENID)) as Tokens & { id_token: string };
const verify = async (jwt: string) => {
  const jwks = createRemoteJWKSet(new URL(`${server.authUrl}/oauth/jwks`), { timeoutDuration: 60_000 });
  return (await jwtVerify(jwt, jwks, { issuer: server.authUrl, audience: client.apiKey })).payload;
};

beforeAll(async () => {
  server = await startServer({ LATCHKEY_SECRET: OLD, LATCHKEY_REFRESH_REPEAT_SECONDS: '300' });
  client = await givenClient(server, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
  first = await tokensOf();
  refreshed = (await client.token(client.refreshForm(first.refresh_token))).body;
  // Asked for the first time, the JWKS makes the keys of the other algorithms too.
  await verify(first.id_token);
  begun = await client.browser.open(client.authorizeUrl({ ...OPENID, prompt: 'login' }));
  await restartWith(NEW, OLD);
});
afterAll(() => server?.stop());

describe('with the new secret and the old one as the previous', () => {
  it('who was signed in still is', async () => {
    const account = await client.browser.open(`${server.authUrl}/account`);
    expect(account.url.pathname).toBe('/account');
    expect(account.text).toContain(client.email);
  });

  it('a sign-in page from before is good, and its stamp proves that the sign-in came after the request', async () => {
    expect(begun.url.pathname).toBe('/login');
    const { email, password } = client;
    const done = await client.browser.submit(
      begun.form({ action: '/login' }),
      { email, password },
      { stopAt: CALLBACK },
    );
    expect(done.url.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('the refresh token of before repeats its answer within the window', async () => {
    const { status, body } = await client.token(client.refreshForm(first.refresh_token));
    expect([status, body.refresh_token, body.access_token]).toEqual([
      200,
      refreshed.refresh_token,
      refreshed.access_token,
    ]);
  });

  it('a refresh token of before is refreshed, with an ID token that the JWKS verifies', async () => {
    const { status, body } = await client.token(client.refreshForm(refreshed.refresh_token));
    expect(status).toBe(200);
    expect(await verify((body as unknown as { id_token: string }).id_token)).toMatchObject({ iss: server.authUrl });
    expect((await client.userInfo(body.access_token)).status).toBe(200);
  });

  it('ID tokens of before are verified by the JWKS, and known as hints', async () => {
    expect((await verify(first.id_token)).sub).toBe((await verify((await tokensOf()).id_token)).sub);
    expect(await client.code({ ...OPENID, prompt: 'none', id_token_hint: first.id_token })).toBeDefined();
  });

  it('the log warns once that the signing keys wait for keys rewrap', async () => {
    const warnings = server.logs().match(/latchkey keys rewrap/g);
    expect(warnings).toHaveLength(1);
    const states = (await succeed(server, ['keys', 'list'])) as unknown as { secret: string }[];
    expect(new Set(states.map(({ secret }) => secret))).toEqual(new Set(['previous']));
  });
});

describe('keys rewrap', () => {
  it('encrypts every key with the new secret, once', async () => {
    const { length } = (await succeed(server, ['keys', 'list'])) as unknown as unknown[];
    expect(await succeed(server, ['keys', 'rewrap'])).toEqual({ rewrapped: length, unchanged: 0, locked: [] });
    expect(await succeed(server, ['keys', 'rewrap'])).toEqual({ rewrapped: 0, unchanged: length, locked: [] });
    expect((await server.command(['doctor'])).stdout).not.toContain('previous secret');
  });

  it('afterwards the new secret alone is enough: the same keys sign, and what they signed is good', async () => {
    await restartWith(NEW);
    const { id_token } = await tokensOf();
    expect(id_token.split('.')[0]).toBe(first.id_token.split('.')[0]);
    for (const jwt of [id_token, first.id_token]) expect(await verify(jwt)).toMatchObject({ aud: client.apiKey });
    expect(server.logs().match(/latchkey keys rewrap/g)).toHaveLength(1);
  });
});

describe('with a secret that opens no key', () => {
  const secret = { LATCHKEY_SECRET: OTHER };
  const clearLine =
    /^latchkey: The signing keys \([^)]*\) were encrypted with another secret: [^\n]*LATCHKEY_SECRET_PREVIOUS[^\n]*\n$/;

  it.each([[['serve']], [['serve', '--workers', '1']], [['keys', 'rewrap']]])(
    '%j ends with one line that says what to do',
    async (args) => {
      const { status, stderr } = await server.command(args, '', { ...secret, LATCHKEY_LOG_LEVEL: 'fatal' });
      expect(stderr).toMatch(clearLine);
      expect(status).toBe(1);
    },
  );

  it.each([[['config', 'check']], [['migrate']]])('%j goes on as ever', async (args) => {
    expect((await server.command(args, '', secret)).status).toBe(0);
  });

  it('P7: keys rotate encrypts no key with it', async () => {
    const before = await succeed(server, ['keys', 'list']);
    for (const flags of [[], ['--revoke'], ['--algorithm', 'ES256']]) {
      const { status, stderr } = await server.command(['keys', 'rotate', '--yes', ...flags], '', secret);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^latchkey: LATCHKEY_SECRET is not the secret [^\n]*\n$/),
      ]);
    }
    expect(await succeed(server, ['keys', 'list'])).toEqual(before);
  });

  it('keys rotate --new-secret is for all keys', async () => {
    const { status, stderr } = await server.command(
      ['keys', 'rotate', '--yes', '--new-secret', '--algorithm', 'ES256'],
      '',
      secret,
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining('leave --algorithm away')]);
  });

  it('keys rotate --new-secret is the way out where the old one is lost: the server starts, ID tokens of before are good', async () => {
    await succeed(server, ['keys', 'rotate', '--yes', '--new-secret'], '', secret);
    await restartWith(OTHER);
    await expect(verify(first.id_token)).resolves.toBeDefined();
    const tokens = await tokensOf();
    expect(tokens.id_token.split('.')[0]).not.toBe(first.id_token.split('.')[0]);
    expect(await verify(tokens.id_token)).toBeDefined();
  });
});
