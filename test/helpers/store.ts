// Selects the database of a test by LATCHKEY_TEST_STORE, which the projects of vitest.config.ts set. This module has
// everything that tests need to know about a database besides its contract.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Clock } from '../../src/core/ground/clock.ts';
import type { Database as DatabaseOfPorts } from '../../src/core/operating/ports.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { freshDatabase } from './fresh-database.ts';
import { placeMigratedFile } from './migrated-file.ts';
import { openFile } from './open-file.ts';

export const STORE: 'sqlite' | 'postgres' = process.env.LATCHKEY_TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';

export type Row = Readonly<Record<string, unknown>>;

export type GivenStore = {
  /** The `LATCHKEY_*` variables of the database. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens the stores on connections besides the program's. */
  open(clock: Clock): Promise<DatabaseOfPorts>;
  /** Runs SQL directly, with `?` for each value; booleans as `true` and `false`. */
  execute(sql: string, ...values: readonly unknown[]): Promise<void>;
  /** Everything in the database, by file or table. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  /** Every row of every table, without what a file still has of deleted rows. */
  rows(): Promise<ReadonlyMap<string, readonly Row[]>>;
  rowsIn(table: string): Promise<readonly Row[]>;
  remove(): Promise<void>;
};

/** Creates a database. Its file is in `folder`, which on PostgreSQL has the secret only. */
export async function givenStore(folder: string): Promise<GivenStore> {
  return STORE === 'postgres' ? givenPostgres(folder) : givenSqlite(join(folder, 'latchkey.db'));
}

/**
 * The same with its tables, for tests that set a secret: without one, the program refuses a database that has tables
 * but no secret file.
 */
export async function givenStoreWithTables(folder: string): Promise<GivenStore> {
  if (STORE === 'sqlite') await placeMigratedFile(join(folder, 'latchkey.db'));
  return givenStore(folder);
}

function givenSqlite(path: string): GivenStore {
  return {
    environment: { LATCHKEY_DATABASE_URL: `sqlite:${path}` },
    open: (clock) => openSqlite({ path, clock }),
    async execute(sql, ...values) {
      const file = openFile(path);
      // As the server has it: pages that this connection splits keep nothing of what it moved.
      file.exec('pragma secure_delete = on');
      file.prepare(sql).run(...values);
      file.close();
    },
    async contents() {
      const files = ['', '-wal', '-shm'].map((part) => path + part).filter((file) => existsSync(file));
      return new Map(files.map((file) => [file, readFileSync(file)]));
    },
    async rows() {
      const file = openFile(path, { readonly: true });
      const tables = file.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
      const rows = tables.map((name) => [name, file.prepare<[], Row>(`select * from ${name}`).all()] as const);
      file.close();
      return new Map(rows);
    },
    async rowsIn(table) {
      const file = openFile(path, { readonly: true });
      const rows = file.prepare<[], Row>(`select * from ${table}`).all();
      file.close();
      return rows;
    },
    remove: async () => {},
  };
}

const TABLES =
  "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'";

async function givenPostgres(folder: string): Promise<GivenStore> {
  const { url, drop } = await freshDatabase();
  // Created by the operator on PostgreSQL, because all processes share it.
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'secret.key'), `the secret of ${url} and of nothing else`, { mode: 0o600 });
  const { query, close } = keptConnection(url);
  const ofEachTable = async <Value>(select: (table: string) => string, from: (rows: Row[]) => Value) => {
    const found = new Map<string, Value>();
    for (const { name } of await query<{ name: string }>(TABLES)) found.set(name, from(await query(select(name))));
    return found;
  };
  return {
    environment: { LATCHKEY_DATABASE_URL: url },
    open: (clock) => openPostgres({ url, poolSize: 5, timeoutMs: 10_000, clock }),
    async execute(sql, ...values) {
      const numbered = values.reduce<string>((text, _, index) => text.replace('?', `$${index + 1}`), sql);
      await query(numbered, values);
    },
    contents: () =>
      ofEachTable(
        (table) => `select t::text as row from ${table} t`,
        (rows) => Buffer.from(rows.map(({ row }) => row).join('\n')),
      ),
    rows: () =>
      ofEachTable(
        (table) => `select * from ${table}`,
        (rows) => rows,
      ),
    rowsIn: (table) => query<Row>(`select * from ${table}`),
    async remove() {
      await close();
      await drop();
    },
  };
}

/** Connects when it is first asked, because that takes as long as twenty statements, and anew when the server ended it. */
function keptConnection(url: string) {
  let kept: Promise<Client> | undefined;
  const forget = () => {
    kept = undefined;
  };
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: url });
    client.on('error', forget);
    try {
      await client.connect();
    } catch (error) {
      forget();
      throw error;
    }
    return client;
  };
  return {
    async query<Result extends object>(sql: string, values: readonly unknown[] = []): Promise<Result[]> {
      kept ??= connect();
      const client = await kept;
      return (await client.query<Result>(sql, [...values])).rows;
    },
    async close(): Promise<void> {
      await (await kept)?.end();
      forget();
    },
  };
}
