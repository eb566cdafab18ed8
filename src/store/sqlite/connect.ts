// Opens the two connections to a database file: a writer and a reader. Whatever makes the file unusable is found before
// a byte of it is changed (cases M5, M11).
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../database-refused.ts';
import { type Migration, type MigrationStatus, pendingMigrations } from '../migrate.ts';
import { TABLES } from '../tables.ts';
import { appliedMigrations, applyMigrations } from './apply-migrations.ts';
import { openConnection } from './connection.ts';
import { backUpSqlite, bytesOfBackup } from './files/back-up.ts';
import { inspectDatabaseFile } from './files/database-file.ts';
import { requireDiskSpace } from './files/whole-file.ts';
import { readNewSchema } from './new-schema.ts';
import { damageMessage, isBusy, isDamage, isTrouble } from './trouble.ts';

/** Busy timeout while opening. Nobody is served yet, so SQLite may block the process to wait for another one. */
const OPENING_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 20;
/**
 * Page cache of each connection, in KiB; the driver's default of 16 MB gains nothing (decision 38). Each commit of the
 * writer invalidates the reader's pages anyway, and the system caches the file, so only the upper pages of the B-trees
 * are worth keeping.
 */
const CACHE_KIB = 2_000;
/** The WAL file is truncated to this size when it is reset. */
const MAX_WAL_BYTES = 64 * 1024 * 1024;

export type Connections = {
  writer: Connection;
  reader: Connection;
  migrated: readonly string[];
  /** Path of the backup that was made before migrating. */
  backup: string | undefined;
};

/**
 * Opens both connections, and migrates first where that is allowed.
 * @throws DatabaseRefused when the file cannot be used as it is
 */
export function connect(
  path: string,
  own: readonly Migration[],
  options: { migrate: boolean; now: number },
): Connections {
  const { applied, pending } = inspectSchema(path, own);
  if (pending.length > 0 && !options.migrate) {
    throw new DatabaseRefused(`${path}: needs ${pending.length} migration(s); run latchkey migrate`);
  }
  if (pending.length > 0 && applied.length > 0) requireRoomForBackup(path);
  return refuseOnTrouble(path, () => {
    const writer = openConnection(path, { fileMustExist: true, timeout: OPENING_TIMEOUT_MS });
    try {
      prepareFile(writer);
      let backup: string | undefined;
      const onBefore = (first: Migration) => {
        backup = backUpBefore(first, path, own);
      };
      const migrated = applyMigrations(writer, own, { path, now: options.now, readNewSchema, onBefore });
      writer.exec('pragma busy_timeout = 0');
      const reader = openConnection(path, { readonly: true, timeout: 0 });
      reader.exec(`pragma cache_size = -${CACHE_KIB}`);
      return { writer, reader, migrated, backup };
    } catch (error) {
      writer.close();
      throw error;
    }
  });
}

/**
 * Backs the file up, so that a failed migration can be undone. There is one backup for each first pending migration,
 * replaced when that migration begins again. It is never removed: only the operator knows when it is no longer needed.
 */
function backUpBefore(first: Migration, path: string, own: readonly Migration[]): string {
  const target = `${path}.before-${String(first.number).padStart(4, '0')}`;
  return backUpSqlite(path, target, { replace: true, own }).path;
}

/** Runs before the file is opened for writing, which changes its header. */
function requireRoomForBackup(path: string): void {
  try {
    requireDiskSpace(path, bytesOfBackup(path));
  } catch (error) {
    throw new DatabaseRefused(`${path}: was not migrated, because it is backed up first: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Reads which migrations the file has; changes nothing. @throws DatabaseRefused as `connect` does */
export function inspectSchema(path: string, own: readonly Migration[]): MigrationStatus {
  inspectDatabaseFile(path);
  return refuseOnTrouble(path, () => {
    const connection = openConnection(path, { readonly: true, timeout: OPENING_TIMEOUT_MS });
    try {
      const applied = appliedMigrations(connection, path);
      const pending = pendingMigrations(own, applied, path);
      return { applied: applied.map(({ name }) => name), pending: pending.map(({ name }) => name) };
    } finally {
      connection.close();
    }
  });
}

/**
 * Refuses a file that lacks a table or column of its schema: somebody changed it by hand, or its list of tables is
 * damaged.
 * @throws DatabaseRefused
 */
export function refuseBrokenSchema(path: string, reader: Connection): void {
  const columns = refuseOnTrouble(path, () => reader.prepare<[], string>(EVERY_COLUMN).pluck().all());
  const found = new Set(columns);
  for (const table of TABLES) {
    if (!found.has(table.name))
      throw new DatabaseRefused(damageMessage(path, { message: `no such table: ${table.name}` }));
    for (const { name } of table.columns) {
      const column = `${table.name}.${name}`;
      if (!found.has(column)) throw new DatabaseRefused(damageMessage(path, { message: `no such column: ${column}` }));
    }
  }
}

const EVERY_COLUMN = `
  select name from sqlite_schema where type = 'table'
  union all
  select t.name || '.' || c.name from sqlite_schema t, pragma_table_xinfo(t.name) c where t.type = 'table'`;

function prepareFile(writer: Connection): void {
  // Takes effect only in a file without tables. It lets the purge return pages without rewriting the file.
  writer.exec('pragma auto_vacuum = incremental');
  beginLog(writer);
  writer.exec('pragma synchronous = full');
  writer.exec(`pragma cache_size = -${CACHE_KIB}`);
  writer.exec('pragma foreign_keys = on');
  // Deleted rows are overwritten in the file: a person's name must not outlive the account.
  writer.exec('pragma secure_delete = on');
  writer.exec('pragma wal_autocheckpoint = 0');
  writer.exec(`pragma journal_size_limit = ${MAX_WAL_BYTES}`);
}

/**
 * Gives the file its log. Here SQLite does not wait for another process that does the same, whatever the busy timeout:
 * it has read already, and two that have read and both want to write would wait for each other for ever.
 */
function beginLog(writer: Connection): void {
  for (let triesLeft = OPENING_TIMEOUT_MS / RETRY_PAUSE_MS; ; triesLeft -= 1) {
    try {
      writer.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || triesLeft === 0) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_PAUSE_MS);
  }
}

/** Turns SQLite's error about a damaged, foreign or locked file into a refusal that says what to do. */
function refuseOnTrouble<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || !isTrouble(error)) throw error;
    if (isDamage(error)) throw new DatabaseRefused(damageMessage(path, error), { cause: error });
    const advice = isBusy(error)
      ? 'another process holds it; end that process'
      : /^SQLITE_(READONLY|CANTOPEN|PERM)/.test(error.code)
        ? 'make it and its folder writable for this user'
        : /^SQLITE_(FULL|IOERR)/.test(error.code)
          ? 'look at the disk'
          : 'run it once more, and look at the machine if it stays so';
    throw new DatabaseRefused(`${path}: cannot be used (${error.code}: ${error.message}); ${advice}`, { cause: error });
  }
}
