// Files that appear under their name whole or not at all: written beside it, synced, then given the name.
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
import { newId } from '../../../core/secrets.ts';
import { DatabaseRefused } from '../../database-refused.ts';

/** A name beside `path` that nobody else uses; what a killed process leaves there may be deleted. */
export const draftBeside = (path: string): string => `${path}.${newId()}.part`;

/** Makes the empty file, 0600 whatever the umask. @throws DatabaseRefused when its folder cannot hold it */
export function makeDraft(draft: string): void {
  try {
    closeSync(openSync(draft, 'wx', 0o600));
  } catch (error) {
    throw new DatabaseRefused(`${dirname(draft)}: no file can be created there (${codeOf(error)})`, { cause: error });
  }
}

/** So much is in memory at once, in bytes. */
const PART = 1024 * 1024;

/** Copies the bytes into a new file and syncs it. Not by `copyFile`, which gives the copy the mode of its source. */
export function copyToDraft(from: string, draft: string): void {
  makeDraft(draft);
  const source = ofFile(from, () => openSync(from, 'r'));
  const target = openSync(draft, 'r+');
  try {
    const part = Buffer.alloc(PART);
    const readPart = () => ofFile(from, () => readSync(source, part));
    for (let read = readPart(); read > 0; read = readPart()) {
      for (let written = 0; written < read; ) written += writeSync(target, part, written, read - written);
    }
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** @throws DatabaseRefused that names the file that is read, so that the written one is not blamed */
function ofFile<Result>(from: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new DatabaseRefused(`${from}: cannot be read (${codeOf(error)})`, { cause: error });
  }
}

export type Naming = { replace: boolean };

/**
 * Gives the synced draft its name, at once, and makes that last.
 * @throws DatabaseRefused when the name is taken and is not to be replaced
 */
export function giveName(draft: string, path: string, { replace }: Naming): void {
  syncPath(draft);
  if (replace) {
    renameSync(draft, path);
  } else {
    // Unlike rename, link never replaces a file that appeared in the meantime.
    linkOrRefuse(draft, path);
    unlinkSync(draft);
  }
  syncFolder(dirname(path));
}

function linkOrRefuse(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new DatabaseRefused(`${path}: exists already`, { cause: error });
    // A file system without links.
    copyToDraft(draft, path);
  }
}

/** Makes the names in a folder last. Windows has no such thing, and needs none. */
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
 * @throws DatabaseRefused when the disk has fewer
 */
export function requireRoom(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  if (bytes > free) {
    throw new DatabaseRefused(
      `${dirname(path)}: a copy of the database has no room there (${megabytes(bytes)} needed, ${megabytes(free)} free)`,
    );
  }
}

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/** The same for every path that leads to the file, whether or not it exists; its folder must. */
export function truePath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}

/**
 * What the system or SQLite said about a copy of a database, as a refusal in one line; anything else as it is.
 * @param end what became of it
 */
export function copyRefused(path: string, error: unknown, end: string): unknown {
  const said = error instanceof Sqlite.SqliteError || (error as NodeJS.ErrnoException).syscall !== undefined;
  if (!said) return error;
  const isFull = /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/.test(codeOf(error));
  const reason = isFull ? 'the disk has no room left' : (error as Error).message;
  return new DatabaseRefused(`${path}: cannot be written (${reason}); ${end}`, { cause: error });
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
