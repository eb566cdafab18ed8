// A connection of the test's own to an SQLite file, kept alive as the program keeps its own (see openConnection).
import type { Database as Connection, Options } from 'better-sqlite3';
import { openConnection } from '../../src/store/sqlite/connection.ts';

export function openFile(path: string, options: Options = {}): Connection {
  const connection = openConnection(path, options);
  // The library's own `pragma` makes a statement that nobody keeps.
  connection.pragma = (source, { simple = false } = {}) => {
    const statement = connection.prepare(`pragma ${source}`);
    if (!statement.reader) return statement.run();
    return simple ? statement.pluck().get() : statement.all();
  };
  return connection;
}
