// Runs what the stores in `nouns` say on SQLite, without a turn of the event loop between two statements.
import SqliteDatabase, { type Database as Connection } from 'better-sqlite3';
import type { Base, Intent, StatementResult, Step } from '../intent.ts';
import { type Statement as Shared, textForSqlite, type Values } from '../statement.ts';
import { prepareErasure } from './files/erasure.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare, type Statement } from './statement.ts';

const NOTHING: StatementResult = { count: 0, rows: [] };

/** Runs an intent at once, in the transaction that its caller began. */
export type Drive = <Result>(intent: Intent<Result>) => Result;

type Prepared = { before: readonly Statement<object>[]; last: Statement<object>; next: Statement<object> | undefined };

const prepareOn = (connection: Connection): ((shared: Shared) => Prepared) => {
  const known = new WeakMap<Shared, Prepared>();
  return (shared) => {
    let prepared = known.get(shared);
    if (!prepared) {
      const prepareOne = (sql: string) => prepare<object>(connection, textForSqlite(sql), shared.kinds);
      const all = [shared.sqlite].flat().map(prepareOne);
      const next = shared.sqliteThen === undefined ? undefined : prepareOne(shared.sqliteThen);
      prepared = { before: all.slice(0, -1), last: all.at(-1) as Statement<object>, next };
      known.set(shared, prepared);
    }
    return prepared;
  };
};

const runOn = (connection: Connection): ((step: Step) => StatementResult) => {
  const preparedOf = prepareOn(connection);
  return ({ statement, values, for: wanted }) => {
    if (wanted === 'lock') return NOTHING;
    const { before, last, next } = preparedOf(statement);
    for (const one of before) one.count(values);
    const answer = ask(last, values, wanted);
    if (answer.count > 0) next?.count(values);
    return answer;
  };
};

function ask(statement: Statement<object>, values: Values, wanted: Step['for']): StatementResult {
  if (wanted === 'count') return { count: statement.count(values), rows: [] };
  if (wanted === 'rows') {
    const rows = statement.all(values);
    return { count: rows.length, rows };
  }
  const row = statement.get(values);
  return row ? { count: 1, rows: [row] } : NOTHING;
}

const drivers = new WeakMap<Connection, Drive>();

/** The one driver of a connection, which keeps its prepared statements. */
export function driveOn(connection: Connection): Drive {
  let drive = drivers.get(connection);
  if (!drive) {
    const run = runOn(connection);
    drive = (intent) => {
      let step = intent.next();
      while (!step.done) step = intent.next(run(step.value));
      return step.value;
    };
    drivers.set(connection, drive);
  }
  return drive;
}

export function sqliteBase({ writer, reader }: Sqlite): Base {
  const look = driveOn(reader.connection);
  const change = driveOn(writer.connection);
  const [find, act] = [runOn(reader.connection), runOn(writer.connection)];
  const erase = prepareErasure(writer.connection);
  const step = (statement: Shared, values: object, wanted: Step['for']): Step => ({
    statement,
    values: values as Values,
    for: wanted,
  });
  return {
    row: <Row extends object>(statement: Shared, values: object = {}) =>
      reader.read(() => find(step(statement, values, 'row')).rows[0] as Row | undefined),
    rows: <Row extends object>(statement: Shared, values: object = {}) =>
      reader.read(() => find(step(statement, values, 'rows')).rows as Row[]),
    read: (intent) => reader.read(() => look(intent())),
    change: (statement, values = {}) => writer.write(() => act(step(statement, values, 'count')).count),
    // The intent's result has the number of rows, by which the audit knows that something was done.
    changed: async <Row extends object>(statement: Shared, values: object = {}) =>
      (await writer.write(() => act(step(statement, values, 'rows')))).rows as Row[],
    write: (intent) => writer.write(() => change(intent())),
    // Neither a rewrite of the file nor a checkpoint can be in a transaction.
    erase: async () => erase(),
    isUniqueViolation: (error) =>
      error instanceof SqliteDatabase.SqliteError && /_(?:UNIQUE|PRIMARYKEY)$/.test(error.code),
  };
}
