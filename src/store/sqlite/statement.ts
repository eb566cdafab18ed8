// Statements with named values, and rows with the member names of core: `last_used_at` becomes `lastUsedAt`. Everything
// that follows from a statement alone is computed once, when it is first used: a start would prepare hundreds of
// statements, and a process that never uses them would keep them in memory (decision 38).
import type { Database as Connection } from 'better-sqlite3';
import { camelNameOf } from '../names.ts';
import { type Kinds, ListOf, type Values } from '../statement.ts';
import { TABLES } from '../tables.ts';

export interface Statement<Row extends object> {
  /** @returns how many rows it changed */
  run(values?: Values): number;
  get(values?: Values): Row | undefined;
  all(values?: Values): Row[];
  /** @returns how many rows it changed or found */
  count(values?: Values): number;
}

/**
 * @param sql has values as `$name`, and members of values as `$name.member`, which are null where the value is absent.
 *   Columns have their names in the database; `"session.created_at"` becomes the member `createdAt` of `session`, which
 *   is undefined where its first column is null. Null becomes undefined.
 * @param kinds of columns that are not in `TABLES`
 */
export function prepare<Row extends object>(connection: Connection, sql: string, kinds: Kinds = {}): Statement<Row> {
  let prepared: Statement<Row> | undefined;
  const statement = (): Statement<Row> => {
    prepared ??= prepareNow(connection, sql, kinds);
    return prepared;
  };
  return {
    run: (values) => statement().run(values),
    get: (values) => statement().get(values),
    all: (values) => statement().all(values),
    count: (values) => statement().count(values),
  };
}

function prepareNow<Row extends object>(connection: Connection, sql: string, kinds: Kinds): Statement<Row> {
  const parameters: ParameterReader[] = [];
  const text = sql.replace(/\$([a-z]\w*)(?:\.(\w+))?/gi, (_, name: string, member: string | undefined) => {
    parameters.push(member === undefined ? readValue(name) : readMember(name, member));
    return '?';
  });
  const statement = connection.prepare<unknown[]>(text);
  const parametersOf = (values: Values): unknown[] => parameters.map((read) => read(values));
  if (!statement.reader) {
    const run = (values: Values = {}): number => statement.run(...parametersOf(values)).changes;
    return { run, get: noRows, all: noRows, count: run };
  }
  const record = planRecord(
    statement.columns().map(({ name }) => name),
    kinds,
  );
  // Measured: better-sqlite3 takes almost twice as long to build an object of thirty columns itself.
  const raw = statement.raw();
  return {
    run: () => {
      throw new TypeError('This statement gives rows: use get or all');
    },
    get: (values = {}) => {
      const row = raw.get(...parametersOf(values)) as unknown[] | undefined;
      return row && (record(row) as Row);
    },
    all: (values = {}) => (raw.all(...parametersOf(values)) as unknown[][]).map((row) => record(row) as Row),
    count: (values = {}) => raw.all(...parametersOf(values)).length,
  };
}

const noRows = (): never => {
  throw new TypeError('This statement gives no rows: use run');
};

type ParameterReader = (values: Values) => unknown;

/** @throws TypeError when the value is missing */
const readValue =
  (name: string): ParameterReader =>
  (values) => {
    const value = values[name];
    if (value === undefined && !(name in values)) throw new TypeError(`No value for $${name}`);
    return parameterOf(value);
  };

const readMember =
  (name: string, member: string): ParameterReader =>
  (values) =>
    parameterOf((values[name] as Values | undefined)?.[member]);

/** Booleans become 0 and 1, objects and lists JSON text, `undefined` null. */
function parameterOf(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (value instanceof ListOf)
    return JSON.stringify(value.values.map((one) => (Buffer.isBuffer(one) ? one.toString('hex') : one)));
  return Buffer.isBuffer(value) ? value : JSON.stringify(value);
}

type Kind = 'boolean' | 'json' | 'plain';

function memberOf(value: unknown, kind: Kind): unknown {
  if (kind === 'boolean') return value === 1;
  if (value === null) return undefined;
  return kind === 'json' ? JSON.parse(value as string) : value;
}

/** A column name has the same kind in every table. */
const KINDS: ReadonlyMap<string, string> = new Map(
  TABLES.flatMap(({ columns }) => columns.map(({ name, kind }) => [name, kind] as const)),
);

function kindOf(column: string, kinds: Kinds): Kind {
  const kind = kinds[column] ?? KINDS.get(column);
  return kind === 'boolean' || kind === 'json' ? kind : 'plain';
}

type Field = { index: number; name: string; kind: Kind };
type Group = { index: number; name: string; record: (row: unknown[]) => object };

/** @param columns the statement's column names; those of a group are adjacent */
function planRecord(columns: readonly string[], kinds: Kinds, from = 0, depth = 0): (row: unknown[]) => object {
  const fields: Field[] = [];
  const groups: Group[] = [];
  let index = from;
  while (index - from < columns.length) {
    const path = (columns[index - from] as string).split('.');
    const name = path[depth] as string;
    if (path.length === depth + 1) {
      fields.push({ index, name: camelNameOf(name), kind: kindOf(name, kinds) });
      index += 1;
    } else {
      const length = columns.slice(index - from).findIndex((column) => column.split('.')[depth] !== name);
      const end = length === -1 ? columns.length : index - from + length;
      const inside = columns.slice(index - from, end);
      groups.push({ index, name: camelNameOf(name), record: planRecord(inside, kinds, index, depth + 1) });
      index = from + end;
    }
  }
  return (row) => {
    const record: Record<string, unknown> = {};
    for (const { index, name, kind } of fields) record[name] = memberOf(row[index], kind);
    for (const { index, name, record: inside } of groups) {
      record[name] = row[index] === null ? undefined : inside(row);
    }
    return record;
  };
}

/**
 * Lists every column of a table, for `select … from table alias`, as members of `group`.
 * @param except columns that are not members of it, or have another name in it
 */
export function columnsOf(table: string, alias: string, group: string, except: readonly string[] = []): string {
  const names = TABLES.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
  return names
    .filter((name) => !except.includes(name))
    .map((name) => `${alias}.${name} as "${group}.${name}"`)
    .join(', ');
}
