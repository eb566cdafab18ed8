// A test's own connection to an SQLite file, kept alive like the program's connections (see openConnection).
import type { Database as Connection, Options } from 'better-sqlite3';
import { openConnection } from '../../src/store/sqlite/connection.ts';

export function openFile(path: string, options: Options = {}): Connection {
  const connection = openConnection(path, options);
  // The library's `pragma` creates a statement that nothing keeps alive.
  connection.pragma = (source, { simple = false } = {}) => {
    const statement = connection.prepare(`pragma ${source}`);
    if (!statement.reader) return statement.run();
    return simple ? statement.pluck().get() : statement.all();
  };
  return connection;
}
