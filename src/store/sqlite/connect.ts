// The two connections to one file: a writer and a reader. What makes the file unusable is found before a byte of it
// is changed (cases M5, M11).
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../database-refused.ts';
import { type Migration, type MigrationStatus, pendingMigrations } from '../migrate.ts';
import { appliedMigrations, applyMigrations } from './apply-migrations.ts';
import { openConnection } from './connection.ts';
import { backUpSqlite, bytesOfBackup } from './files/back-up.ts';
import { inspectDatabaseFile } from './files/database-file.ts';
import { requireRoom } from './files/whole-file.ts';
import { damageMessage, isBusy, isDamage, isTrouble } from './trouble.ts';

/** While opening, nobody is served yet, so waiting inside SQLite for another process is right, in ms. */
const OPENING_PATIENCE = 10_000;
/**
 * Pages each connection keeps, in KiB; the driver's own 16 MB hold nothing more of use. Each commit of the writer makes
 * the reader forget its pages anyway, and the system keeps the file at hand, so that only the upper pages of the trees
 * are worth a place.
 */
const KEPT_PAGES = 2_000;
/** Past this the log's file is cut back when it starts anew, in bytes. */
const LOG_KEPT = 64 * 1024 * 1024;

export type Connections = {
  writer: Connection;
  reader: Connection;
  migrated: readonly string[];
  /** The file with what stood there before it was migrated. */
  backup: string | undefined;
};

/**
 * Opens both connections, migrating first unless told not to.
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
  return orRefuse(path, () => {
    const writer = openConnection(path, { fileMustExist: true, timeout: OPENING_PATIENCE });
    try {
      prepareFile(writer);
      let backup: string | undefined;
      const onBefore = (first: Migration) => {
        backup = backUpBefore(first, path, own);
      };
      const migrated = applyMigrations(writer, own, { path, now: options.now, onBefore });
      writer.exec('pragma busy_timeout = 0');
      const reader = openConnection(path, { readonly: true, timeout: 0 });
      reader.exec(`pragma cache_size = -${KEPT_PAGES}`);
      return { writer, reader, migrated, backup };
    } catch (error) {
      writer.close();
      throw error;
    }
  });
}

/**
 * What goes wrong with a migration is mended by putting this back. One file for each step, made anew where the step
 * begins again; never removed, because nobody but the operator knows when it is needed no more.
 */
function backUpBefore(first: Migration, path: string, own: readonly Migration[]): string {
  const target = `${path}.before-${String(first.number).padStart(4, '0')}`;
  return backUpSqlite(path, target, { replace: true, own }).path;
}

/** Before the file is opened for writing, which changes its header. */
function requireRoomForBackup(path: string): void {
  try {
    requireRoom(path, bytesOfBackup(path));
  } catch (error) {
    throw new DatabaseRefused(`${path}: was not migrated, because it is backed up first: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Reads which migrations the file has, changing nothing. @throws DatabaseRefused as `connect` does */
export function inspectSchema(path: string, own: readonly Migration[]): MigrationStatus {
  inspectDatabaseFile(path);
  return orRefuse(path, () => {
    const connection = openConnection(path, { readonly: true, timeout: OPENING_PATIENCE });
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
 * What the migrations made is not all there: a file that somebody changed by hand, or whose list of tables is damaged.
 * @throws DatabaseRefused instead of SQLite's words
 */
export function orMissing<T>(path: string, prepare: () => T): T {
  try {
    return orRefuse(path, prepare);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    throw new DatabaseRefused(damageMessage(path, { message: error.message }), { cause: error });
  }
}

function prepareFile(writer: Connection): void {
  // Only a file without tables takes this; it lets the purge give pages back without rewriting the file.
  writer.exec('pragma auto_vacuum = incremental');
  writer.exec('pragma journal_mode = wal');
  writer.exec('pragma synchronous = full');
  writer.exec(`pragma cache_size = -${KEPT_PAGES}`);
  writer.exec('pragma foreign_keys = on');
  // What is removed is gone from the file too, not only from its tables: a person's name must not outlive the account.
  writer.exec('pragma secure_delete = on');
  writer.exec('pragma wal_autocheckpoint = 0');
  writer.exec(`pragma journal_size_limit = ${LOG_KEPT}`);
}

/** SQLite's words for a damaged, foreign or locked file, with what to do. */
function orRefuse<T>(path: string, open: () => T): T {
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
