// The program on PostgreSQL from its first start on: migrating, several processes at once, and what it says when the
// database is not there.
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { startServer } from '../helpers/program.ts';
import { startSecondProcess } from '../helpers/second-process.ts';
import { succeed, type TestServer } from '../helpers/server.ts';
import type { TestDatabase } from '../helpers/test-databases.ts';
import { latchkeyProcess, makeFolder } from '../processes/commands/latchkey.ts';

let server: TestServer | undefined;
let database: TestDatabase | undefined;
afterEach(async () => {
  await server?.stop();
  await database?.drop();
  server = undefined;
  database = undefined;
});

const SECRET = 'a-secret-of-more-than-thirty-two-bytes';
const withPassword = (url: string) => url.replace('@', ':hunter2@');

describe('on an empty database', () => {
  test('contract 1: `migrate` names what it applied, then nothing, and never the password', async () => {
    server = await startServer();
    database = await emptyDatabase();
    const settings = { LATCHKEY_DATABASE_URL: withPassword(database.url) };
    const migrate = () => succeed(server as TestServer, ['migrate'], '', settings);
    const [first, second] = [await migrate(), await migrate()];
    expect(first.applied).toEqual(expect.arrayContaining(['0001_initial']));
    expect(second.applied).toEqual([]);
    expect(JSON.stringify([first, second])).not.toContain('hunter2');
    const { settings: shown } = await succeed(server, ['config', 'check'], '', settings);
    expect(JSON.stringify(shown)).not.toContain('hunter2');
  });

  test('M11: three processes that start at once all come up, and one migrates', async () => {
    database = await emptyDatabase();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => startOn(database as TestDatabase)));
    server = first;
    const servers = [first, ...others] as TestServer[];
    const migrations = servers.filter((one) => one.logs().includes('Database migrated'));
    await Promise.all(others.map((one) => one?.stop()));
    expect(migrations).toHaveLength(1);
  });

  test('contract 1: of the setup links that several processes print, the newest lives', async () => {
    database = await emptyDatabase();
    server = await startOn(database);
    const older = await setupLink(server);
    const status = async (link: string) => (await fetch(link)).status;
    expect(await status(older)).toBe(200);
    const second = await startSecondProcess(server);
    while ((await status(older)) === 200) await new Promise((resolve) => setTimeout(resolve, 20));
    await second.stop();
  });
});

describe('without its database', () => {
  test.each([
    ['nobody listens there', 'postgres://latchkey:hunter2@127.0.0.1:1/latchkey', /cannot be reached/],
    ['the name leads nowhere', 'postgres://latchkey:hunter2@nowhere.invalid/latchkey', /cannot be reached/],
  ])('M5: `serve` ends with one clear line when %s', async (_what, url, line) => {
    const folder = makeFolder();
    const hosts = { LATCHKEY_AUTH_URL: 'http://localhost:4000', LATCHKEY_API_URL: 'http://localhost:4001' };
    const env = { ...hosts, LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET: SECRET };
    const { status, stderr } = await latchkeyProcess(folder, ['serve'], { env });
    rmSync(folder, { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('hunter2');
  });
});

/** Printed when the server is ready, so a moment after it says so. */
async function setupLink(of: TestServer): Promise<string> {
  for (;;) {
    const link = /http:\S+\/setup\S*/.exec(of.logs())?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const startOn = ({ url }: TestDatabase) =>
  startServer({
    LATCHKEY_DATABASE_URL: url,
    LATCHKEY_SECRET: SECRET,
    LATCHKEY_LOG_LEVEL: 'info',
  });
