// An SQLite file as the source or target of a move, read or written whole by this process alone. The file's exclusive
// lock keeps every other process out meanwhile, a running server included.
import { existsSync, statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { ownMigrationsFolder, readMigrations } from '../../migrate.ts';
import { BATCH_ROWS, type Row, type TableReader, type TableWriter, type Value } from '../../move.ts';
import type { Table } from '../../statement.ts';
import { connect, inspectSchema } from '../connect.ts';
import { openConnection } from '../connection.ts';
import { makeDatabaseFile } from './database-file.ts';
import { LOCK_TIMEOUT_MS, refuseOnTrouble, withFileAlone } from './file-alone.ts';
import { tablesIn } from './verify-file.ts';

/**
 * Runs `work` on the file, read-only, while nobody can write to it.
 * @throws DatabaseRefused when the file is missing, of another schema, or open in another process
 */
export async function withSqliteSource<Result>(
  path: string,
  work: (source: TableReader) => Promise<Result>,
): Promise<Result> {
  const { pending } = inspectSchema(path, ownMigrations());
  if (pending.length > 0) {
    throw new DatabaseRefused(`${path}: its schema is older than this program's; run latchkey migrate on it first`);
  }
  return withFileAlone(path, async (connection) => {
    connection.exec('pragma query_only = on');
    return work(readerOf(connection, path));
  });
}

export type SqliteTarget = {
  path: string;
  /** For the migrations, in ms since the epoch. */
  now: number;
  /** `identity` of the source. */
  source: string;
};

/**
 * Creates and migrates the file where needed, and runs `work` in one transaction, which is committed when `work` is
 * done.
 * @throws DatabaseRefused when the file holds rows, is the source, or is open in another process
 */
export async function withSqliteTarget<Result>(
  { path, now, source }: SqliteTarget,
  work: (target: TableWriter) => Promise<Result>,
): Promise<Result> {
  prepareTarget({ path, now, source });
  return withFileAlone(path, async (connection) => {
    connection.exec('pragma synchronous = full');
    connection.exec('pragma foreign_keys = on');
    connection.exec('begin immediate');
    // After an error the transaction is still open; closing the file rolls it back.
    refuseUnlessEmpty(connection, path);
    const result = await work({ ...readerOf(connection, path), ...writerOf(connection) });
    connection.exec('commit');
    return result;
  });
}

const ownMigrations = () => readMigrations(ownMigrationsFolder('sqlite'));

/** The same for every path, also where two names lead to one file. */
function identityOf(path: string): string {
  const { dev, ino } = statSync(path);
  return `sqlite ${dev} ${ino}`;
}

/** Migrates the target, but only after checking that it is empty. */
function prepareTarget({ path, now, source }: SqliteTarget): void {
  if (existsSync(path)) {
    if (identityOf(path) === source)
      throw new DatabaseRefused(`${path}: is the database to move from; use another one`);
    const { applied } = inspectSchema(path, ownMigrations());
    if (applied.length > 0) refuseOnTrouble(path, () => checkEmpty(path));
  }
  makeDatabaseFile(path);
  const { writer, reader } = connect(path, ownMigrations(), { migrate: true, now });
  reader.close();
  writer.close();
}

function checkEmpty(path: string): void {
  const connection = openConnection(path, { readonly: true, timeout: LOCK_TIMEOUT_MS });
  try {
    refuseUnlessEmpty(connection, path);
  } finally {
    connection.close();
  }
}

/** Checks every table, also those of older versions. */
function refuseUnlessEmpty(connection: Connection, path: string): void {
  for (const name of tablesIn(connection)) {
    if (name === 'schema_migrations') continue;
    if (connection.prepare(`select exists (select 1 from "${name}")`).pluck().get() === 1) {
      throw new DatabaseRefused(`${path}: is not empty (${name} has rows); use a new one`);
    }
  }
}

const readerOf = (connection: Connection, path: string): TableReader => ({
  identity: identityOf(path),
  async columns({ name }) {
    return connection.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(name);
  },
  async *rows({ name, key, columns }) {
    const keys = key.join(', ');
    const listed = columns.map((column) => column.name).join(', ');
    const after = `where (${keys}) > (${key.map(() => '?').join(', ')})`;
    const select = (where: string) =>
      connection
        .prepare<unknown[], unknown[]>(`select ${listed} from ${name} ${where} order by ${keys} limit ${BATCH_ROWS}`)
        .raw();
    const next = select(after);
    const keyIndexes = key.map((wanted) => columns.findIndex((column) => column.name === wanted));
    for (let rows = select('').all(); rows.length > 0; ) {
      yield rows.map((row) => row.map((value, index) => fromSqlite(value, columns[index]?.kind)));
      const last = rows.at(-1) ?? [];
      rows = next.all(...keyIndexes.map((index) => last[index]));
    }
  },
});

function writerOf(connection: Connection): Pick<TableWriter, 'clear' | 'insert' | 'filled'> {
  const inserts = new Map<string, Sqlite.Statement<unknown[]>>();
  const insertOf = ({ name, columns }: Table) => {
    const listed = columns.map((column) => column.name).join(', ');
    const insert =
      inserts.get(name) ??
      connection.prepare<unknown[]>(`insert into ${name} (${listed}) values (${columns.map(() => '?').join(', ')})`);
    inserts.set(name, insert);
    return insert;
  };
  return {
    async clear({ name }: Table) {
      connection.exec(`delete from ${name}`);
    },
    async insert(table: Table, rows: readonly Row[]) {
      const insert = insertOf(table);
      for (const row of rows) insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
    },
    async filled() {},
  };
}

const fromSqlite = (value: unknown, kind: string | undefined): Value =>
  kind === 'boolean' ? value === 1 : (value as Value);
