// `latchkey move` as an operator uses it: from SQLite to PostgreSQL and back, the server started after each on the new
// database with the same secret; what was issued before goes on working.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import type { TestDatabase } from '../helpers/test-databases.ts';
import { latchkey } from '../processes/commands/latchkey.ts';

const SECRET = 'the same secret before and after the move';

let folder: string;
let database: TestDatabase;
let server: TestServer | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-move-'));
  database = await emptyDatabase();
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const sqlite = (name: string) => `sqlite:${join(folder, name)}`;
const settingsFor = (url: string) => ({ LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET: SECRET });

/** On the same public addresses as before, so that cookies and addresses hold. */
async function startOn(url: string, before?: TestServer): Promise<TestServer> {
  const { LATCHKEY_OPS_LISTEN: _own, ...environment } = before?.environment ?? {};
  server = await startServer({ ...environment, ...settingsFor(url) });
  return server;
}

async function move(configured: string, args: readonly string[]) {
  return latchkey(folder, ['move', ...args], { env: settingsFor(configured) });
}

const withPassword = (url: string) => url.replace('@', ':hunter2@');

describe('from SQLite to PostgreSQL and back', () => {
  let client: Client;
  let tokens: Tokens & { id_token?: string };
  let idToken: string;

  /** Session, access token, refresh token and ID token of before; the refreshed ones are those of the next round. */
  async function expectAlive(): Promise<void> {
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    const page = await client.browser.open(client.authorizeUrl(), { stopAt: CALLBACK });
    expect(page.url.searchParams.get('code'), page.text).toBeTruthy();
    const { status, body } = await client.token(client.refreshForm(tokens.refresh_token));
    expect(status, JSON.stringify(body)).toBe(200);
    tokens = { ...body, access_token: tokens.access_token };
    const jwks = createRemoteJWKSet(new URL('/oauth/jwks', client.authorizeUrl()), { timeoutDuration: 60_000 });
    await jwtVerify(idToken, jwks, { audience: client.apiKey });
    // The private key came along with the public one.
    expect(decodeProtectedHeader(tokens.id_token ?? '')).toEqual(decodeProtectedHeader(idToken));
  }

  test('move: is refused with one line while the server runs', async () => {
    const first = await startOn(sqlite('first.db'));
    client = await givenClient(first);
    tokens = await client.tokens({ scope: 'openid nickname email' });
    idToken = tokens.id_token ?? '';
    const { status, stdout, stderr } = await move(sqlite('first.db'), ['--to', database.url]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^latchkey: .*first\.db: is in use; stop the server.*\n$/);
    await expectAlive();
    await first.stop();
  });

  test('move: to PostgreSQL prints a line for each table, names the secret to keep, and no password', async () => {
    const { status, stdout, stderr } = await move(sqlite('first.db'), ['--to', withPassword(database.url)]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^table +rows +checksum +ok\naccounts +2 +[0-9a-f]{64} +yes\n/);
    expect(stdout).toMatch(/keep the same secret \(the setting secret\)/);
    expect(stdout).not.toMatch(/hunter2|the same secret before/);
  });

  test('move: session, tokens and signing keys of SQLite work on PostgreSQL', async () => {
    const second = await startOn(database.url, server);
    await expectAlive();
    await second.stop();
  });

  test('move: back tells the same by --json, from the database of the settings', async () => {
    const { status, stdout, stderr } = await move(database.url, ['--to', sqlite('back.db'), '--json']);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      from: database.url,
      to: sqlite('back.db'),
      rows: expect.any(Number),
      tables: expect.arrayContaining([
        { table: 'accounts', rows: 2, checksum: expect.stringMatching(/^[0-9a-f]{64}$/), ok: true },
      ]),
      secret: 'the setting secret',
    });
  });

  test('move: session, tokens and signing keys work on SQLite again', async () => {
    const third = await startOn(sqlite('back.db'), server);
    await expectAlive();
    await third.stop();
    server = undefined;
  });

  test('move: a second time is refused with one line: the target is not empty', async () => {
    const { status, stderr } = await move(sqlite('first.db'), ['--to', withPassword(database.url)]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^latchkey: database \S+ on \S+: is not empty \(\w+ has rows\); use a new one\n$/);
  });
});

describe('the flags', () => {
  test('move: --to is needed', async () => {
    const { status, stderr } = await move(sqlite('first.db'), []);
    expect(status).toBe(1);
    expect(stderr).toMatch(/--to is missing/);
  });

  test('move: a URL of no database is refused, unseen', async () => {
    const { status, stderr } = await move(sqlite('first.db'), ['--to', 'mysql://u:hunter2@db', '--from', 'x:hunter2']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/--to is not valid; allowed: sqlite:.*\n.*--from is not valid/);
    expect(stderr).not.toContain('hunter2');
  });
});
