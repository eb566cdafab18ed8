// The database file: created for its owner alone, and refused when others could read it (case P3). SQLite gives the
// write-ahead log beside it the same mode.
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseRefused } from '../../database-refused.ts';
import { codeOf } from './whole-file.ts';

/** Creates the file (0600) and its folder (0700) where they are missing. An existing folder keeps its mode. */
export function makeDatabaseFile(path: string): void {
  makeFolderOf(path);
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // It may be a dangling link, which `inspectDatabaseFile` reports.
    if (codeOf(error) === 'EEXIST') return;
    throw cannotBeMade(path, error);
  }
}

export function makeFolderOf(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw cannotBeMade(path, error);
  }
}

const cannotBeMade = (path: string, error: unknown) =>
  new DatabaseRefused(`${path}: cannot be created (${codeOf(error)}); make its folder writable for this user`, {
    cause: error,
  });

/**
 * @throws DatabaseRefused when the file is missing, not a regular file, read-only, or accessible to other users of the
 *   machine
 */
export function inspectDatabaseFile(path: string): void {
  if (!statDatabase(path).isFile()) throw new DatabaseRefused(`${path}: is not a file`);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const mode = existsSync(file) ? statDatabase(file).mode : 0o600;
    if (process.platform === 'win32') continue;
    if (mode & 0o077) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      throw new DatabaseRefused(`${file}: other users of this machine can read it (mode ${shown}); chmod 600 ${file}`);
    }
    if (!(mode & 0o200)) throw new DatabaseRefused(`${file}: is read-only; chmod 600 ${file}`);
  }
}

function statDatabase(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    const leadsTo = danglingLink(path);
    const missing = codeOf(error) === 'ENOENT' ? 'there is no such file' : `cannot be opened (${codeOf(error)})`;
    const reason =
      leadsTo === undefined
        ? missing
        : `is a link to ${leadsTo}, which does not exist; mount its disk, restore the file, or remove the link`;
    throw new DatabaseRefused(`${path}: ${reason}`, { cause: error });
  }
}

/**
 * A dangling link looks like a missing file. A new file in its place would hide the old one, which may be on a disk
 * that is not mounted.
 * @returns where the link leads; undefined: nothing is there, or it is not such a link
 */
export function danglingLink(path: string): string | undefined {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  return statSync(path, { throwIfNoEntry: false }) ? undefined : readlinkSync(path);
}
