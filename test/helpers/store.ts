// Selects the database of a test by LATCHKEY_TEST_STORE, which the projects of vitest.config.ts set. This module has
// everything that tests need to know about a database besides its contract.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../src/core/ground/clock.ts';
import type { Database as DatabaseOfPorts } from '../../src/core/operating/ports.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { freshDatabase } from './fresh-database.ts';
import { placeMigratedFile } from './migrated-file.ts';
import { openFile } from './open-file.ts';
import { administer } from './test-databases.ts';

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
  return {
    environment: { LATCHKEY_DATABASE_URL: url },
    open: (clock) => openPostgres({ url, poolSize: 5, timeoutMs: 10_000, clock }),
    async execute(sql, ...values) {
      const numbered = values.reduce<string>((text, _, index) => text.replace('?', `$${index + 1}`), sql);
      await administer(url, numbered, [...values]);
    },
    async contents() {
      const tables = await administer<{ name: string }>(url, TABLES);
      const rowsOf = async (table: string) =>
        (await administer<{ row: string }>(url, `select t::text as row from ${table} t`))
          .map(({ row }) => row)
          .join('\n');
      const contents = await Promise.all(
        tables.map(async ({ name }) => [name, Buffer.from(await rowsOf(name))] as const),
      );
      return new Map(contents);
    },
    async rows() {
      const tables = await administer<{ name: string }>(url, TABLES);
      const rowsOf = async ({ name }: { name: string }) =>
        [name, await administer<Row>(url, `select * from ${name}`)] as const;
      return new Map(await Promise.all(tables.map(rowsOf)));
    },
    remove: drop,
  };
}
