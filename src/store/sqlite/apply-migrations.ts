// Migrates an SQLite file. All pending files run in one `begin immediate`. When several processes start at once, one
// migrates and the others wait. A process that is killed leaves nothing behind.
import type { Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../database-refused.ts';
import { type AppliedMigration, type Migration, pendingMigrations } from '../migrate.ts';

const HISTORY = `create table schema_migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at integer not null
) strict`;

const HISTORY_COLUMNS = ['number', 'name', 'checksum', 'applied_at'];
const columnsOfHistory = (connection: Connection): string[] =>
  connection.prepare<[], string>("select name from pragma_table_info('schema_migrations')").pluck().all();

/** The applied migrations; empty for a new file. @throws DatabaseRefused when the file belongs to another program */
export function appliedMigrations(connection: Connection, path: string): AppliedMigration[] {
  const isNew = connection.prepare("select not exists (select 1 from sqlite_schema where type = 'table')").pluck();
  if (isNew.get() === 1) return [];
  if (!HISTORY_COLUMNS.every((name) => columnsOfHistory(connection).includes(name))) {
    throw new DatabaseRefused(`${path}: is the database of another program; use a separate path`);
  }
  return connection
    .prepare<[], AppliedMigration>('select number, name, checksum from schema_migrations order by number')
    .all();
}

export type MigrationOptions = {
  path: string;
  now: number;
  /** The script that makes what all of `own` make together; read for a new database only. */
  readNewSchema?: (own: readonly Migration[]) => string | undefined;
  /** Called before the first pending migration of a database that is not new. Nobody else can write meanwhile. */
  onBefore?: (first: Migration) => void;
};

/**
 * Applies the pending migrations.
 * @param connection with a busy timeout that outlasts another process's migration
 * @returns their names
 */
export function applyMigrations(
  connection: Connection,
  own: readonly Migration[],
  at: MigrationOptions,
): readonly string[] {
  return connection
    .transaction(() => {
      const applied = appliedMigrations(connection, at.path);
      const pending = pendingMigrations(own, applied, at.path);
      const [first] = pending;
      const isNew = first !== undefined && applied.length === 0;
      if (isNew) connection.exec(HISTORY);
      else if (first) at.onBefore?.(first);
      const whole = isNew ? at.readNewSchema?.(own) : undefined;
      if (whole !== undefined) connection.exec(whole);
      for (const { number, name, checksum, sql } of pending) {
        if (whole === undefined) connection.exec(sql);
        connection
          .prepare('insert into schema_migrations (number, name, checksum, applied_at) values (?, ?, ?, ?)')
          .run(number, name, checksum, at.now);
      }
      return pending.map((migration) => migration.name);
    })
    .immediate();
}
