// Reads on a connection of their own, which can write nothing. Those of one turn of the event loop run together at its
// end, in one transaction: one lock for all of them, the statements' pages and code still at hand, and the answers leave
// in one burst (docs/decisions/0006-reads-in-groups.md). They see every commit that was answered before they were asked.
import type { Database as Connection } from 'better-sqlite3';
import { unavailableOr } from './trouble.ts';

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
  let waiting: (() => void)[] = [];

  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length > 1 && !connection.inTransaction) begin.run();
    for (const run of group) run();
    // Trouble with the disk ends a transaction by itself.
    if (connection.inTransaction) commit.run();
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
            reject(unavailableOr(error));
          }
        });
      }),
  };
}
