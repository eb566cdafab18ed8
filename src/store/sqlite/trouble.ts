// Telling SQLite's trouble (lock, disk, damaged file) from our bugs: the first is `Unavailable`, the second is not.
import Sqlite from 'better-sqlite3';
import { Unavailable } from '../../core/unavailable.ts';

const TROUBLE =
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL|INTERRUPT|PERM|AUTH|NOLFS)/;

const codeOf = (error: unknown): string => (error instanceof Sqlite.SqliteError ? error.code : '');

export const REMOVED_MEANWHILE = 'What this belongs to was removed meanwhile';

/** Another connection holds the lock. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/** The database as a whole cannot do its work at the moment. */
export const isTrouble = (error: unknown): boolean => TROUBLE.test(codeOf(error));

/**
 * What the row belongs to was removed since the caller read it. Told again from the start, the caller gets the answer
 * that fits (no such application, not signed in), so it is asked to come again.
 */
export const isOrphan = (error: unknown): boolean => codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY';

/** Its bytes are not what SQLite wrote: nothing but a backup helps. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** One line for the operator: the file, and the cure. */
export const damageMessage = (path: string, { code, message }: { code?: string; message: string }): string =>
  `${path}: is damaged (${code ? `${code}: ` : ''}${message}); stop the server and restore a backup: latchkey restore --replace FILE`;

/**
 * SQLite's trouble as `Unavailable`; anything else as it is.
 * @param path of the file
 */
export function unavailableOr(error: unknown, path: string): unknown {
  if (isDamage(error)) return new Unavailable(damageMessage(path, error as Error), { cause: error });
  if (isTrouble(error)) return new Unavailable('The database cannot answer', { cause: error });
  if (isOrphan(error)) return new Unavailable(REMOVED_MEANWHILE, { cause: error });
  return error;
}
