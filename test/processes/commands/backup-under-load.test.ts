// Case M12: a backup made while the server works, restored elsewhere. What was answered before it began is in it; what
// was issued after is unknown there and is refused as such, never with a fault of ours.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../helpers/browser.ts';
import { type Client, givenClient, type Tokens } from '../../helpers/client.ts';
import { runProgram, startServer } from '../../helpers/program.ts';
import { succeed, type TestServer } from '../../helpers/server.ts';
import { document, latchkey, makeFolder } from './latchkey.ts';

const LOAD = 4;
let folder: string;
let server: TestServer;
let client: Client;
/** Answered before the backup began. */
const before: Tokens[] = [];
/** Asked for after the backup stood. */
const after: Tokens[] = [];
let afterCode: string;
let failures: unknown[];
let done: number;

beforeAll(async () => {
  folder = makeFolder();
  server = await startServer({ LATCHKEY_SECRET: 'the same secret before and after the backup' });
  client = await givenClient(server);
  const load = startLoad(client);
  await load.until(20);
  for (let count = 0; count < 5; count++) before.push(await client.tokens());
  // A process of its own, as the load is on this one.
  const backup = await runProgram(['backup', join(folder, 'backup.db')], server.folder, server.environment);
  expect([backup.status, backup.stderr]).toEqual([0, '']);
  const duringBackup = load.done();
  for (let count = 0; count < 5; count++) after.push(await client.tokens());
  afterCode = await client.code();
  await load.until(duringBackup + 5);
  ({ failures, done } = await load.stop());
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

it('M12: nobody notices the backup: every code and refresh token of the load was taken', () => {
  expect(failures).toEqual([]);
  expect(done).toBeGreaterThan(25);
});

it('M12: restored in another place it is whole, and its start has nothing to mend', async () => {
  const { environment } = server;
  await server.stop();
  const env: Record<string, string> = {
    ...environment,
    LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'elsewhere', 'latchkey.db')}`,
  };
  const restored = await document(folder, ['restore', 'backup.db'], { env });
  expect(restored).toMatchObject({ pending: [], kept: null });
  const { LATCHKEY_OPS_LISTEN: _own, ...same } = env;
  server = await startServer(same);
  expect((await latchkey(folder, ['migrate'], { env })).stdout).toBe('The database is up to date.\n');
});

it('M12: people sign in, sessions and tokens of before the backup work', async () => {
  for (const { access_token, refresh_token } of before) {
    expect((await client.userInfo(access_token)).status).toBe(200);
    expect((await client.token(client.refreshForm(refresh_token))).status).toBe(200);
  }
  expect((await client.userInfo((await client.tokens()).access_token)).status).toBe(200);
  const browser = new Browser();
  const login = await browser.open(`${server.authUrl}/login`);
  const { email, password } = client;
  const signedIn = await browser.submit(login.form({ action: '/login' }), { email, password });
  expect(signedIn.url.pathname).toBe('/account');
});

it('M12: what was issued after the backup is unknown: invalid_token, invalid_grant, never a fault of the server', async () => {
  for (const { access_token, refresh_token } of after) {
    const info = await fetch(`${server.apiUrl}/user-info`, { headers: { authorization: `Bearer ${access_token}` } });
    expect([info.status, info.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
    expect(await client.token(client.refreshForm(refresh_token))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  }
  expect((await client.token(client.codeForm(afterCode))).body.error).toBe('invalid_grant');
  expect(server.logs()).not.toMatch(/"level":(50|60)/);
});

it('M12: a refresh token that was changed after the backup is refused, and the one before it works again', async () => {
  const [first] = before;
  const known = await client.tokens();
  await succeed(server, ['backup', join(folder, 'second.db')]);
  const { body: newer } = await client.token(client.refreshForm(known.refresh_token));
  const { environment } = server;
  await server.stop();
  await document(folder, ['restore', '--replace', 'second.db'], { env: environment });
  const { LATCHKEY_OPS_LISTEN: _own, ...same } = environment;
  server = await startServer(same);
  const answer = await client.token(client.refreshForm(newer.refresh_token));
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await client.userInfo(newer.access_token)).status).toBe(401);
  expect((await client.token(client.refreshForm(known.refresh_token))).status).toBe(200);
  expect((await client.userInfo(first?.access_token ?? '')).status).toBe(200);
});

/** Whole turns of code, exchange and refresh, some at once, until it is stopped. */
function startLoad(client: Client) {
  let [done, isStopped] = [0, false];
  const failures: unknown[] = [];
  const turn = async () => {
    const { refresh_token } = await client.tokens();
    const { status, body } = await client.token(client.refreshForm(refresh_token));
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const go = async () => {
    while (!isStopped) {
      await turn().then(
        () => {
          done += 1;
        },
        (error) => failures.push(error),
      );
    }
  };
  const going = Array.from({ length: LOAD }, go);
  return {
    done: () => done,
    async until(count: number) {
      while (done < count && failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      isStopped = true;
      await Promise.all(going);
      return { done, failures };
    },
  };
}
