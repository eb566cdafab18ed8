// Moving to PostgreSQL and back: the same rows and checksums, what is refused, and what a killed move leaves.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveDatabase } from '../../src/compose/move.ts';
import { entryOf, SERVER } from '../../src/core/server/audit/act.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { ColumnKind } from '../../src/store/statement.ts';
import { TABLES } from '../../src/store/tables.ts';
import { emptyDatabase, freshDatabase } from '../helpers/fresh-database.ts';
import { openFile } from '../helpers/open-file.ts';
import { administer, type TestDatabase } from '../helpers/test-databases.ts';
import { contentsOf, givenEveryTable } from './given-every-table.ts';
import { killHalfWay } from './kill-half-way.ts';

let folder: string;
let file: string;
let database: TestDatabase;
/** A file with rows in every table, of which most tests take a copy. */
let filled: string;
beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'latchkey-filled-'));
  await givenEveryTable(join(filled, 'file.db'));
});
afterAll(() => rmSync(filled, { recursive: true }));
const givenRows = () => cpSync(join(filled, 'file.db'), file);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-move-'));
  file = join(folder, 'file.db');
  database = await freshDatabase();
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const timeoutMs = 5_000;
const there = (to = database.url) => moveDatabase({ from: `sqlite:${file}`, to, timeoutMs });
const back = (name = 'back.db', from = database.url) =>
  moveDatabase({ from, to: `sqlite:${join(folder, name)}`, timeoutMs });

const rowsLeft = async (): Promise<number> => {
  const counts = TABLES.map(({ name }) => `(select count(*) from ${name})`).join(' + ');
  const [row] = await administer<{ rows: string }>(database.url, `select ${counts} as rows`);
  return Number(row?.rows);
};

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
  const KINDS: Readonly<Record<string, readonly ColumnKind[]>> = {
    text: ['text'],
    bigint: ['integer'],
    integer: ['integer'],
    boolean: ['boolean'],
    bytea: ['bytes'],
    json: ['json', 'anyText'],
  };

  it('move: names every table of the schema, and no other, with its columns', async () => {
    const columns = await administer<{ table: string; name: string; type: string }>(
      database.url,
      `select table_name as table, column_name as name, data_type as type from information_schema.columns
       where table_schema = current_schema() and table_name <> 'schema_migrations'`,
    );
    const found = columns.map(({ table, name }) => `${table}.${name}`).sort();
    const mine = TABLES.flatMap(({ name, columns: own }) => own.map((column) => `${name}.${column.name}`)).sort();
    expect(mine).toEqual(found);
    const odd = columns.filter(({ table, name, type }) => {
      const kind = TABLES.find((one) => one.name === table)?.columns.find((one) => one.name === name)?.kind;
      return !kind || !KINDS[type]?.includes(kind);
    });
    expect(odd).toEqual([]);
  });

  it('move: has parents before their children', async () => {
    const links = await administer<{ child: string; parent: string }>(
      database.url,
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and connamespace = current_schema()::regnamespace`,
    );
    const place = (table: string) => TABLES.findIndex(({ name }) => name === table);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(({ child, parent }) => place(parent) >= place(child))).toEqual([]);
  });
});

describe('a move', () => {
  it('move: there and back has the same checksums and rows', async () => {
    givenRows();
    const moved = await there();
    expect(await back()).toEqual(moved);
    expect(contentsOf(join(folder, 'back.db'))).toEqual(contentsOf(file));
    const [grant] = await administer<{ nonce: string }>(database.url, "select nonce from grants where id = 'g1'");
    expect(grant?.nonce).toBe('a \0 nonce');
  });

  it('decision 51: after a move, audit entries are numbered after those that were moved', async () => {
    givenRows();
    await there();
    const opened = await openPostgres({ url: database.url, poolSize: 1, timeoutMs });
    await opened.stores.audit.append([entryOf({ actor: SERVER, action: 'later' as never }, 0)]);
    const [last] = await opened.stores.audit.list({ limit: 1 });
    await opened.close();
    expect(last).toMatchObject({ id: 8, action: 'later' });
  });

  it('move: migrates an empty target, from PostgreSQL to PostgreSQL too', async () => {
    givenRows();
    const moved = await there();
    const empty = await emptyDatabase();
    expect(await moveDatabase({ from: database.url, to: empty.url, timeoutMs })).toEqual(moved);
    await empty.drop();
  });

  it('move: killed half-way leaves an empty target, and run again carries all', async () => {
    givenRows();
    await killHalfWay(`sqlite:${file}`, database.url);
    expect(await rowsLeft()).toBe(0);
    await there();
    expect(await rowsLeft()).toBeGreaterThan(4500);
  });

  it('move: killed half-way back leaves an empty file, and run again carries all', async () => {
    givenRows();
    await there();
    await killHalfWay(database.url, `sqlite:${join(folder, 'back.db')}`);
    expect(Object.values(contentsOf(join(folder, 'back.db'))).flat()).toEqual([]);
    await back();
    expect(contentsOf(join(folder, 'back.db'))).toEqual(contentsOf(file));
  });

  it('move: nobody can write to the source while it is read', async () => {
    givenRows();
    await there();
    const write = "set lock_timeout = 300; insert into removed_applications values ('late')";
    let refused: unknown;
    await moveDatabase({
      from: database.url,
      to: `sqlite:${join(folder, 'back.db')}`,
      timeoutMs,
      async onTable({ table }) {
        if (table === 'accounts')
          refused = await administer(database.url, write).catch((error: Error) => error.message);
      },
    });
    expect(refused).toMatch(/lock timeout/);
  });
});

describe('a move is refused', () => {
  it('move: to a database that has rows', async () => {
    givenRows();
    await administer(database.url, "insert into removed_applications values ('x')");
    await expectRefused(there(), /is not empty \(removed_applications has rows\)/);
    expect(await rowsLeft()).toBe(1);
  });

  it('move: to itself by another name', async () => {
    const other = database.url.replace('127.0.0.1', 'localhost');
    await expectRefused(moveDatabase({ from: database.url, to: other, timeoutMs }), /is the database to move from/);
  });

  it('move: to a database that cannot be reached, without its password', async () => {
    givenRows();
    const moving = there('postgres://u:hunter2@127.0.0.1:1/nowhere');
    await expectRefused(moving, /^database nowhere on 127\.0\.0\.1:1: cannot be reached/);
    await expect(moving).rejects.not.toThrow(/hunter2/);
  });

  it.each(['source', 'target'])('move: where the %s has a newer schema', async (end) => {
    givenRows();
    await administer(database.url, "insert into schema_migrations values (9999, '9999_later', 'x', 1)");
    try {
      await expectRefused(end === 'source' ? back() : there(), /the schema is newer than this program/);
    } finally {
      await administer(database.url, 'delete from schema_migrations where number = 9999');
    }
  });

  it.each(['source', 'target'])('move: where only the %s has a column', async (end) => {
    givenRows();
    await administer(database.url, 'alter table trusted_devices add column nickname text');
    try {
      await expectRefused(end === 'source' ? back() : there(), new RegExp(`only the ${end} has the column nickname`));
    } finally {
      await administer(database.url, 'alter table trusted_devices drop column nickname');
    }
  });

  it('move: from a database that was never migrated', async () => {
    const empty = await emptyDatabase();
    await expectRefused(back('back.db', empty.url), /its schema is older .* latchkey migrate/);
    await empty.drop();
  });

  it('move: while a server is connected to the source', async () => {
    const server = await openPostgres({ url: database.url, poolSize: 1, timeoutMs });
    await expectRefused(back(), /is in use \(\d+ connections\); stop every server/);
    await server.close();
    await back();
  });

  it('move: while somebody writes to the target', async () => {
    givenRows();
    const writing = new Client({ connectionString: database.url });
    await writing.connect();
    await writing.query("begin; insert into removed_applications values ('x')");
    await expectRefused(there(), /is being written to; stop every server/);
    await writing.query('rollback');
    await writing.end();
  });

  it('move: where SQLite keeps a NUL that PostgreSQL cannot, naming the row', async () => {
    givenRows();
    const source = openFile(file);
    source.exec("update sessions set user_agent = 'a' || char(0) where id = 's1'");
    source.close();
    await expectRefused(there(), /cannot keep the NUL in sessions\.user_agent of "s1"/);
    expect(await rowsLeft()).toBe(0);
  });
});
