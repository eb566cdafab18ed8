// Reads run on a connection of their own, which cannot write. The reads of one turn of the event loop run together at
// its end, in one transaction: they share one lock, the statements' pages and code stay in the processor's caches, and
// the answers leave in one burst (docs/decisions/0006-reads-in-groups.md). They see every commit that was answered
// before they were requested.
import type { Database as Connection } from 'better-sqlite3';
import { isTrouble, toUnavailable } from './trouble.ts';

export interface Reader {
  readonly connection: Connection;
  /** Runs statements of this connection. Trouble with SQLite becomes `Unavailable`. */
  read<T>(query: () => T): Promise<T>;
  /** Runs the reads that are still queued. Call it before closing the connection. */
  flush(): void;
}

export function createReader(connection: Connection): Reader {
  const begin = connection.prepare('begin');
  const commit = connection.prepare('commit');
  const rollback = connection.prepare('rollback');
  let waiting: (() => void)[] = [];

  const flush = (): void => {
    const group = waiting;
    waiting = [];
    // When `begin` fails, each query meets the same trouble and rejects with it.
    if (group.length > 1 && !connection.inTransaction) ignoreTrouble(() => begin.run());
    for (const run of group) run();
    // An I/O error may have ended the transaction already. On a damaged file the commit fails, but every read is
    // settled by then.
    if (connection.inTransaction) ignoreTrouble(() => commit.run());
    if (connection.inTransaction) ignoreTrouble(() => rollback.run());
  };

  return {
    connection,
    flush,
    read: (query) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push(() => {
          try {
            resolve(query());
          } catch (error) {
            reject(toUnavailable(error, connection.name));
          }
        });
      }),
  };
}

/** Ignores trouble with the database outside the queries: the queries report it themselves. */
function ignoreTrouble(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!isTrouble(error)) throw error;
  }
}
