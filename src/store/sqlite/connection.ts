// Opens a connection whose native objects live as long as the process. On Node 24.19 and later, better-sqlite3 12
// aborts the process (SIGABRT) when one of them is garbage-collected, and version 13 does not run on Node 20. Each
// statement is prepared once, so nothing grows. `pragma()` is not used, because it creates a statement for each call.
import Sqlite, { type Database as Connection, type Options } from 'better-sqlite3';

const alive: object[] = [];

function keepAlive<Native extends object>(native: Native): Native {
  alive.push(native);
  return native;
}

export function openConnection(path: string, options: Options): Connection {
  const connection = keepAlive(new Sqlite(path, options));
  const prepare = connection.prepare.bind(connection) as (source: string) => Sqlite.Statement;
  connection.prepare = ((source: string) => keepAlive(prepare(source))) as Connection['prepare'];
  return connection;
}
