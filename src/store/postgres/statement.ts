// Statements with named values, and rows with the member names of core.
import { createHash } from 'node:crypto';
import { camelNameOf } from '../names.ts';
import { ListOf, type Values } from '../statement.ts';

/** SQL with `$1`, `$2` …, and the names of those values. */
export type Statement = {
  readonly text: string;
  readonly names: readonly string[];
  /** The name of the prepared statement: a hash of the text, so that one name always means the same statement. */
  readonly preparedName: string;
};

/** @param sql has values as `$name`; the same name is the same value and has one type */
export function statement(sql: string): Statement {
  const names: string[] = [];
  const text = sql.replace(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names, preparedName: createHash('sha256').update(text).digest('hex').slice(0, 32) };
}

/** The values in the statement's order, as the driver takes them: a list as an array, other objects as JSON text. */
export function parametersOf({ names }: Statement, values: Values): unknown[] {
  return names.map((name) => {
    if (!(name in values)) throw new TypeError(`No value for $${name}`);
    const value = values[name];
    return value instanceof ListOf ? value.values.map(parameterOf) : parameterOf(value);
  });
}

function parameterOf(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !Buffer.isBuffer(value);
  return isJson ? JSON.stringify(value) : (value ?? null);
}

/** `last_used_at` becomes `lastUsedAt`, null becomes undefined. The contents of a json column are left as they are. */
export function recordOf<Record extends object>(row: object): Record {
  const record: { [name: string]: unknown } = {};
  for (const [column, value] of Object.entries(row)) record[camelNameOf(column)] = value ?? undefined;
  return record as Record;
}
