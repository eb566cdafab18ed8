// The language of the stores in `nouns`: an intent is a generator that yields the statements it runs. SQLite runs it
// within one turn of the event loop, in the commit that it shares with others; PostgreSQL awaits each answer, in one
// short transaction. Whoever calls an intent of another store writes `yield*`.
import type { Statement, Values } from './statement.ts';

/** `lock`: PostgreSQL holds the rows until the end of the transaction; SQLite, which has one writer, passes over it. */
export type Step = { statement: Statement; values: Values; for: 'row' | 'rows' | 'count' | 'lock' };

/** `count`: how many rows were changed or returned; `rows`: those that were returned, if they were asked for. */
export type StatementResult = { count: number; rows: readonly object[] };

export type Intent<Result> = Generator<Step, Result, StatementResult>;

/** Thrown by an intent to undo its transaction, and caught by the method that began it. */
export class Undone extends Error {}

/** @returns the only row, or the first one */
export function* row<Row extends object>(statement: Statement, values: object = {}): Intent<Row | undefined> {
  return (yield { statement, values: values as Values, for: 'row' }).rows[0] as Row | undefined;
}

export function* rows<Row extends object>(statement: Statement, values: object = {}): Intent<readonly Row[]> {
  return (yield { statement, values: values as Values, for: 'rows' }).rows as readonly Row[];
}

/** @returns how many rows the statement changed or found */
export function* count(statement: Statement, values: object = {}): Intent<number> {
  return (yield { statement, values: values as Values, for: 'count' }).count;
}

/** Holds rows, or an advisory lock, until the end of the transaction. What is found does not matter. */
export function* lock(statement: Statement, values: object = {}): Intent<void> {
  yield { statement, values: values as Values, for: 'lock' };
}

/** A database as the stores in `nouns` know it. */
export interface Base {
  /** A read of one statement. @returns the only row, or the first one */
  row<Row extends object>(statement: Statement, values?: object): Promise<Row | undefined>;
  /** A read of one statement. */
  rows<Row extends object>(statement: Statement, values?: object): Promise<Row[]>;
  /** A read of several statements. On PostgreSQL each sees what is committed by then. */
  read<Result>(intent: () => Intent<Result>): Promise<Result>;
  /** A write of one statement, without a transaction around it. @returns how many rows it changed or returned */
  change(statement: Statement, values?: object): Promise<number>;
  /** The same. @returns the rows that the statement returns */
  changed<Row extends object>(statement: Statement, values?: object): Promise<Row[]>;
  /**
   * A write of several statements, in one transaction that an error undoes. It may run twice, so it does nothing but
   * run statements. @param locks advisory locks that PostgreSQL takes first, in the order of their numbers
   */
  write<Result>(intent: () => Intent<Result>, locks?: readonly bigint[]): Promise<Result>;
  /**
   * Overwrites what deleted rows left in the files that the store itself manages. @returns false when that has to wait
   * for other processes
   */
  erase(): Promise<boolean>;
  /** Whether another row has the same unique key. */
  isUniqueViolation(error: unknown): boolean;
}
