// The file: whose it is, what makes it unusable, and that nothing is changed before that is known.
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { DatabaseRefused } from '../../src/store/database-refused.ts';
import { openSqlite, sqliteMigrationStatus } from '../../src/store/sqlite/open.ts';
import { placeMigratedFile } from '../helpers/migrated-file.ts';
import { openFile } from '../helpers/open-file.ts';
import { NOW, someAccount, someGrant } from './stores/given.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-file-'));
  path = join(folder, 'data', 'latchkey.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (options: { migrate?: boolean } = {}): Promise<Database> =>
  openSqlite({ path, clock: { now: () => NOW }, ...options });
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
async function givenClosedDatabase(): Promise<void> {
  await placeMigratedFile(path);
  const database = await open();
  await database.stores.accounts.insert(someAccount());
  await database.close();
}
/** Expects the refusal to say `what`, and the file to be byte for byte what it was. */
async function expectRefused(what: RegExp, options: { migrate?: boolean } = {}): Promise<void> {
  const before = readFileSync(path);
  const refused = await open(options).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DatabaseRefused);
  expect((refused as Error).message).toMatch(what);
  expect((refused as Error).message).toContain(path);
  expect((refused as Error).message).not.toContain('\n');
  expect(readFileSync(path).equals(before)).toBe(true);
}

const driver = createRequire(import.meta.url).resolve('better-sqlite3');
/** A thread, because who opens a file waits in its own. */
const WRITES_FOR_A_WHILE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const file = new (require(workerData.driver))(workerData.path);
  file.exec('begin immediate');
  parentPort.postMessage('writing');
  setTimeout(() => { file.exec('commit'); file.close(); process.exit(); }, 300);`;

describe('a database file', () => {
  it('P3: is made with its folder for its owner alone, the log beside it too, whatever the umask', async () => {
    const umask = process.umask(0);
    try {
      const database = await open();
      await database.stores.accounts.insert(someAccount());
      expect(modeOf(join(folder, 'data'))).toBe('700');
      for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(modeOf(file)).toBe('600');
      await database.close();
    } finally {
      process.umask(umask);
    }
  });

  it('P3: is made for its owner alone in a folder that exists', async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o755 });
    await givenClosedDatabase();
    expect(modeOf(path)).toBe('600');
  });

  it.each([0o640, 0o604, 0o620, 0o602])('P3: is refused with mode %o', async (mode) => {
    await givenClosedDatabase();
    chmodSync(path, mode);
    await expectRefused(/chmod 600/);
  });

  it('M5: is refused when it is read-only', async () => {
    await givenClosedDatabase();
    chmodSync(path, 0o400);
    await expectRefused(/read-only; chmod 600/);
  });

  it('M5: is refused when it is no database', async () => {
    await givenClosedDatabase();
    writeFileSync(path, 'This is not a database, though it is long enough to be taken for one. '.repeat(100));
    await expectRefused(/restore a backup/);
  });

  it('M5: is refused when it was cut', async () => {
    await givenClosedDatabase();
    truncateSync(path, 20_000);
    await expectRefused(/restore a backup/);
  });

  it('M5: is refused when what its migrations made is not there any more', async () => {
    await givenClosedDatabase();
    const file = openFile(path);
    file.exec('drop table session_clients');
    file.close();
    await expect(open()).rejects.toThrow(
      /^\S+latchkey\.db: is damaged \(no such table: session_clients\); stop the server and restore a backup: latchkey/,
    );
  });

  it('M5: is refused when a column of its migrations is not there any more', async () => {
    await givenClosedDatabase();
    const file = openFile(path);
    file.exec('alter table accounts rename column created_at to made_at');
    file.close();
    await expect(open()).rejects.toThrow(
      /^\S+latchkey\.db: is damaged \(no such column: accounts\.created_at\); stop the/,
    );
  });

  it('M5: is refused when it is a link that leads nowhere; nothing is made there', async () => {
    mkdirSync(join(folder, 'data'));
    symlinkSync(join(folder, 'unmounted.db'), path);
    await expect(open()).rejects.toThrow(/is a link to \S+unmounted\.db, which does not exist; mount its disk/);
    expect(existsSync(join(folder, 'unmounted.db'))).toBe(false);
  });

  it('M5: whichever page is damaged, whoever asks is told file and cure in one line, and the process lives', async () => {
    await givenClosedDatabase();
    const whole = readFileSync(path);
    let told = 0;
    for (let at = 4096; at < whole.length; at += 4096) {
      writeFileSync(path, Buffer.from(whole).fill(0x5a, at, at + 4096));
      const opened = await open().catch((error: Error) => error);
      const outcomes = opened instanceof Error ? [] : await everyRead(opened);
      for (const error of opened instanceof Error ? [opened] : outcomes) {
        expect(error.message).toMatch(
          /^\S+latchkey\.db: is damaged \(SQLITE_CORRUPT: [^\n]+ restore a backup: latchkey/,
        );
        told += 1;
      }
      if (!(opened instanceof Error)) await opened.close();
      for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true });
    }
    expect(told).toBeGreaterThan(5);
  });

  it.each(['create table things (id integer)', 'create table schema_migrations (version text)'])(
    'M5: is refused when it is the database of another program: %s',
    async (sql) => {
      await givenClosedDatabase();
      rmSync(path);
      const other = openFile(path);
      other.exec(sql);
      other.close();
      chmodSync(path, 0o600);
      await expectRefused(/another program/);
    },
  );

  it('M5: is refused when it is a folder', async () => {
    mkdirSync(path, { recursive: true });
    await expect(open()).rejects.toThrow(/is not a file/);
  });

  it('M11: is refused when its schema is newer', async () => {
    await givenClosedDatabase();
    const newer = openFile(path);
    newer.exec("insert into schema_migrations values (9999, '9999_later', 'x', 0)");
    newer.close();
    await expectRefused(/newer than this program/);
  });

  it('M11: is waited for while another process writes into it, and it has no log yet', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(path, '', { mode: 0o600 });
    const empty = openFile(path);
    empty.exec('create table t (n); drop table t');
    empty.close();
    const writing = new Worker(WRITES_FOR_A_WHILE, { eval: true, workerData: { path, driver } });
    const ended = once(writing, 'exit');
    await once(writing, 'message');
    const database = await open();
    await database.check();
    await database.close();
    await ended;
  });

  it('is not made, and a missing one is refused, where migrating is not wanted', async () => {
    await expect(open({ migrate: false })).rejects.toThrow(DatabaseRefused);
    expect(existsSync(path)).toBe(false);
  });

  it('is refused without its migrations where migrating is not wanted', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(path, '', { mode: 0o600 });
    await expectRefused(/latchkey migrate/, { migrate: false });
  });

  it('tells its migrations without changing anything', async () => {
    await givenClosedDatabase();
    const before = readFileSync(path);
    expect(await sqliteMigrationStatus(path)).toMatchObject({ pending: [] });
    expect(readFileSync(path).equals(before)).toBe(true);
    await expect(sqliteMigrationStatus(`${path}-missing`)).rejects.toThrow(DatabaseRefused);
  });

  it('is one file after closing: the log is moved into it', async () => {
    const database = await open();
    await database.stores.accounts.insert(someAccount());
    await database.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

/** Asks several at once, as requests do. @returns what was refused */
async function everyRead({ stores, check }: Database): Promise<Error[]> {
  const asked = await Promise.allSettled([
    check(),
    stores.accounts.list({ limit: 9 }),
    stores.accounts.operatorExists(),
    stores.applications.list({ accountId: undefined, owned: true, afterId: undefined, limit: 9 }),
    stores.keys.list(),
    stores.sealedValues.find('secret-check'),
  ]);
  return asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
}

describe('an open database', () => {
  beforeEach(() => placeMigratedFile(path));

  /** What stands in the file itself, without the log beside it. */
  function rowsInFileAlone(): number {
    const copy = join(folder, 'copy.db');
    writeFileSync(copy, readFileSync(path), { mode: 0o600 });
    const inCopy = openFile(copy);
    try {
      return Number(inCopy.prepare('select count(*) from grants').pluck().get());
    } finally {
      inCopy.close();
    }
  }

  it('checks that it answers with the schema of this program', async () => {
    const database = await open();
    await database.check();
    const newer = openFile(path);
    newer.exec("insert into schema_migrations values (9999, '9999_later', 'x', 0)");
    newer.close();
    await expect(database.check()).rejects.toThrow(Unavailable);
    await database.close();
  });

  it('M14: its log stays bounded under steady writing, and is moved into the file when it rests', async () => {
    const database = await open();
    let largest = 0;
    for (let i = 0; i < 60; i++) {
      await Promise.all(Array.from({ length: 100 }, () => database.stores.codes.issue(someGrant())));
      largest = Math.max(largest, statSync(`${path}-wal`).size);
    }
    expect(largest).toBeLessThan(16 * 1024 * 1024);
    while (rowsInFileAlone() < 6_000) await new Promise((resolve) => setTimeout(resolve, 50));
    await database.close();
  });

  it('M1: file and log as they stand when a write was answered hold that write', async () => {
    const database = await open();
    const account = someAccount();
    await database.stores.accounts.insert(account);
    const crashed = join(folder, 'crashed.db');
    for (const part of ['', '-wal']) writeFileSync(crashed + part, readFileSync(path + part), { mode: 0o600 });
    await database.close();
    const reopened = await openSqlite({ path: crashed, clock: { now: () => NOW } });
    expect(await reopened.stores.accounts.find(account.id)).toEqual(account);
    await reopened.close();
  });

  it('gives the room of purged rows back to the file system', async () => {
    await (await open()).close();
    const empty = statSync(path).size;
    const database = await open();
    await Promise.all(Array.from({ length: 5_000 }, () => database.stores.codes.issue(someGrant())));
    while ((await database.stores.expired.purge(NOW + 60_000, 500, 365 * 86_400_000)) > 0);
    await database.close();
    expect(statSync(path).size).toBeLessThan(empty + 100_000);
  });
});
