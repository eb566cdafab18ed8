// A database or key that cannot be used as it is (cases M5, M11): the program says why in one line and ends with 1, and
// everything is left as it was.
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFile } from '../helpers/open-file.ts';
import { spawnProgram, startServer } from '../helpers/program.ts';
import { createOwner, type TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';
import { administer } from '../helpers/test-databases.ts';
import { isAlive, until } from '../helpers/workers.ts';

const PATIENCE_MS = 30_000;

/** Where a server ran and was stopped: `data` with the secret, on SQLite the database as well. */
let server: TestServer;
let kept: string;
let folder: string;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'warn' });
  await createOwner(server);
  const keys = async () => ((await (await fetch(`${server.authUrl}/oauth/jwks`)).json()) as { keys: unknown[] }).keys;
  await until(async () => (await keys()).length > 0);
  const { pid } = server;
  process.kill(pid, 'SIGTERM');
  kept = mkdtempSync(join(tmpdir(), 'latchkey-kept-'));
  folder = join(kept, 'run');
  await until(() => !isAlive(pid));
  cpSync(join(server.folder, 'data'), join(kept, 'data'), { recursive: true });
});
afterAll(async () => {
  await server?.stop();
  rmSync(kept, { recursive: true, force: true });
});

/** Runs `serve` on a copy of what was kept, spoilt by `spoil`. */
async function serveSpoilt(spoil: (data: string) => void, settings: Readonly<Record<string, string>> = {}) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(kept, 'data'), join(folder, 'data'), { recursive: true });
  const data = join(folder, 'data');
  spoil(data);
  const before = contentsOf(data);
  const own = STORE === 'sqlite' ? { LATCHKEY_DATABASE_URL: `sqlite:${data}/latchkey.db` } : {};
  const environment = { ...server.environment, LATCHKEY_SECRET_FILE: `${data}/secret.key`, ...own, ...settings };
  const result = await serve(environment);
  // Looking at a file in WAL mode makes an empty log beside it.
  const after = contentsOf(data);
  expect(after).toMatchObject(before);
  expect(after['latchkey.db-wal'] ?? '').toBe('');
  return result;
}

/** Ended by force where it does not refuse, so that nothing is left running. */
async function serve(environment: Readonly<Record<string, string>>) {
  const child = spawnProgram(['serve'], folder, environment);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, 'close');
  clearTimeout(timer);
  return { status, stderr };
}

const contentsOf = (data: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(data)
      .sort()
      .map((name) => [name, withoutCounters(readFileSync(join(data, name))).toString('base64')]),
  );

/** SQLite counts in the file's head how often it was opened for writing; that is no change of what it holds. */
function withoutCounters(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 15).toString() !== 'SQLite format 3') return bytes;
  return Buffer.from(bytes).fill(0, 24, 28).fill(0, 92, 96);
}

const onDatabase = (sql: string) => (data: string) => {
  const file = openFile(join(data, 'latchkey.db'));
  file.exec(sql);
  file.close();
};

type Case = readonly [what: string, spoil: (data: string) => void, line: RegExp];

const KEYS: readonly Case[] = [
  ['the key file is missing', (data) => rmSync(join(data, 'secret.key')), /secret_file.*secret/i],
  ['others may read the key file', (data) => chmodSync(join(data, 'secret.key'), 0o644), /chmod 600/],
  ['the key file is cut', (data) => truncateSync(join(data, 'secret.key'), 10), /at least 32 bytes/],
  [
    'the key is another',
    (data) => writeFileSync(join(data, 'secret.key'), 'another key than the one that was here before'),
    /not the secret of this database|encrypted with another secret/,
  ],
  ['the key can be guessed', (data) => writeFileSync(join(data, 'secret.key'), 'x'.repeat(44)), /nobody can guess/],
];

const FILES: readonly Case[] = [
  ['the file is read-only', (data) => chmodSync(join(data, 'latchkey.db'), 0o400), /read-only; chmod 600/],
  ['others may read the file', (data) => chmodSync(join(data, 'latchkey.db'), 0o644), /chmod 600/],
  ['the file is no database', (data) => writeFileSync(join(data, 'latchkey.db'), 'no database'.repeat(999)), /backup/],
  ['the file is cut', (data) => truncateSync(join(data, 'latchkey.db'), 20_000), /backup/],
  ['the schema is newer', onDatabase("insert into schema_migrations values (9999, '9999_later', 'x', 0)"), /newer/],
  [
    'a migration is another than ours',
    onDatabase("update schema_migrations set checksum = 'x' where number = 1"),
    /0001/,
  ],
  [
    'the file is of another program',
    (data) => {
      rmSync(join(data, 'latchkey.db'));
      onDatabase('create table things (id integer)')(data);
      chmodSync(join(data, 'latchkey.db'), 0o600);
    },
    /another program/,
  ],
];

/** On PostgreSQL, where what is spoilt is in the tables. */
const SCHEMAS: readonly (readonly [what: string, sql: string, line: RegExp])[] = [
  ['the schema is newer', "insert into schema_migrations values (9999, '9999_later', 'x', 0)", /newer/],
  ['a migration is another than ours', "update schema_migrations set checksum = 'x' where number = 1", /0001/],
];

describe('M5: `serve` ends with 1 and one line, and touches nothing, when', () => {
  test.each(STORE === 'sqlite' ? [...KEYS, ...FILES] : KEYS)('%s', async (_what, spoil, line) => {
    const { status, stderr } = await serveSpoilt(spoil);
    expect(status).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each(STORE === 'postgres' ? SCHEMAS : [])('%s', async (_what, sql, line) => {
    const url = server.environment.LATCHKEY_DATABASE_URL ?? '';
    const migrations = 'select * from schema_migrations order by number';
    const was = await administer<{ number: number; checksum: string }>(url, migrations);
    await administer(url, sql);
    const spoilt = await administer(url, migrations);
    const { status, stderr } = await serveSpoilt(() => {});
    expect(status).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await administer(url, migrations)).toEqual(spoilt);
    await administer(url, 'delete from schema_migrations where number = 9999');
    await administer(url, 'update schema_migrations set checksum = $1 where number = 1', [was[0]?.checksum]);
  });
});
