// Lends a database file to one piece of work and to nobody else: a running server holds it, so it is kept out or told
// of.
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { openConnection } from '../connection.ts';
import { isBusy } from '../trouble.ts';

/** Another command may hold the file for a moment, in ms. */
export const PATIENCE = 2_000;

/**
 * In WAL mode an open server holds the file's shared lock, idle or not; the first statement in exclusive mode asks for
 * the exclusive one, and keeps it until the connection is closed.
 * @throws DatabaseRefused when another process has the file open (its cause is busy), or when it cannot be used
 */
export async function withFileAlone<Result>(
  path: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = withTrouble(path, () => openConnection(path, { fileMustExist: true, timeout: PATIENCE }));
  try {
    connection.exec('pragma locking_mode = exclusive');
    connection.prepare('select count(*) from sqlite_schema').get();
    return await work(connection);
  } catch (error) {
    throw refusedOr(path, error);
  } finally {
    withTrouble(path, () => connection.close());
  }
}

/** SQLite's trouble with the file as a refusal in one line. */
export function withTrouble<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw refusedOr(path, error);
  }
}

function refusedOr(path: string, error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  const reason = isBusy(error)
    ? 'is in use; stop the server, and every other process that has it open'
    : `cannot be used (${error.code}: ${error.message})`;
  return new DatabaseRefused(`${path}: ${reason}`, { cause: error });
}
