// Puts a backup in the place of the database, while no server runs on it: checked first, then at once, and what stood
// there is kept beside it.
import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { ownMigrationsFolder, readMigrations } from '../../migrate.ts';
import { makeFolderOf } from './database-file.ts';
import { withFileAlone } from './file-alone.ts';
import { type Verified, verifyFile } from './verify-file.ts';
import {
  codeOf,
  copyRefused,
  copyToDraft,
  draftBeside,
  giveName,
  type Naming,
  requireRoom,
  syncFolder,
  truePath,
} from './whole-file.ts';

export type Restore = Naming & {
  backup: string;
  /** Of the database. */
  path: string;
  /** Where what stood at `path` is kept. */
  keepAt: string;
  /** A damaged file tells nobody's locks: whoever might run on it is asked for. Rejects when somebody does. */
  requireStopped(): Promise<void>;
};

export type Restored = Verified & {
  /** What stood there before, if anything did. */
  kept: string | undefined;
};

/** @throws DatabaseRefused when nothing was restored; the database is as it was then */
export async function restoreSqlite(restore: Restore): Promise<Restored> {
  const { backup, path, replace, keepAt } = restore;
  requireBackup(backup);
  makeFolderOf(path);
  if (truePath(backup) === truePath(path)) throw new DatabaseRefused(`${backup}: is the database itself; use a backup`);
  if (!existsSync(path)) return withDraft(restore, () => keepLog(path, keepAt));
  if (!replace) throw new DatabaseRefused(`${path}: a database already exists there; use --replace to replace it`);
  let isAlone = false;
  try {
    return await withFileAlone(path, (connection) => {
      isAlone = true;
      return withDraft(restore, () => {
        foldLog(connection, path);
        keepFile(path, keepAt);
      });
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

/** @param makeWay is called when the backup stands beside its place, whole and checked */
async function withDraft({ backup, path, keepAt }: Restore, makeWay: () => void): Promise<Restored> {
  const draft = draftBeside(path);
  const had = existsSync(path);
  try {
    requireRoom(path, statSync(backup).size);
    copyToDraft(backup, draft);
    const verified = verifyFile(draft, readMigrations(ownMigrationsFolder('sqlite')), { file: backup, rows: backup });
    makeWay();
    giveName(draft, path, { replace: had });
    return { ...verified, kept: had ? keepAt : undefined };
  } catch (error) {
    throw copyRefused(path, error, 'nothing was restored');
  } finally {
    for (const part of ['', '-wal', '-shm', '-journal']) rmSync(draft + part, { force: true });
  }
}

/** Out of WAL mode: its log is in the file then, and none stays behind that SQLite would read into the next one. */
function foldLog(connection: Connection, path: string): void {
  connection.prepare('pragma journal_mode = delete').get();
  // The exclusive lock is ours: nobody has it open.
  rmSync(`${path}-shm`, { force: true });
}

/** Under a second name; there is no moment without a database, in which a server would make an empty one. */
function keepFile(path: string, keepAt: string): void {
  try {
    linkSync(path, keepAt);
  } catch {
    // A file system without links. Closing the copied file gives up this process's lock on it, as POSIX has it: here
    // alone a server that starts at this very moment is not kept out.
    copyToDraft(path, keepAt);
  }
  syncFolder(dirname(path));
}

/** The log of a file that is damaged or gone: part of what is kept, and not to be read into the backup. */
function keepLog(path: string, keepAt: string): void {
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${keepAt}-wal`);
  rmSync(`${path}-shm`, { force: true });
}

/** SQLite could not read it, and nobody's lock was the reason. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DatabaseRefused && /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error.cause));
