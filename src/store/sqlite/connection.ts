// Opens a connection whose native objects live as long as the process. better-sqlite3 12 ends a process on Node 24.19
// and later (SIGABRT) when one of them is collected as garbage, and its version 13 does not run on Node 20. There are
// some sixty statements, all prepared at the start, so nothing grows; `pragma()` is not used, because it makes one per
// call.
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
