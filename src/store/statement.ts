// Statements that both databases run, as PostgreSQL writes them; `textForSqlite` says what SQLite reads instead. And
// the tables that they are about, which each file describes beside its statements (`tables.ts`).

/** Values by name. Objects and lists become JSON text, `undefined` null. */
export type Values = Readonly<Record<string, unknown>>;

/** The kinds of columns that no table has: expressions, named with `as`. PostgreSQL knows them by itself. */
export type Kinds = Readonly<Record<string, 'boolean' | 'json'>>;

/**
 * Where one text does not do for both. SQLite runs several with the same values; the last one answers. After it,
 * `sqliteThen` runs where it has changed or found something.
 */
type Texts = { postgres: string; sqlite: string | readonly string[]; sqliteThen?: string };

export type Statement = Readonly<Texts> & { readonly kinds: Kinds };

/**
 * @param sql has values as `$name`; the same name is the same value and has one type. Columns have their names in the
 *   database
 */
export const statement = (sql: string | Texts, kinds: Kinds = {}): Statement =>
  typeof sql === 'string' ? { postgres: sql, sqlite: sql, kinds } : { ...sql, kinds };

/** Values for `= any($name)`; for bytes, `= any($name::bytea[])`. */
export class ListOf {
  readonly values: readonly unknown[];
  constructor(values: readonly unknown[]) {
    this.values = values;
  }
}

/**
 * What SQLite reads in a text that was written for PostgreSQL: nothing of locks, since it has one writer, and of casts,
 * since its values have types of their own; `json_each` for `any`; `limit -1` for `limit all`; `max` and `min` for
 * `greatest` and `least`, which may therefore be given no null.
 */
export const textForSqlite = (sql: string): string =>
  sql
    .replace(/\s+for (?:no key update|update|key share|share)\b(?: of \w+(?:, \w+)*)?(?: skip locked)?/g, '')
    .replace(/= any\((\$\w+)::bytea\[\]\)/g, 'in (select unhex(value) from json_each($1))')
    .replace(/::\w+(?:\[\])?/g, '')
    .replace(/= any\((\$\w+)\)/g, 'in (select value from json_each($1))')
    .replace(/\blimit all\b/g, 'limit -1')
    .replace(/\bgreatest\(/g, 'max(')
    .replace(/\bleast\(/g, 'min(');

/**
 * How a column stores its value. Booleans are 0 and 1 in SQLite. `json` is text that is kept exactly as it was written.
 * `anyText` may contain a NUL, which PostgreSQL can store only inside a JSON string.
 */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'bytes' | 'json' | 'anyText';

export type Column = { readonly name: string; readonly kind: ColumnKind };

/**
 * `key` is the primary key. Rows are read, compared and written in its order, which is byte order in both databases.
 */
export type Table = {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  /** Rows that triggers wrote are deleted before the rows of the source are copied. */
  readonly byTriggers?: true;
};

/** @param columns the column names of each kind, separated by spaces */
export function table(name: string, key: string, columns: Readonly<Partial<Record<ColumnKind, string>>>): Table {
  const kinds = Object.entries(columns) as [ColumnKind, string][];
  return {
    name,
    key: key.split(' '),
    columns: kinds.flatMap(([kind, names]) => names.split(' ').map((column) => ({ name: column, kind }))),
  };
}
