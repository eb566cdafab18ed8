// Another program holds the database locked (case M4): for a moment requests wait and succeed; for long they are told
// to come again, and never that a password, a code or a token is wrong.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { openFile } from '../helpers/open-file.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';
import { healed, healthOf, WELL } from './health.ts';
import { inShort } from './how-long.ts';

const SHORT_MS = 3_000;
/** Past the 5 s that a request waits for its turn. */
const LONG_MS = inShort(8_000, { long: 30_000 });

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_CODE_TTL_SECONDS: '600', LATCHKEY_LOG_LEVEL: 'warn' });
  client = await givenClient(server);
});
afterAll(() => server?.stop());

/** Takes every lock that writers need. @returns how to let go */
async function lock(): Promise<() => Promise<void>> {
  if (STORE === 'sqlite') {
    const file = openFile(`${server.folder}/data/latchkey.db`, { timeout: 5_000 });
    file.exec('begin exclusive');
    return async () => {
      file.exec('rollback');
      file.close();
    };
  }
  const other = new PostgresClient({ connectionString: server.environment.LATCHKEY_DATABASE_URL });
  await other.connect();
  await other.query('begin');
  const { rows } = await other.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  );
  // Reading stays possible, as on SQLite.
  await other.query(`lock table ${rows.map(({ name }) => name).join(', ')} in exclusive mode`);
  return async () => {
    await other.query('rollback');
    await other.end();
  };
}

type Told = { status: number; retryAfter: string | null; text: string };

const tell = async (response: Response): Promise<Told> => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  text: await response.text(),
});

const post = (path: string, body: string) =>
  fetch(`${server.authUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  }).then(tell);

/** The pages and tokens are fetched before the lock. @returns sends everything that writes, all at once */
async function prepareWrites(): Promise<() => Promise<Record<string, Told>>> {
  const code = await client.code();
  const [refreshed, revoked] = [await client.tokens(), await client.tokens()];
  const browser = new Browser();
  const page = await browser.open(`${server.authUrl}/login`);
  const { email, password } = client;
  const revocation = new URLSearchParams({ token: revoked.refresh_token, client_id: client.apiKey }).toString();
  return async () => {
    const signIn = browser.submit(page.form({ action: '/login' }), { email, password }, { follow: false });
    const [redemption, refresh, revocationTold, created, signedIn] = await Promise.all([
      post('/oauth/token', client.codeForm(code)),
      post('/oauth/token', client.refreshForm(refreshed.refresh_token)),
      post('/oauth/revocation', revocation),
      fetch(`${server.apiUrl}/applications`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' },
        body: '{"name":"Late"}',
      }).then(tell),
      signIn.then(({ status, headers, text }) => ({ status, retryAfter: headers.get('retry-after'), text })),
    ]);
    return { redemption, refresh, revocation: revocationTold, created, signedIn };
  };
}

const statusesOf = (told: Record<string, Told>) =>
  Object.fromEntries(Object.entries(told).map(([what, { status }]) => [what, status]));

const DONE = { redemption: 200, refresh: 200, revocation: 200, created: 201, signedIn: 303 };

describe('M4: another program holds the database', () => {
  test(`for ${SHORT_MS / 1000} s: writes wait, and succeed`, async () => {
    const write = await prepareWrites();
    const release = await lock();
    const writing = write();
    await sleep(SHORT_MS);
    await release();
    expect(statusesOf(await writing)).toEqual(DONE);
  });

  test(`for ${LONG_MS / 1000} s: writes are 503 with Retry-After, reading goes on, and then the same requests succeed`, async () => {
    const [write, { access_token }] = [await prepareWrites(), await client.tokens()];
    const release = await lock();
    const startedAt = performance.now();
    const writing = write();
    expect((await client.userInfo(access_token)).status).toBe(200);
    expect(await healthOf(server)).toEqual(WELL);
    const told = await writing;
    await sleep(Math.max(0, LONG_MS - (performance.now() - startedAt)));
    await release();
    for (const [what, { status, retryAfter, text }] of Object.entries(told)) {
      expect([what, status, retryAfter]).toEqual([what, 503, expect.stringMatching(/^\d+$/)]);
      expect(text).not.toMatch(/invalid_grant|invalid_client|password is incorrect|SQLITE|locked/i);
    }
    await healed(server);
    // Nothing of what was told to come again was done meanwhile, nor when the lock was gone.
    expect(statusesOf(await write())).toEqual(DONE);
    await expectNobodySignedOut();
  });
});

/** Neither the browser's session nor what was refreshed has gone. */
async function expectNobodySignedOut(): Promise<void> {
  const { refresh_token } = await client.tokens();
  expect((await client.token(client.refreshForm(refresh_token))).status).toBe(200);
}
