// Group commit: intents of one turn share a commit, and no intent's trouble becomes another's (decision 0003).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { ownMigrationsFolder, readMigrations } from '../../src/store/migrate.ts';
import { connect } from '../../src/store/sqlite/connect.ts';
import { assembleDatabase, openSqlite } from '../../src/store/sqlite/open.ts';
import { createReader } from '../../src/store/sqlite/reader.ts';
import { createWriter, type Writer } from '../../src/store/sqlite/writer.ts';
import { placeMigratedFile } from '../helpers/migrated-file.ts';
import { openFile } from '../helpers/open-file.ts';
import { givenCode, NOW, redemption, someAccount } from './stores/given.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-writer-'));
  path = join(folder, 'latchkey.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const turns = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the writer', () => {
  let connection: Connection;
  let outside: Connection;
  let writer: Writer;
  let insert: (value: string) => Promise<void>;
  const stored = () => outside.prepare('select value from notes order by rowid').pluck().all();

  beforeEach(() => {
    connection = openFile(path, { timeout: 0 });
    connection.pragma('journal_mode = wal');
    connection.pragma('foreign_keys = on');
    connection.exec('create table notes (value text not null unique, about text references notes (value)) strict');
    outside = openFile(path);
    writer = createWriter(connection);
    const statement = connection.prepare('insert into notes (value) values (?)');
    insert = async (value) => {
      await writer.write(() => statement.run(value));
    };
  });
  afterEach(() => {
    connection.close();
    outside.close();
  });

  it('commits all intents of one turn together, and none before the turn ends', async () => {
    const begins: string[] = [];
    const logged = openFile(path, { timeout: 0, verbose: (sql) => begins.push(String(sql)) });
    const counting = createWriter(logged);
    const statement = logged.prepare('insert into notes (value) values (?)');
    const writes = ['a', 'b', 'c'].map((value) => counting.write(() => statement.run(value)));
    expect(stored()).toEqual([]);
    await Promise.all(writes);
    expect(stored()).toEqual(['a', 'b', 'c']);
    expect(begins.filter((sql) => sql === 'begin immediate')).toHaveLength(1);
    expect(begins.filter((sql) => sql === 'commit')).toHaveLength(1);
    logged.close();
  });

  it('commits with them what comes in the turns after, as long as each turn brings more', async () => {
    const groups: number[] = [];
    const counting = createWriter(connection, (intents) => groups.push(intents));
    const write = () => counting.write(() => undefined);
    const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const first = write();
    await nextTurn();
    const second = write();
    await nextTurn();
    const third = write();
    await Promise.all([first, second, third]);
    await Promise.all([write(), write()]);
    expect(groups).toEqual([3, 2]);
  });

  it('does not wait for ever where every turn brings more', async () => {
    const groups: number[] = [];
    const counting = createWriter(connection, (intents) => groups.push(intents));
    const first = counting.write(() => undefined);
    let isOver = false;
    const over = first.then(() => {
      isOver = true;
    });
    const rest: Promise<unknown>[] = [];
    while (!isOver && rest.length < 1_000) {
      rest.push(counting.write(() => undefined));
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await Promise.all([over, ...rest]);
    expect(rest.length).toBeLessThan(20);
  });

  it('makes savepoints only once an intent has thrown', async () => {
    const log: string[] = [];
    const logged = openFile(path, { timeout: 0, verbose: (sql) => log.push(String(sql)) });
    const watched = createWriter(logged);
    const statement = logged.prepare('insert into notes (value) values (?)');
    const write = (value: string) => watched.write(() => statement.run(value));
    await Promise.all([write('a'), write('b')]);
    expect(log.filter((sql) => sql.startsWith('savepoint'))).toEqual([]);
    await Promise.allSettled([write('c'), write('c'), write('d')]);
    expect(log.filter((sql) => sql.startsWith('savepoint'))).toHaveLength(3);
    expect(stored()).toEqual(['a', 'b', 'c', 'd']);
    logged.close();
  });

  it('metrics: tells how many intents each commit had and how long it took', async () => {
    const groups: [number, number][] = [];
    const counting = createWriter(connection, (intents, seconds) => groups.push([intents, seconds]));
    await Promise.all(Array.from({ length: 3 }, () => counting.write(() => undefined)));
    await counting.write(() => undefined);
    expect(groups.map(([intents]) => intents)).toEqual([3, 1]);
    for (const [, seconds] of groups) expect(seconds).toBeGreaterThan(0);
  });

  it('a promise resolves after its commit: another connection sees the row by then', async () => {
    await insert('a');
    expect(stored()).toEqual(['a']);
  });

  it('an error in one intent undoes all of that intent and nothing of its neighbours', async () => {
    const statement = connection.prepare('insert into notes (value) values (?)');
    const failing = writer.write(() => {
      statement.run('half');
      throw new TypeError('a bug');
    });
    const results = await Promise.allSettled([insert('before'), failing, insert('after')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(failing).rejects.toThrow(TypeError);
    expect(stored()).toEqual(['before', 'after']);
  });

  it('a broken constraint is a bug of that intent, not unavailability', async () => {
    const results = await Promise.allSettled([insert('a'), insert('a'), insert('b')]);
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_UNIQUE' } });
    expect(stored()).toEqual(['a', 'b']);
  });

  it('a row whose parent was removed meanwhile is Unavailable for that intent alone', async () => {
    const statement = connection.prepare("insert into notes (value, about) values ('child', 'gone')");
    const results = await Promise.allSettled([insert('a'), writer.write(() => statement.run())]);
    expect(results[1]).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
    expect(stored()).toEqual(['a']);
  });

  it('more intents than a group holds are all stored, in order', async () => {
    const values = Array.from({ length: 1_000 }, (_, i) => `n${i}`);
    await Promise.all(values.map(insert));
    expect(stored()).toEqual(values);
  });

  it('M3: a full disk makes the whole group Unavailable, stores nothing of it, and heals', async () => {
    await insert('kept');
    const pages = Number(connection.pragma('page_count', { simple: true }));
    connection.pragma(`max_page_count = ${pages + 2}`);
    const big = 'x'.repeat(100_000);
    const results = await Promise.allSettled([insert('a'), insert(big), insert('b')]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
    }
    expect(connection.inTransaction).toBe(false);
    expect(writer.isFailing()).toBe(true);
    // A group that changes nothing needs no disk.
    await writer.write(() => connection.prepare('delete from notes where value is null').run());
    expect(writer.isFailing()).toBe(true);
    expect(stored()).toEqual(['kept']);
    connection.pragma('max_page_count = 1000000');
    await insert(big);
    expect(writer.isFailing()).toBe(false);
    expect(stored()).toEqual(['kept', big]);
  });

  it('M4: while another process writes it tries again within milliseconds, and ever more seldom in a long wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
    try {
      let tries = 0;
      const logged = openFile(path, { timeout: 0, verbose: (sql) => (tries += Number(sql === 'begin immediate')) });
      const waiting = createWriter(logged);
      outside.exec('begin immediate');
      const written = waiting.write(() => 'written');
      await vi.advanceTimersByTimeAsync(5);
      expect(tries).toBeGreaterThanOrEqual(5);
      await vi.advanceTimersByTimeAsync(4_000);
      expect(tries).toBeLessThan(120);
      outside.exec('rollback');
      await vi.advanceTimersByTimeAsync(60);
      expect(await written).toBe('written');
      logged.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('draining settles what is under way and takes nothing new', async () => {
    const early = insert('early');
    const drained = writer.drain();
    await expect(insert('late')).rejects.toThrow(Unavailable);
    await drained;
    await early;
    expect(stored()).toEqual(['early']);
  });
});

describe('the reader', () => {
  it('runs the reads of one turn in one transaction, and sees in the next what was committed since', async () => {
    const file = openFile(path);
    file.pragma('journal_mode = wal');
    const reading = openFile(path, { readonly: true });
    file.exec('create table seen (n integer) strict');
    const { read } = createReader(reading);
    const count = reading.prepare('select count(*) from seen').pluck();
    const [first, same] = await Promise.all([
      read(() => {
        const before = count.get();
        file.exec('insert into seen values (1)');
        return before;
      }),
      read(() => count.get()),
    ]);
    expect([first, same]).toEqual([0, 0]);
    expect(await read(() => count.get())).toBe(1);
    expect(reading.inTransaction).toBe(false);
    reading.close();
    file.close();
  });

  it('turns trouble of the database into Unavailable, and nothing else', async () => {
    const connection = openFile(path);
    const { read } = createReader(connection);
    for (const code of ['SQLITE_BUSY', 'SQLITE_IOERR_READ', 'SQLITE_CORRUPT']) {
      const trouble = read(() => {
        throw new Sqlite.SqliteError('trouble', code);
      });
      await expect(trouble).rejects.toThrow(Unavailable);
    }
    const bug = read(() => connection.prepare('select nonsense'));
    await expect(bug).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    connection.close();
  });
});

describe('a database that another process has locked', () => {
  let database: Database;
  let outside: Connection;
  beforeEach(async () => {
    await placeMigratedFile(path);
    database = await openSqlite({ path, clock: { now: () => NOW } });
    outside = openFile(path);
  });
  afterEach(async () => {
    outside.close();
    await database.close();
  });

  it('M4: writes wait for a lock held 3 s and succeed, while the event loop goes on and reads are answered', async () => {
    const { grant } = await givenCode(database.stores);
    outside.exec('begin exclusive');
    const redeemed = database.stores.codes.redeem(redemption(grant.id));
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    await turns(3_000);
    clearInterval(ticking);
    // A busy timeout inside SQLite would have stopped them altogether.
    expect(ticks).toBeGreaterThan(20);
    expect(await database.stores.codes.findByHash(grant.codeHash)).toMatchObject({ grant: { codeUsedAt: undefined } });
    outside.exec('rollback');
    expect(await redeemed).toBe(true);
  });

  it('M4: a write is Unavailable when the lock is held past its deadline; nothing is stored, and it heals', async () => {
    outside.exec('begin exclusive');
    const account = someAccount();
    const first = database.stores.accounts.insert(account);
    const second = database.stores.accounts.insert(someAccount());
    await expect(first).rejects.toThrow(Unavailable);
    await expect(second).rejects.toThrow(Unavailable);
    outside.exec('rollback');
    expect(await database.stores.accounts.find(account.id)).toBeUndefined();
    // The worst wait is the one that must not be missing from the metrics.
    expect(database.figures().lockWaits?.sum).toBeGreaterThan(4);
    expect(await database.stores.accounts.insert(account)).toBe('created');
  });

  it('metrics: a wait for the lock is told once, from the first try to the one that succeeded', async () => {
    outside.exec('begin exclusive');
    const askedAt = performance.now();
    const writes = [1, 2, 3].map(() => database.stores.accounts.insert(someAccount()));
    // More turns than a group gathers for: the lock was asked for by then, however long each of them takes.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await turns(300);
    outside.exec('rollback');
    await Promise.all(writes);
    const tookSeconds = (performance.now() - askedAt) / 1000;
    const { counts = [], sum = 0 } = database.figures().lockWaits ?? {};
    expect(counts.reduce((all, one) => all + one, 0)).toBe(1);
    expect(sum).toBeGreaterThan(0.25);
    expect(sum).toBeLessThan(tookSeconds);
  });

  it('closing waits for a write that waits for the lock', async () => {
    outside.exec('begin exclusive');
    const account = someAccount();
    const other = await openSqliteAgain();
    const created = other.stores.accounts.insert(account);
    const closed = other.close();
    await turns(200);
    outside.exec('rollback');
    expect(await created).toBe('created');
    await closed;
    expect(await database.stores.accounts.find(account.id)).toEqual(account);
  });

  /** Opening reads the schema under the write lock, so the lock is let go for it. */
  async function openSqliteAgain(): Promise<Database> {
    outside.exec('rollback');
    const other = await openSqlite({ path, clock: { now: () => NOW } });
    outside.exec('begin exclusive');
    return other;
  }
});

describe('a database whose disk takes no writes', () => {
  it('M3, M20: is not ready, and ready again when it takes them, though nobody writes meanwhile', async () => {
    await placeMigratedFile(path);
    const own = readMigrations(ownMigrationsFolder('sqlite'));
    const { writer, reader } = connect(path, own, { migrate: false, now: NOW });
    const database = assembleDatabase({ writer, reader }, own.length);
    try {
      await database.check();
      writer.pragma(`max_page_count = ${writer.pragma('page_count', { simple: true })}`);
      const write = () => database.stores.accounts.insert(someAccount());
      await expect(Promise.all(Array.from({ length: 99 }, write))).rejects.toThrow(Unavailable);
      await expect(database.check()).rejects.toThrow('cannot be written');
      writer.pragma('max_page_count = 1000000');
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
      await expect(database.check()).rejects.toThrow('cannot be written');
      await expect.poll(() => database.check().then(() => 'ready', String)).toBe('ready');
    } finally {
      vi.restoreAllMocks();
      await database.close();
    }
  });
});
