// Replaces the database by a backup while no server runs on it. The backup is verified first, the replacement is
// atomic, and the previous database is kept beside it.

import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import type { DeletedAgain } from '../../../core/operating/leaving/leaving-store.ts';
import { DatabaseRefused } from '../../database-refused.ts';
import { ownMigrationsFolder, readMigrations } from '../../migrate.ts';
import { makeFolderOf } from './database-file.ts';
import { deleteListed, type ListedDeletion, readDeletions } from './deletion-list.ts';
import { withFileAlone } from './file-alone.ts';
import { type Verified, verifyFile } from './verify-file.ts';
import {
  canonicalPath,
  codeOf,
  copyRefused,
  copyToDraft,
  draftBeside,
  moveIntoPlace,
  type ReplaceOption,
  requireDiskSpace,
  syncFolder,
} from './whole-file.ts';

export type Restore = ReplaceOption & {
  backup: string;
  /** Path of the database. */
  path: string;
  /** Where the previous database is kept. */
  keepAt: string;
  /** The locks of a damaged file cannot be checked. Rejects when a server may be running on the database. */
  requireStopped(): Promise<void>;
};

export type Restored = Verified & {
  /** Where the previous database was kept; undefined: there was none. */
  kept: string | undefined;
  /** How many accounts of the backup were deleted again, because the previous database had deleted them. */
  deletedAgain: DeletedAgain;
};

/** @throws DatabaseRefused when nothing was restored; the database is unchanged then */
export async function restoreSqlite(restore: Restore): Promise<Restored> {
  const { backup, path, replace, keepAt } = restore;
  requireBackup(backup);
  makeFolderOf(path);
  if (canonicalPath(backup) === canonicalPath(path))
    throw new DatabaseRefused(`${backup}: is the database itself; use a backup`);
  if (!existsSync(path)) return withDraft(restore, () => keepLog(path, keepAt));
  if (!replace) throw new DatabaseRefused(`${path}: a database already exists there; use --replace to replace it`);
  let isAlone = false;
  try {
    return await withFileAlone(path, (connection) => {
      isAlone = true;
      const makeWay = () => {
        mergeLog(connection, path);
        keepFile(path, keepAt);
      };
      return withDraft(restore, makeWay, readDeletions(connection));
    });
  } catch (error) {
    if (isAlone || !isUnreadable(error)) throw error;
    await restore.requireStopped();
    return withDraft(restore, () => {
      keepLog(path, keepAt);
      keepFile(path, keepAt);
    });
  }
}

function requireBackup(backup: string): void {
  if (!existsSync(backup)) throw new DatabaseRefused(`${backup}: there is no such file`);
  const log = `${backup}-wal`;
  if (existsSync(log) && statSync(log).size > 0) {
    throw new DatabaseRefused(`${backup}: is incomplete without ${log}; use a file created by latchkey backup`);
  }
}

/**
 * @param makeWay called when the backup's copy is complete and verified, beside `path`
 * @param deletions the deletion list of the previous database
 */
async function withDraft(
  { backup, path, keepAt }: Restore,
  makeWay: () => void,
  deletions: readonly ListedDeletion[] = [],
): Promise<Restored> {
  const draft = draftBeside(path);
  const existed = existsSync(path);
  try {
    requireDiskSpace(path, statSync(backup).size);
    copyToDraft(backup, draft);
    const verify = () =>
      verifyFile(draft, readMigrations(ownMigrationsFolder('sqlite')), { file: backup, rows: backup });
    const whole = verify();
    const deletedAgain = deleteListed(draft, deletions);
    const verified = deletions.length > 0 ? verify() : whole;
    makeWay();
    moveIntoPlace(draft, path, { replace: existed });
    return { ...verified, kept: existed ? keepAt : undefined, deletedAgain };
  } catch (error) {
    throw copyRefused(path, error, 'nothing was restored');
  } finally {
    for (const part of ['', '-wal', '-shm', '-journal']) rmSync(draft + part, { force: true });
  }
}

/**
 * Leaves WAL mode, which moves the log into the file. A log that stayed behind would be read into the next database.
 */
function mergeLog(connection: Connection, path: string): void {
  connection.prepare('pragma journal_mode = delete').get();
  // The exclusive lock is ours: no other process has it open.
  rmSync(`${path}-shm`, { force: true });
}

/**
 * Gives the file a second name, so that there is no moment without a database, in which a server would create an empty
 * one.
 */
function keepFile(path: string, keepAt: string): void {
  try {
    linkSync(path, keepAt);
  } catch {
    // A file system without links. Closing the copied file gives up this process's POSIX lock on it. Only here is a
    // server that starts at this very moment not kept out.
    copyToDraft(path, keepAt);
  }
  syncFolder(dirname(path));
}

/** Keeps the log of a database that is damaged or gone, so that it is not read into the backup. */
function keepLog(path: string, keepAt: string): void {
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${keepAt}-wal`);
  rmSync(`${path}-shm`, { force: true });
}

/** SQLite could not read the file, for a reason other than a lock. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DatabaseRefused && /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error.cause));
