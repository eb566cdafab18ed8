// Creates files that appear under their name complete or not at all: they are written beside it, synced, and then
// renamed.
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { randomSecret } from '../../../core/ground/secrets.ts';
import { DatabaseRefused } from '../../database-refused.ts';

/** A unique name beside `path`. A file that a killed process leaves there may be deleted. */
export const draftBeside = (path: string): string => `${path}.${randomSecret()}.part`;

/** Creates the empty file, with mode 0600 whatever the umask. @throws DatabaseRefused when its folder cannot hold it */
export function makeDraft(draft: string): void {
  try {
    closeSync(openSync(draft, 'wx', 0o600));
  } catch (error) {
    throw new DatabaseRefused(`${dirname(draft)}: no file can be created there (${codeOf(error)})`, { cause: error });
  }
}

/** How much of a file is in memory at once. */
const CHUNK_BYTES = 1024 * 1024;

/** Copies the bytes into a new file and syncs it. `copyFile` would give the copy the mode of its source. */
export function copyToDraft(from: string, draft: string): void {
  makeDraft(draft);
  const source = attributeToFile(from, () => openSync(from, 'r'));
  const target = openSync(draft, 'r+');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const readChunk = () => attributeToFile(from, () => readSync(source, chunk));
    for (let read = readChunk(); read > 0; read = readChunk()) {
      for (let written = 0; written < read; ) written += writeSync(target, chunk, written, read - written);
    }
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** @throws DatabaseRefused that names the file that is read, not the one that is written */
function attributeToFile<Result>(from: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new DatabaseRefused(`${from}: cannot be read (${codeOf(error)})`, { cause: error });
  }
}

export type ReplaceOption = { replace: boolean };

/**
 * Gives the synced draft its name, atomically and durably.
 * @throws DatabaseRefused when the name is taken and `replace` is false
 */
export function moveIntoPlace(draft: string, path: string, { replace }: ReplaceOption): void {
  syncPath(draft);
  if (replace) {
    renameSync(draft, path);
  } else {
    // Unlike rename, link never replaces a file that appeared in the meantime.
    linkNew(draft, path);
    unlinkSync(draft);
  }
  syncFolder(dirname(path));
}

function linkNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new DatabaseRefused(`${path}: exists already`, { cause: error });
    // A file system without links.
    copyToDraft(draft, path);
  }
}

/** Syncs the names in a folder to the disk. Windows has no such operation and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncPath(folder);
}

/** Writes a file's or a folder's contents to the disk. */
function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * @param bytes that will be written beside `path`
 * @throws DatabaseRefused when the disk has less space
 */
export function requireDiskSpace(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  if (bytes > free) {
    throw new DatabaseRefused(
      `${dirname(path)}: a copy of the database has no room there (${megabytes(bytes)} needed, ${megabytes(free)} free)`,
    );
  }
}

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/** The same path for every path that leads to the file, whether or not the file exists; its folder must exist. */
export function canonicalPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}

/**
 * Turns an error of the system or of SQLite about a copy of a database into a refusal of one line, and returns any
 * other error as it is.
 * @param end what became of the copy
 */
export function copyRefused(path: string, error: unknown, end: string): unknown {
  const isKnown = error instanceof Sqlite.SqliteError || (error as NodeJS.ErrnoException).syscall !== undefined;
  if (!isKnown) return error;
  const isFull = /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/.test(codeOf(error));
  const reason = isFull ? 'the disk has no room left' : (error as Error).message;
  return new DatabaseRefused(`${path}: cannot be written (${reason}); ${end}`, { cause: error });
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
