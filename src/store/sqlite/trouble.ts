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

/** SQLite's trouble as `Unavailable`; anything else as it is. */
export function unavailableOr(error: unknown): unknown {
  if (isTrouble(error)) return new Unavailable('The database cannot answer', { cause: error });
  if (isOrphan(error)) return new Unavailable(REMOVED_MEANWHILE, { cause: error });
  return error;
}
