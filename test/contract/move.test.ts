// Moving between two SQLite files: what is carried, what is refused, and what a killed move leaves. PostgreSQL's part
// is in postgres-move.test.ts.
import { chmodSync, cpSync, existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveDatabase } from '../../src/compose/move.ts';
import { DatabaseRefused } from '../../src/store/database-refused.ts';
import { moveTables, type Row, type TableReader, type TableWriter } from '../../src/store/move.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { ColumnKind, Table } from '../../src/store/statement.ts';
import { TABLES } from '../../src/store/tables.ts';
import { openFile } from '../helpers/open-file.ts';
import { contentsOf, givenEveryTable, makeDatabase, tablesOf } from './given-every-table.ts';
import { killHalfWay } from './kill-half-way.ts';
import { NOW } from './stores/given.ts';

let folder: string;
let source: string;
let target: string;
let given: string;
beforeAll(async () => {
  given = mkdtempSync(join(tmpdir(), 'latchkey-given-'));
  await givenEveryTable(join(given, 'source.db'));
});
afterAll(() => rmSync(given, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-move-'));
  source = join(folder, 'source.db');
  target = join(folder, 'new', 'target.db');
  cpSync(join(given, 'source.db'), source);
});
afterEach(() => rmSync(folder, { recursive: true }));

const move = (from = source, to = target) =>
  moveDatabase({ from: `sqlite:${from}`, to: `sqlite:${to}`, timeoutMs: 5_000 });

function change(path: string, sql: string): void {
  const file = openFile(path);
  file.exec(sql);
  file.close();
}

/** Expects one clear line. */
async function expectRefused(moving: Promise<unknown>, what: RegExp): Promise<void> {
  const refused = await moving.then(
    () => undefined,
    (error: Error) => error,
  );
  expect(refused?.name).toBe('StartRefused');
  expect(refused?.message).toMatch(what);
  expect(refused?.message).not.toContain('\n');
}

describe('the list of tables', () => {
  const KINDS: Readonly<Record<ColumnKind, string>> = {
    text: 'TEXT',
    json: 'TEXT',
    anyText: 'TEXT',
    integer: 'INTEGER',
    boolean: 'INTEGER',
    bytes: 'BLOB',
  };

  it('move: names every table of the schema, and no other', () => {
    expect(TABLES.map(({ name }) => name).sort()).toEqual(tablesOf(source));
  });

  it.each(TABLES)('move: has the columns and the key of $name', ({ name, key, columns }) => {
    const file = openFile(source);
    const found = file
      .prepare<[string], { name: string; type: string; pk: number }>('select name, type, pk from pragma_table_info(?)')
      .all(name);
    const checked = file.prepare<[string], string>('select sql from sqlite_schema where name = ?').pluck().get(name);
    file.close();
    const mine = columns.map((column) => [column.name, KINDS[column.kind]]);
    expect(mine.sort()).toEqual(found.map((column) => [column.name, column.type]).sort());
    const byPlace = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    expect(key).toEqual(byPlace.map((column) => column.name));
    const booleans = [...(checked ?? '').matchAll(/(\w+) in \(0, 1\)/g)].map(([, column]) => column).sort();
    expect(booleans).toEqual(
      columns
        .filter(({ kind }) => kind === 'boolean')
        .map((column) => column.name)
        .sort(),
    );
  });

  it('move: has parents before their children', () => {
    const file = openFile(source);
    const parentsOf = file.prepare<[string], string>('select "table" from pragma_foreign_key_list(?)').pluck();
    const names = TABLES.map(({ name }) => name);
    const early = names.flatMap((name, index) =>
      parentsOf.all(name).filter((parent) => names.indexOf(parent) >= index),
    );
    file.close();
    expect(early).toEqual([]);
  });
});

describe('a move', () => {
  it('move: carries every row as it was, tells rows and checksums, and leaves the source byte for byte', async () => {
    const before = readFileSync(source);
    const moved = await move();
    expect(contentsOf(target)).toEqual(contentsOf(source));
    expect(moved.map(({ table }) => table)).toEqual(TABLES.map(({ name }) => name));
    expect(moved.find(({ table }) => table === 'sign_in_attempts')?.rows).toBe(2500);
    for (const { checksum } of moved) expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(source).equals(before)).toBe(true);
  });

  it('move: has another checksum where one value of one row is another', async () => {
    const first = await move();
    change(source, "update access_tokens set items = '[\"name\"]' where id = 'n01999'");
    const second = await move(source, join(folder, 'second.db'));
    const differing = first.filter((sum, index) => sum.checksum !== second[index]?.checksum);
    expect(differing.map(({ table }) => table)).toEqual(['access_tokens']);
  });

  it('move: fills a database that was migrated and never used', async () => {
    await makeDatabase(target);
    await move();
    expect(contentsOf(target)).toEqual(contentsOf(source));
  });

  it('move: keeps every other connection out of both files until it ends', async () => {
    const look = (path: string): unknown => {
      const other = openFile(path, { timeout: 0 });
      try {
        return other.prepare('select count(*) from accounts').pluck().get();
      } catch (error) {
        return (error as { code: string }).code;
      } finally {
        other.close();
      }
    };
    const seen: unknown[] = [];
    const onTable = () => {
      seen.push(look(source), look(target));
    };
    await moveDatabase({ from: `sqlite:${source}`, to: `sqlite:${target}`, timeoutMs: 5_000, onTable });
    expect([...new Set(seen)]).toEqual(['SQLITE_BUSY']);
    expect([look(source), look(target)]).toEqual([2, 2]);
  });

  it('move: carries what a killed server left in its log', async () => {
    const server = openFile(source);
    server.exec("insert into removed_applications values ('in the log')");
    const left = join(folder, 'left.db');
    for (const part of ['', '-wal']) cpSync(source + part, left + part);
    for (const part of ['', '-wal']) chmodSync(left + part, 0o600);
    server.close();
    await move(left);
    expect(contentsOf(target).removed_applications).toContainEqual({ id: 'in the log' });
  });

  it('move: killed half-way leaves an empty target, and run again carries all', async () => {
    await killHalfWay(`sqlite:${source}`, `sqlite:${target}`);
    expect(Object.values(contentsOf(target)).flat()).toEqual([]);
    await move();
    expect(contentsOf(target)).toEqual(contentsOf(source));
  });

  it('move: fails where the target does not hold what the source does', async () => {
    const [table] = TABLES as readonly [Table];
    const reader = (row: Row): TableReader => ({
      identity: '',
      columns: async ({ columns }) => columns.map(({ name }) => name),
      async *rows(asked) {
        if (asked === table) yield [row];
      },
    });
    const forgetful: TableWriter = {
      ...reader(['a', null]),
      clear: async () => {},
      insert: async () => {},
      filled: async () => {},
    };
    const moving = moveTables(reader(['a', '']), forgetful);
    await expect(moving).rejects.toThrow(DatabaseRefused);
    await expect(moving).rejects.toThrow(/accounts: 1 rows arrived .* nothing was moved/);
  });
});

describe('a move is refused', () => {
  it('move: to a target that has rows, which stays as it is', async () => {
    await makeDatabase(target);
    change(target, "insert into removed_applications values ('x')");
    const before = readFileSync(target);
    await expectRefused(move(), /target\.db: is not empty \(removed_applications has rows\)/);
    expect(readFileSync(target).equals(before)).toBe(true);
  });

  it('move: to itself', () => expectRefused(move(source, source), /is the database to move from/));

  it('move: to itself by another name', async () => {
    linkSync(source, join(folder, 'other.db'));
    await expectRefused(move(source, join(folder, 'other.db')), /is the database to move from/);
  });

  it('move: from a file that is not there, making no target', async () => {
    await expectRefused(move(join(folder, 'nothing.db')), /nothing\.db: there is no such file/);
    expect(existsSync(target)).toBe(false);
  });

  it('move: from a database of an older schema', async () => {
    const empty = join(folder, 'empty.db');
    writeFileSync(empty, '', { mode: 0o600 });
    await expectRefused(move(empty), /empty\.db: its schema is older .* latchkey migrate/);
  });

  it.each(['source', 'target'])('move: where the %s has a newer schema', async (end) => {
    const newer = join(folder, 'newer.db');
    cpSync(source, newer);
    change(newer, "insert into schema_migrations values (9999, '9999_later', 'x', 1)");
    await expectRefused(end === 'source' ? move(newer) : move(source, newer), /newer\.db: the schema is newer/);
  });

  it.each(['source', 'target'])('move: where only the %s has a column, or lacks one', async (end) => {
    await makeDatabase(target);
    const path = end === 'source' ? source : target;
    change(path, 'alter table refused_logout_uris add column reason text');
    await expectRefused(
      move(),
      new RegExp(`refused_logout_uris: only the ${end} has the column reason; nothing was moved`),
    );
    change(path, 'alter table refused_logout_uris rename column refused_at to later');
    await expectRefused(move(), new RegExp(`refused_logout_uris: the ${end} lacks the column refused_at`));
  });

  it('move: to the database of another program', async () => {
    const foreign = join(folder, 'foreign.db');
    change(foreign, 'create table theirs (x)');
    chmodSync(foreign, 0o600);
    await expectRefused(move(source, foreign), /is the database of another program/);
  });

  it.each(['source', 'target'])('move: while a server has the %s open, idle or not', async (end) => {
    if (end === 'target') await makeDatabase(target);
    const path = end === 'source' ? source : target;
    const server = await openSqlite({ path, clock: { now: () => NOW } });
    await server.check();
    await expectRefused(move(), /is in use; stop the server/);
    await server.check();
    await server.close();
    await move();
  });
});
