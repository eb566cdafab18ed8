// Copies every row from one database to another and verifies the copy: each table is checksummed while it is read from
// the source, and again after it was written to the target. The code does not depend on which databases these are.
import { createHash } from 'node:crypto';
import { DatabaseRefused } from './database-refused.ts';
import type { Table } from './statement.ts';
import { TABLES } from './tables.ts';

/** A column's value, the same from either database. */
export type Value = string | number | boolean | Buffer | null;

/** In the order of the table's columns. */
export type Row = readonly Value[];

/** About how many rows are in memory at once. */
export const BATCH_ROWS = 1000;

export interface TableReader {
  /** Identifies the database: the same text, whatever path or URL leads to it. */
  readonly identity: string;
  /** The names of the table's columns, as the database has them. */
  columns(table: Table): Promise<readonly string[]>;
  /** All rows in key order, in batches. */
  rows(table: Table): AsyncIterable<readonly Row[]>;
}

/** Writes inside one transaction, which the caller of `moveTables` commits. */
export interface TableWriter extends TableReader {
  clear(table: Table): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** Called once after all rows of the table were inserted. */
  filled(table: Table): Promise<void>;
}

/**
 * `checksum`: SHA-256 over every row in key order, in hexadecimal. Equal rows have equal checksums on both databases.
 */
export type TableSum = { table: string; rows: number; checksum: string };

export type MoveOptions = {
  /** Called after each table is copied and verified, before the target is committed. */
  onTable?: (sum: TableSum) => void | Promise<void>;
};

/**
 * Copies all tables and compares the checksums.
 * @throws DatabaseRefused when they differ, or a table has other columns than this program knows; the caller must then
 *   roll the target back
 */
export async function moveTables(
  source: TableReader,
  target: TableWriter,
  { onTable }: MoveOptions = {},
): Promise<readonly TableSum[]> {
  const moved: TableSum[] = [];
  for (const table of TABLES) {
    await refuseOtherColumns('source', source, table);
    await refuseOtherColumns('target', target, table);
    if (table.byTriggers) await target.clear(table);
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

/** Somebody changed the schema by hand: what is in a column that only one side has would be lost without a word. */
async function refuseOtherColumns(side: string, reader: TableReader, table: Table): Promise<void> {
  const found = await reader.columns(table);
  const known = table.columns.map(({ name }) => name);
  const unknown = found.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !found.includes(name));
  if (missing.length > 0)
    throw new DatabaseRefused(`${table.name}: the ${side} lacks the column ${missing.join(', ')}`);
  if (unknown.length > 0)
    throw new DatabaseRefused(
      `${table.name}: only the ${side} has the column ${unknown.join(', ')}; nothing was moved`,
    );
}

/**
 * Reads a whole table and computes its checksum.
 * @param each awaited before the next batch is read, so that only one batch is in memory
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

/** One line of JSON. Bytes are wrapped in a list, so that they differ from a text of the same digits. */
const canonical = (row: Row): string =>
  `${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? [value.toString('hex')] : value)))}\n`;
