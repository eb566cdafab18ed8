// Copies a database into one file while others read and write it (docs/decisions/0017-backups.md): what was committed
// before it began, verified by restoring it beside its place, and under its name only then.
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { type Migration, ownMigrationsFolder, readMigrations } from '../../migrate.ts';
import { openConnection } from '../connection.ts';
import { damageMessage, isBusy, isDamage } from '../trouble.ts';
import { PATIENCE } from './file-alone.ts';
import { countRows, type RowCounts, type Verified, verifyFile } from './verify-file.ts';
import {
  copyRefused,
  copyToDraft,
  draftBeside,
  giveName,
  makeDraft,
  type Naming,
  requireRoom,
  truePath,
} from './whole-file.ts';

export type BackedUp = Verified & { path: string; bytes: number };

export type BackUpOptions = Naming & { own?: readonly Migration[] };

/**
 * @param source a file that SQLite can read; its writers go on meanwhile
 * @throws DatabaseRefused when there is no backup; nothing stands at `target` then that did not before
 */
export function backUpSqlite(source: string, target: string, options: BackUpOptions): BackedUp {
  const own = options.own ?? readMigrations(ownMigrationsFolder('sqlite'));
  requireTarget(source, target, options);
  requireRoom(target, bytesOfBackup(source));
  const draft = draftBeside(target);
  const trial = draftBeside(target);
  try {
    makeDraft(draft);
    const counts = copyLive(source, draft);
    copyToDraft(draft, trial);
    const verified = verifyFile(trial, own, { file: target, rows: source });
    requirePlausible(target, counts, verified.rows);
    const { size } = statSync(draft);
    giveName(draft, target, options);
    return { ...verified, path: target, bytes: size };
  } catch (error) {
    throw copyRefused(target, error, 'nothing was kept');
  } finally {
    for (const file of [draft, trial]) rmSync(file, { force: true });
  }
}

/** The backup itself, and the copy that tries it. */
export const bytesOfBackup = (source: string): number =>
  2 * [source, `${source}-wal`].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);

function requireTarget(source: string, target: string, { replace }: Naming): void {
  if (!existsSync(dirname(target))) throw new DatabaseRefused(`${dirname(target)}: there is no such folder`);
  const own = ['', '-wal', '-shm', '-journal'].map((part) => truePath(source) + part);
  if (own.includes(truePath(target))) throw new DatabaseRefused(`${target}: is the database itself; use another file`);
  if (!existsSync(target)) return;
  if (!statSync(target).isFile()) throw new DatabaseRefused(`${target}: is not a file`);
  if (!replace) throw new DatabaseRefused(`${target}: already exists; use --replace to replace it`);
}

type Counts = { before: RowCounts; after: RowCounts; isStill: boolean };

/** @returns what the database held just before and just after, and whether anybody wrote in between */
function copyLive(source: string, draft: string): Counts {
  return orBlameSource(source, () => copyAtOnce(source, draft));
}

function copyAtOnce(source: string, draft: string): Counts {
  const connection = openConnection(source, { readonly: true, fileMustExist: true, timeout: PATIENCE });
  try {
    const version = () => connection.prepare<[], number>('pragma data_version').pluck().get();
    const [first, before] = [version(), countAtOnce(connection)];
    // One statement, one reading transaction: the state of one moment, however long it takes.
    connection.prepare('vacuum into ?').run(draft);
    const after = countAtOnce(connection);
    return { before, after, isStill: first === version() };
  } finally {
    connection.close();
  }
}

/** What SQLite says of a file that it writes. */
const OF_TARGET = /^SQLITE_(FULL|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|CLOSE)$)/;

/** @throws DatabaseRefused that names the database, where it is the one that cannot be read */
function orBlameSource<Result>(source: string, copy: () => Result): Result {
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

function countAtOnce(connection: Connection): RowCounts {
  connection.exec('begin');
  const counts = countRows(connection);
  connection.exec('commit');
  return counts;
}

/** Exactly the same rows where nobody wrote; otherwise no table empty that had rows all the while. */
function requirePlausible(target: string, { before, after, isStill }: Counts, copied: RowCounts): void {
  for (const [table, rows] of before) {
    const [found = 0, later = 0] = [copied.get(table), after.get(table)];
    const lost = isStill ? found !== rows : found === 0 && rows > 0 && later > 0;
    if (lost)
      throw new DatabaseRefused(`${target}: ${table} has ${found} rows of ${rows}; nothing was kept, run it again`);
  }
}
