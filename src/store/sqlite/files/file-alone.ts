// Runs work on a database file that no other process, such as a running server, has open.
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { openConnection } from '../connection.ts';
import { isBusy } from '../trouble.ts';

/** Busy timeout: another command may hold the file for a moment. */
export const LOCK_TIMEOUT_MS = 2_000;

/**
 * Opens the file exclusively. In WAL mode an open server holds the file's shared lock, idle or not. The first statement
 * in exclusive mode takes the exclusive lock and keeps it until the connection is closed.
 * @throws DatabaseRefused when another process has the file open (its cause is busy), or when it cannot be used
 */
export async function withFileAlone<Result>(
  path: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = refuseOnTrouble(path, () =>
    openConnection(path, { fileMustExist: true, timeout: LOCK_TIMEOUT_MS }),
  );
  try {
    connection.exec('pragma locking_mode = exclusive');
    connection.prepare('select count(*) from sqlite_schema').get();
    return await work(connection);
  } catch (error) {
    throw toRefusal(path, error);
  } finally {
    refuseOnTrouble(path, () => connection.close());
  }
}

/** Turns SQLite's errors into refusals of one line. @throws DatabaseRefused */
export function refuseOnTrouble<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toRefusal(path, error);
  }
}

function toRefusal(path: string, error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  const reason = isBusy(error)
    ? 'is in use; stop the server, and every other process that has it open'
    : `cannot be used (${error.code}: ${error.message})`;
  return new DatabaseRefused(`${path}: ${reason}`, { cause: error });
}
