// Overwrites what deleted rows leave behind. `secure_delete` zeroes the rows themselves and freed pages, but not the
// copies that a page keeps in its unused part when SQLite moved rows to another page, nor the log.
import type { Database as Connection } from 'better-sqlite3';
import { isTrouble } from '../trouble.ts';
import { type CheckpointResult, checkpoint } from './checkpoints.ts';

/**
 * A file up to this size is written anew, which takes some 50 ms and holds up writes meanwhile. In a larger one a copy
 * may last until its place is used again, or until a backup is restored.
 */
const MAX_REWRITTEN_BYTES = 8 * 1024 * 1024;

/**
 * @param connection the writer; in no transaction when the function is called
 * @returns a function that returns false when other processes read or write: it is to be called again
 */
export function prepareErasure(connection: Connection): () => boolean {
  const bytes = connection
    .prepare<[], number>('select page_count * page_size from pragma_page_count, pragma_page_size')
    .pluck();
  const truncate = connection.prepare<[], CheckpointResult>('pragma wal_checkpoint(truncate)');
  return () => {
    try {
      if ((bytes.get() ?? 0) <= MAX_REWRITTEN_BYTES) connection.exec('vacuum');
    } catch (error) {
      if (!isTrouble(error)) throw error;
      return false;
    }
    return checkpoint(truncate).busy === 0;
  };
}
