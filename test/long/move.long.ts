// `latchkey move` there and back with 100,000 users and a million access tokens: time, memory, the same checksums,
// tokens that go on working, and a kill half-way. LATCHKEY_TEST_USERS takes another number of users. Prints
// docs/moving.md's table.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { openFile } from '../helpers/open-file.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { administer, type TestDatabase } from '../helpers/test-databases.ts';
import { PROGRAM } from '../processes/commands/latchkey.ts';
import { seedUsers } from './seed-users.ts';

const USERS = Number(process.env.LATCHKEY_TEST_USERS ?? 100_000);
const TOKENS_EACH = 10;
const SECRET = 'the same secret before and after the move';
/** Node alone takes some 50; what the rows take does not grow with their number. */
const MAX_MEMORY_MB = 300;

let folder: string;
let database: TestDatabase;
let server: TestServer | undefined;
let client: Client;
let issued: Tokens[];
/** Of a whole move each way, in seconds. */
let took: { there: number; back: number };

const sqlite = (name: string) => `sqlite:${join(folder, name)}`;
const settingsFor = (url: string) => ({ LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET: SECRET });

async function startOn(url: string, before?: TestServer): Promise<TestServer> {
  const { LATCHKEY_OPS_LISTEN: _own, ...environment } = before?.environment ?? {};
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'warn', ...environment, ...settingsFor(url) });
  return server;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-move-'));
  database = await emptyDatabase();
  const first = await startOn(sqlite('first.db'));
  client = await givenClient(first);
  issued = [await client.tokens(), await client.tokens(), await client.tokens()];
  await first.stop();
  const { applicationId, apiKey } = client;
  const now = Date.now();
  seedUsers(join(folder, 'first.db'), { users: USERS, tokensEach: TOKENS_EACH, applicationId, apiKey, now });
});

afterAll(async () => {
  await server?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

type Moved = { rows: number; tables: { table: string; rows: number; checksum: string }[] };
type Outcome = { status: number | null; stdout: string; stderr: string; seconds: number; memoryMb: number };

/** @param killAfter ms until SIGKILL */
function move(from: string, to: string, killAfter?: number): Promise<Outcome> {
  const startedAt = performance.now();
  const env = { PATH: process.env.PATH, ...settingsFor(from) };
  const child = spawn(process.execPath, [PROGRAM, 'move', '--to', to, '--json'], { cwd: folder, env });
  const outcome: Outcome = { status: null, stdout: '', stderr: '', seconds: 0, memoryMb: 0 };
  child.stdout.on('data', (chunk) => {
    outcome.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    outcome.stderr += chunk;
  });
  const watch = setInterval(() => {
    const file = `/proc/${child.pid}/status`;
    const peak = existsSync(file) ? /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
    if (peak) outcome.memoryMb = Math.round(Number(peak) / 1024);
  }, 100);
  if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
  return new Promise((resolve) => {
    child.once('close', (status) => {
      clearInterval(watch);
      resolve({ ...outcome, status, seconds: Math.round((performance.now() - startedAt) / 100) / 10 });
    });
  });
}

const documentOf = ({ status, stdout, stderr }: Outcome): Moved => {
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Moved;
};

async function expectAlive(): Promise<void> {
  for (const tokens of issued) {
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    expect((await client.token(client.refreshForm(tokens.refresh_token))).status).toBe(200);
  }
  const page = await client.browser.open(client.authorizeUrl(), { stopAt: CALLBACK });
  expect(page.url.searchParams.get('code')).toBeTruthy();
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const databaseSize = async () => {
  const [row] = await administer<{ size: string }>(database.url, 'select pg_database_size(current_database()) as size');
  return Number(row?.size);
};

test(`move: ${USERS} users there and back`, async () => {
  const [file, back] = [join(folder, 'first.db'), join(folder, 'back.db')];
  const there = await move(sqlite('first.db'), database.url);
  const moved = documentOf(there);
  const again = await move(database.url, sqlite('back.db'));
  expect(documentOf(again).tables).toEqual(moved.tables);
  took = { there: there.seconds, back: again.seconds };
  expect(moved.rows).toBeGreaterThan(USERS * (4 + TOKENS_EACH));
  const shown = (outcome: Outcome) => ({ seconds: outcome.seconds, memoryMb: outcome.memoryMb });
  console.info({
    rows: moved.rows,
    tables: Object.fromEntries(moved.tables.map(({ table, rows }) => [table, rows])),
    there: shown(there),
    back: shown(again),
    sqliteMb: megabytes(statSync(file).size),
    postgresMb: megabytes(await databaseSize()),
    backMb: megabytes(statSync(back).size),
  });
  expect(Math.max(there.memoryMb, again.memoryMb)).toBeLessThan(MAX_MEMORY_MB);
});

test('move: what was issued before works on either', async () => {
  const second = await startOn(database.url, server);
  await expectAlive();
  await second.stop();
  const third = await startOn(sqlite('back.db'), server);
  await expectAlive();
  await third.stop();
  server = undefined;
});

test('move: killed half-way leaves either target empty', async () => {
  const other = await emptyDatabase();
  try {
    const toPostgres = await move(sqlite('first.db'), other.url, took.there * 500);
    const toSqlite = await move(database.url, sqlite('killed.db'), took.back * 500);
    expect([toPostgres.stdout, toSqlite.stdout]).toEqual(['', '']);
    const [row] = await administer<{ rows: string }>(other.url, 'select count(*) as rows from accounts');
    expect(Number(row?.rows)).toBe(0);
    const killed = openFile(join(folder, 'killed.db'));
    expect(killed.prepare('select count(*) from accounts').pluck().get()).toBe(0);
    killed.close();
  } finally {
    await other.drop();
  }
});
