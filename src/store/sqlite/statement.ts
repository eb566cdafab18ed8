// Statements as they are written and rows as core knows them: values and columns have names, and `last_used_at` becomes
// `lastUsedAt`. Everything that follows from a statement alone is computed when it is prepared.
import type { Database as Connection } from 'better-sqlite3';
import { camelNameOf } from '../names.ts';
import { TABLES } from '../tables.ts';

/** By name. Booleans become 0 and 1, objects and lists JSON text, `undefined` null. */
export type Values = Readonly<Record<string, unknown>>;

/** Of a column that no table has: an expression, named with `as`. */
export type Kinds = Readonly<Record<string, 'boolean' | 'json'>>;

export interface Statement<Row extends object> {
  /** @returns how many rows it changed */
  run(values?: Values): number;
  get(values?: Values): Row | undefined;
  all(values?: Values): Row[];
}

/**
 * @param sql a value stands there as `$name`, a member of one as `$name.member`, null where there is none. A column is
 *   named as in the database; `"session.created_at"` becomes the member `createdAt` of `session`, which is undefined
 *   where the first column of that name is null. Null is undefined.
 * @param kinds of columns that `TABLES` does not know
 */
export function prepare<Row extends object>(connection: Connection, sql: string, kinds: Kinds = {}): Statement<Row> {
  const parameters: Read[] = [];
  const text = sql.replace(/\$([a-z]\w*)(?:\.(\w+))?/gi, (_, name: string, member: string | undefined) => {
    parameters.push(member === undefined ? readValue(name) : readMember(name, member));
    return '?';
  });
  const statement = connection.prepare<unknown[]>(text);
  const parametersOf = (values: Values): unknown[] => parameters.map((read) => read(values));
  if (!statement.reader) {
    return { run: (values = {}) => statement.run(...parametersOf(values)).changes, get: noRows, all: noRows };
  }
  const record = planRecord(
    statement.columns().map(({ name }) => name),
    kinds,
  );
  // better-sqlite3 takes almost twice as long to make an object of thirty columns itself (docs/performance.md).
  const reading = statement.raw();
  return {
    run: () => {
      throw new TypeError('This statement gives rows: use get or all');
    },
    get: (values = {}) => {
      const row = reading.get(...parametersOf(values)) as unknown[] | undefined;
      return row && (record(row) as Row);
    },
    all: (values = {}) => (reading.all(...parametersOf(values)) as unknown[][]).map((row) => record(row) as Row),
  };
}

const noRows = (): never => {
  throw new TypeError('This statement gives no rows: use run');
};

type Read = (values: Values) => unknown;

/** @throws TypeError where it was forgotten */
const readValue =
  (name: string): Read =>
  (values) => {
    const value = values[name];
    if (value === undefined && !(name in values)) throw new TypeError(`No value for $${name}`);
    return parameterOf(value);
  };

const readMember =
  (name: string, member: string): Read =>
  (values) =>
    parameterOf((values[name] as Values | undefined)?.[member]);

function parameterOf(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Buffer.isBuffer(value) ? value : JSON.stringify(value);
}

type Kind = 'boolean' | 'json' | 'plain';

function memberOf(value: unknown, kind: Kind): unknown {
  if (kind === 'boolean') return value === 1;
  if (value === null) return undefined;
  return kind === 'json' ? JSON.parse(value as string) : value;
}

/** One name has one kind in every table. */
const KINDS: ReadonlyMap<string, string> = new Map(
  TABLES.flatMap(({ columns }) => columns.map(({ name, kind }) => [name, kind] as const)),
);

function kindOf(column: string, kinds: Kinds): Kind {
  const kind = kinds[column] ?? KINDS.get(column);
  return kind === 'boolean' || kind === 'json' ? kind : 'plain';
}

type Field = { index: number; name: string; kind: Kind };
type Group = { index: number; name: string; record: (row: unknown[]) => object };

/** @param columns as the statement names them; those of a group follow one another */
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
      const own = columns.slice(index - from).findIndex((column) => column.split('.')[depth] !== name);
      const end = own === -1 ? columns.length : index - from + own;
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
 * Every column of a table, for `select … from table alias`, as members of `group`.
 * @param except columns that are no member of it, or stand in it under another name
 */
export function columnsOf(table: string, alias: string, group: string, except: readonly string[] = []): string {
  const names = TABLES.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
  return names
    .filter((name) => !except.includes(name))
    .map((name) => `${alias}.${name} as "${group}.${name}"`)
    .join(', ');
}
