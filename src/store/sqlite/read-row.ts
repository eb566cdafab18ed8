// The statements the server runs most give their rows as arrays, made into objects here: better-sqlite3 takes almost twice
// as long to make an object of thirty columns itself (docs/performance.md).
import type { Statement } from 'better-sqlite3';

/** @returns reads the first row, as `statement.get` would. The statement gives arrays from now on. */
export function prepareRowReader<P extends unknown[], R>(
  statement: Statement<P, R>,
): (...parameters: P) => R | undefined {
  const names = statement.columns().map(({ name }) => name);
  const reading = statement.raw();
  return (...parameters) => {
    const values = reading.get(...parameters) as unknown[] | undefined;
    if (values === undefined) return undefined;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
    return row as R;
  };
}
