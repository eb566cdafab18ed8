// Case M3 for copies of the database: the room that was there when it was looked at is gone while writing. Every write
// past 32 KiB fails, as a limit of the process has it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqliteMigrationStatus } from '../../../src/store/sqlite/open.ts';
import { contentsOf } from '../../contract/given-every-table.ts';
import { releasedDatabases, unpack } from '../../fixtures/databases/released.ts';
import { PROGRAM } from './latchkey.ts';

const [oldest] = releasedDatabases();
const newest = releasedDatabases().at(-1);
if (!oldest || !newest) throw new Error('There are no released databases');

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-full-'));
  path = join(folder, 'data', 'latchkey.db');
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true }));

function latchkeyWithoutRoom(...args: readonly string[]) {
  const line = ['-c', 'ulimit -f 64 && exec "$@"', 'sh', process.execPath, PROGRAM, ...args];
  const env = { PATH: process.env.PATH, LATCHKEY_SECRET: newest?.secret };
  const { status, stderr } = spawnSync('sh', line, { cwd: folder, env, encoding: 'utf8' });
  return { status, stderr };
}

it('M3: a backup that finds no room says so in one line and leaves nothing', () => {
  unpack(newest, path);
  const { audit_entries: told = [], ...before } = contentsOf(path);
  const { status, stderr } = latchkeyWithoutRoom('backup', 'backup.db');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^latchkey: .*cannot be written \(.*nothing was kept\n$/),
  ]);
  expect(readdirSync(folder)).toEqual(['data']);
  // The entry is written before the copy begins, and tells that somebody tried.
  const { audit_entries: now = [], ...after } = contentsOf(path);
  expect(after).toEqual(before);
  expect(now).toEqual([...told, expect.objectContaining({ action: 'backup', role: 'operator' })]);
});

it('M3: a restore that finds no room says so in one line; the database is as it was', () => {
  unpack(newest, path);
  const before = contentsOf(path);
  unpack(oldest, join(folder, 'backup.db'));
  const { status, stderr } = latchkeyWithoutRoom('restore', '--replace', 'backup.db');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^latchkey: .*nothing was restored\n$/)]);
  expect(contentsOf(path)).toEqual(before);
  expect(readdirSync(join(folder, 'data')).filter((name) => !name.endsWith('-shm'))).toEqual(['latchkey.db']);
});

it('M10: without room for its backup a migration does not begin, and nothing of it is left', async () => {
  unpack(oldest, path);
  const before = contentsOf(path);
  const { status, stderr } = latchkeyWithoutRoom('migrate');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^latchkey: .*nothing was kept\n$/)]);
  expect(contentsOf(path)).toEqual(before);
  expect((await sqliteMigrationStatus(path)).applied).toHaveLength(oldest.schema);
  expect(existsSync(`${path}.before-0002`)).toBe(false);
});
