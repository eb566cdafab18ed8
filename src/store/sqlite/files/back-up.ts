// Copies a database into one file while others read and write it (docs/decisions/0017-backups.md). The backup has
// everything that was committed before it began. It is verified by restoring a copy of it, and gets its name only then.
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { type Migration, ownMigrationsFolder, readMigrations } from '../../migrate.ts';
import { openConnection } from '../connection.ts';
import { damageMessage, isBusy, isDamage } from '../trouble.ts';
import { LOCK_TIMEOUT_MS } from './file-alone.ts';
import { countRows, type RowCounts, type Verified, verifyFile } from './verify-file.ts';
import {
  canonicalPath,
  copyRefused,
  copyToDraft,
  draftBeside,
  makeDraft,
  moveIntoPlace,
  type ReplaceOption,
  requireDiskSpace,
} from './whole-file.ts';

export type BackedUp = Verified & { path: string; bytes: number };

export type BackUpOptions = ReplaceOption & { own?: readonly Migration[] };

/**
 * @param source a file that SQLite can read; its writers go on meanwhile
 * @throws DatabaseRefused when no backup was made; `target` is unchanged then
 */
export function backUpSqlite(source: string, target: string, options: BackUpOptions): BackedUp {
  const own = options.own ?? readMigrations(ownMigrationsFolder('sqlite'));
  requireTarget(source, target, options);
  requireDiskSpace(target, bytesOfBackup(source));
  const draft = draftBeside(target);
  const trial = draftBeside(target);
  try {
    makeDraft(draft);
    const counts = copyLive(source, draft);
    copyToDraft(draft, trial);
    const verified = verifyFile(trial, own, { file: target, rows: source });
    requirePlausible(target, counts, verified.rows);
    const { size } = statSync(draft);
    moveIntoPlace(draft, target, options);
    return { ...verified, path: target, bytes: size };
  } catch (error) {
    throw copyRefused(target, error, 'nothing was kept');
  } finally {
    for (const file of [draft, trial]) rmSync(file, { force: true });
  }
}

/** Bytes needed for the backup and for the copy that verifies it. */
export const bytesOfBackup = (source: string): number =>
  2 * [source, `${source}-wal`].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);

function requireTarget(source: string, target: string, { replace }: ReplaceOption): void {
  if (!existsSync(dirname(target))) throw new DatabaseRefused(`${dirname(target)}: there is no such folder`);
  const own = ['', '-wal', '-shm', '-journal'].map((part) => canonicalPath(source) + part);
  if (own.includes(canonicalPath(target)))
    throw new DatabaseRefused(`${target}: is the database itself; use another file`);
  if (!existsSync(target)) return;
  if (!statSync(target).isFile()) throw new DatabaseRefused(`${target}: is not a file`);
  if (!replace) throw new DatabaseRefused(`${target}: already exists; use --replace to replace it`);
}

type Counts = { before: RowCounts; after: RowCounts; isUnchanged: boolean };

/** @returns the row counts just before and just after the copy, and whether anybody wrote in between */
function copyLive(source: string, draft: string): Counts {
  return attributeToSource(source, () => copySnapshot(source, draft));
}

function copySnapshot(source: string, draft: string): Counts {
  const connection = openConnection(source, { readonly: true, fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
  try {
    const version = () => connection.prepare<[], number>('pragma data_version').pluck().get();
    const [first, before] = [version(), countSnapshot(connection)];
    // One statement is one read transaction: a snapshot, however long it takes.
    connection.prepare('vacuum into ?').run(draft);
    const after = countSnapshot(connection);
    return { before, after, isUnchanged: first === version() };
  } finally {
    connection.close();
  }
}

/** Codes of errors about the file that SQLite writes. */
const OF_TARGET = /^SQLITE_(FULL|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|CLOSE)$)/;

/** @throws DatabaseRefused that names the source, when it is the file that cannot be read */
function attributeToSource<Result>(source: string, copy: () => Result): Result {
  try {
    return copy();
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || OF_TARGET.test(error.code)) throw error;
    if (isDamage(error)) throw new DatabaseRefused(damageMessage(source, error), { cause: error });
    const advice = isBusy(error) ? 'another process has locked it; run the command again' : 'check its disk';
    throw new DatabaseRefused(`${source}: cannot be read (${error.code}: ${error.message}); ${advice}`, {
      cause: error,
    });
  }
}

function countSnapshot(connection: Connection): RowCounts {
  connection.exec('begin');
  const counts = countRows(connection);
  connection.exec('commit');
  return counts;
}

/**
 * Requires equal row counts where nobody wrote during the copy. Otherwise no table may be empty that had rows before
 * and after.
 */
function requirePlausible(target: string, { before, after, isUnchanged }: Counts, copied: RowCounts): void {
  for (const [table, rows] of before) {
    const [found = 0, later = 0] = [copied.get(table), after.get(table)];
    const isLost = isUnchanged ? found !== rows : found === 0 && rows > 0 && later > 0;
    if (isLost)
      throw new DatabaseRefused(`${target}: ${table} has ${found} rows of ${rows}; nothing was kept, run it again`);
  }
}
