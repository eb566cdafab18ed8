// Reads run at once on a connection of their own, which can write nothing. They see every commit that was answered.
import type { Database as Connection } from 'better-sqlite3';
import { unavailableOr } from './trouble.ts';

export interface Reader {
  readonly connection: Connection;
  /** Runs statements of this connection; SQLite's trouble becomes `Unavailable`. */
  read<T>(query: () => T): Promise<T>;
}

export function createReader(connection: Connection): Reader {
  return {
    connection,
    async read(query) {
      try {
        return query();
      } catch (error) {
        throw unavailableOr(error);
      }
    },
  };
}
