// Reads on a connection of their own, which can write nothing. Those of one turn of the event loop run together at its
// end, in one transaction: one lock for all of them, the statements' pages and code still at hand, and the answers
// leave in one burst (docs/decisions/0006-reads-in-groups.md). They see every commit that was answered before they were
// asked.
import type { Database as Connection } from 'better-sqlite3';
import { isTrouble, unavailableOr } from './trouble.ts';

export interface Reader {
  readonly connection: Connection;
  /** Runs statements of this connection; SQLite's trouble becomes `Unavailable`. */
  read<T>(query: () => T): Promise<T>;
  /** Runs what is still waiting, before the connection is closed. */
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
    // Each query meets the same trouble by itself, and tells whoever asked.
    if (group.length > 1 && !connection.inTransaction) inTrouble(() => begin.run());
    for (const run of group) run();
    // Trouble with the disk ends a transaction by itself; on a damaged file a commit fails, and nobody waits for it.
    if (connection.inTransaction) inTrouble(() => commit.run());
    if (connection.inTransaction) inTrouble(() => rollback.run());
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
            reject(unavailableOr(error, connection.name));
          }
        });
      }),
  };
}

/** Beside the queries: what is wrong with the database they tell themselves. */
function inTrouble(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!isTrouble(error)) throw error;
  }
}
