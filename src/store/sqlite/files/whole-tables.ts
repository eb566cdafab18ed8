// An SQLite file as one end of a move: read or written whole, by this process alone. The file's exclusive lock keeps
// every other process out, a running server included, for as long as the move takes.
import { existsSync, statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { ownMigrationsFolder, readMigrations } from '../../migrate.ts';
import { ROWS_AT_ONCE, type Row, type TableReader, type TableWriter, type Value } from '../../move.ts';
import type { Table } from '../../tables.ts';
import { connect, inspectSchema } from '../connect.ts';
import { openConnection } from '../connection.ts';
import { makeDatabaseFile } from './database-file.ts';
import { PATIENCE, withFileAlone, withTrouble } from './file-alone.ts';
import { tablesIn } from './verify-file.ts';

/**
 * Lends the file to `work`, read-only and still.
 * @throws DatabaseRefused when it is missing, of another schema, or open in another process
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
 * Makes and migrates the file where needed, and lends it to `work` in one transaction, committed when `work` is done.
 * @throws DatabaseRefused when it holds rows, is the source, or is open in another process
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
    // Left open by an error, the transaction is undone when the file is closed.
    refuseUnlessEmpty(connection, path);
    const result = await work({ ...readerOf(connection, path), ...writerOf(connection) });
    connection.exec('commit');
    return result;
  });
}

const ownMigrations = () => readMigrations(ownMigrationsFolder('sqlite'));

/** Whatever its path: also where two names lead to one file. */
function identityOf(path: string): string {
  const { dev, ino } = statSync(path);
  return `sqlite ${dev} ${ino}`;
}

/** Nothing is migrated before it is known to be empty. */
function prepareTarget({ path, now, source }: SqliteTarget): void {
  if (existsSync(path)) {
    if (identityOf(path) === source)
      throw new DatabaseRefused(`${path}: is the database to move from; use another one`);
    const { applied } = inspectSchema(path, ownMigrations());
    if (applied.length > 0) withTrouble(path, () => lookWhetherEmpty(path));
  }
  makeDatabaseFile(path);
  const { writer, reader } = connect(path, ownMigrations(), { migrate: true, now });
  reader.close();
  writer.close();
}

function lookWhetherEmpty(path: string): void {
  const connection = openConnection(path, { readonly: true, timeout: PATIENCE });
  try {
    refuseUnlessEmpty(connection, path);
  } finally {
    connection.close();
  }
}

/** Every table that stands there, also one that an older program made. */
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
  async *rows({ name, key, columns }) {
    const keys = key.join(', ');
    const listed = columns.map((column) => column.name).join(', ');
    const after = `where (${keys}) > (${key.map(() => '?').join(', ')})`;
    const select = (where: string) =>
      connection
        .prepare<unknown[], unknown[]>(`select ${listed} from ${name} ${where} order by ${keys} limit ${ROWS_AT_ONCE}`)
        .raw();
    const following = select(after);
    const places = key.map((wanted) => columns.findIndex((column) => column.name === wanted));
    for (let rows = select('').all(); rows.length > 0; ) {
      yield rows.map((row) => row.map((value, index) => fromSqlite(value, columns[index]?.kind)));
      const last = rows.at(-1) ?? [];
      rows = following.all(...places.map((place) => last[place]));
    }
  },
});

function writerOf(connection: Connection): Pick<TableWriter, 'insert' | 'filled'> {
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
    async insert(table: Table, rows: readonly Row[]) {
      const insert = insertOf(table);
      for (const row of rows) insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
    },
    async filled() {},
  };
}

const fromSqlite = (value: unknown, kind: string | undefined): Value =>
  kind === 'boolean' ? value === 1 : (value as Value);
