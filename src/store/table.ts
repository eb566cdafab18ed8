// How a table is described for `latchkey move` and for the statements of both databases.

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
