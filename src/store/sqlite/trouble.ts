// Distinguishes trouble with SQLite (lock, disk, damaged file), which becomes `Unavailable`, from bugs of this program.
import Sqlite from 'better-sqlite3';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { REMOVED_MEANWHILE } from '../removed-meanwhile.ts';

const TROUBLE =
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL|INTERRUPT|PERM|AUTH|NOLFS)/;

const codeOf = (error: unknown): string => (error instanceof Sqlite.SqliteError ? error.code : '');

/** Another connection holds the lock. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/** The database as a whole cannot do its work at the moment. */
export const isTrouble = (error: unknown): boolean => TROUBLE.test(codeOf(error));

/**
 * The row's parent was deleted since the caller read it. A caller that tries again gets the answer that fits (no such
 * application, not signed in).
 */
export const isOrphan = (error: unknown): boolean => codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY';

/** The file's contents are not what SQLite wrote. Only a backup helps. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** One line for the operator: the file, and what to do. */
export const damageMessage = (path: string, { code, message }: { code?: string; message: string }): string =>
  `${path}: is damaged (${code ? `${code}: ` : ''}${message}); stop the server and restore a backup: latchkey restore --replace FILE`;

/** Converts trouble with SQLite to `Unavailable`, and returns any other error as it is. @param path of the file */
export function toUnavailable(error: unknown, path: string): unknown {
  if (isDamage(error)) return new Unavailable(damageMessage(path, error as Error), { cause: error });
  if (isTrouble(error)) return new Unavailable('The database cannot answer', { cause: error });
  if (isOrphan(error)) return new Unavailable(REMOVED_MEANWHILE, { cause: error });
  return error;
}
