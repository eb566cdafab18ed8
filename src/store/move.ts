// Carries every row from one database to another and proves it: each table is summed while it is read from the source,
// and once more from what stands in the target. Which databases these are is of no concern here.
import { createHash } from 'node:crypto';
import { DatabaseRefused } from './database-refused.ts';
import { TABLES, type Table } from './tables.ts';

/** What a column holds, told alike by both databases. */
export type Value = string | number | boolean | Buffer | null;

/** In the order of the table's columns. */
export type Row = readonly Value[];

/** So many rows are in memory at once, about. */
export const ROWS_AT_ONCE = 1000;

export interface TableReader {
  /** Tells the same database by the same words, whatever path or URL led to it. */
  readonly identity: string;
  /** All rows in key order, some at a time. */
  rows(table: Table): AsyncIterable<readonly Row[]>;
}

/** Inside one transaction, which its owner commits when all went well. */
export interface TableWriter extends TableReader {
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** Told once when all rows of the table were inserted. */
  filled(table: Table): Promise<void>;
}

/** `checksum`: SHA-256 over every row in key order, in hexadecimal; the same rows have the same in any database. */
export type TableSum = { table: string; rows: number; checksum: string };

export type MoveOptions = {
  /** Told when a table stands in the target, which is not yet committed. */
  onTable?: (sum: TableSum) => void | Promise<void>;
};

/**
 * Copies all tables and compares what arrived.
 * @throws DatabaseRefused when the target does not hold what the source does; the target must then be rolled back
 */
export async function moveTables(
  source: TableReader,
  target: TableWriter,
  { onTable }: MoveOptions = {},
): Promise<readonly TableSum[]> {
  const moved: TableSum[] = [];
  for (const table of TABLES) {
    const sum = await sumOf(source, table, (rows) => target.insert(table, rows));
    await target.filled(table);
    const arrived = await sumOf(target, table);
    if (arrived.rows !== sum.rows || arrived.checksum !== sum.checksum) {
      throw new DatabaseRefused(
        `${table.name}: ${arrived.rows} rows arrived (${arrived.checksum}) of ${sum.rows} (${sum.checksum}); nothing was moved`,
      );
    }
    moved.push(sum);
    await onTable?.(sum);
  }
  return moved;
}

/**
 * Reads one table to its end. @param each is awaited before more is read, so that no more than one part is in memory
 */
export async function sumOf(
  reader: TableReader,
  table: Table,
  each?: (rows: readonly Row[]) => Promise<void>,
): Promise<TableSum> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of reader.rows(table)) {
    count += rows.length;
    for (const row of rows) hash.update(canonical(row));
    await each?.(rows);
  }
  return { table: table.name, rows: count, checksum: hash.digest('hex') };
}

/** One line of JSON. Bytes stand in a list, so that they differ from the text of the same digits. */
const canonical = (row: Row): string =>
  `${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? [value.toString('hex')] : value)))}\n`;
