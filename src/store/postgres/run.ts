// What is done on one connection: a statement, or a transaction of several, each sent with what is left of its time.
import type { PoolClient, QueryConfig } from 'pg';
import { Unavailable } from '../../core/unavailable.ts';
import { parametersOf, recordOf, type Statement, type Values } from './statement.ts';

/** A connection of the pool, and whether statements stay prepared in it. */
export type Lent = { client: PoolClient; keeps: boolean };

/** Runs one statement; how many rows it touched or gave, and those it gave. */
export type Run = <Row extends object>(
  statement: Statement,
  values?: Values,
) => Promise<{ count: number; rows: readonly Row[] }>;

export const runOn =
  ({ client, keeps }: Lent, deadline: number): Run =>
  async <Row extends object>(statement: Statement, values: Values = {}) => {
    const parameters = parametersOf(statement, values);
    // Without parameters the text may hold several statements, which cannot be prepared.
    const name = keeps && parameters.length > 0 ? statement.preparedName : undefined;
    const { rowCount, rows } = await send(client, { name, text: statement.text, values: parameters }, deadline);
    return { count: rowCount ?? 0, rows: rows.map((row) => recordOf<Row>(row)) };
  };

function send(client: PoolClient, { name, text, values }: QueryConfig, deadline: number) {
  const left = Math.ceil(deadline - performance.now());
  if (left <= 0) throw new Unavailable('The database took too long');
  const query = { name, text, values, query_timeout: left };
  return client.query<object>(query);
}

type Transaction<Result> = {
  intent: (run: Run) => Promise<Result>;
  locks: readonly bigint[];
  deadline: number;
  timeoutMs: number;
};

/**
 * Read committed, whatever the database's default: after waiting for a lock each statement sees what is true now. The
 * server ends the transaction, and so its locks, when this side vanishes without a word.
 */
export async function transact<Result>(lent: Lent, transaction: Transaction<Result>): Promise<Result> {
  const { intent, locks, deadline, timeoutMs } = transaction;
  const { client } = lent;
  const ordered = [...new Set(locks)].sort((a, b) => (a < b ? -1 : 1));
  const opening = [
    'begin isolation level read committed',
    `set local idle_in_transaction_session_timeout = ${timeoutMs}`,
    `set local statement_timeout = ${timeoutMs}`,
    ...ordered.map((lock) => `select pg_advisory_xact_lock('${lock}'::bigint)`),
  ];
  await send(client, { text: opening.join('; ') }, deadline);
  const result = await intent(runOn(lent, deadline));
  const { command } = await send(client, { text: 'commit' }, deadline);
  if (command !== 'COMMIT') throw new Unavailable('The transaction was undone');
  return result;
}

/** Ends a transaction that was left open. @returns false when the connection cannot be used again */
export async function isIdle(client: PoolClient, timeoutMs: number): Promise<boolean> {
  try {
    await send(client, { text: 'rollback' }, performance.now() + timeoutMs);
    return true;
  } catch {
    return false;
  }
}
