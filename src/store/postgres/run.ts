// Runs statements and transactions on one connection. Each statement is sent with the time that is left until the
// deadline.
import type { PoolClient, QueryConfig } from 'pg';
import { Unavailable } from '../../core/ground/unavailable.ts';
import type { Values } from '../statement.ts';
import { parametersOf, recordOf, type Statement } from './statement.ts';

/** A connection of the pool, and whether statements may stay prepared in it. */
export type Lease = { client: PoolClient; canPrepare: boolean };

/** Runs one statement. `count`: the number of rows it changed or returned; `rows`: those it returned. */
export type Run = <Row extends object>(
  statement: Statement,
  values?: Values,
) => Promise<{ count: number; rows: readonly Row[] }>;

export const runOn =
  ({ client, canPrepare }: Lease, deadline: number): Run =>
  async <Row extends object>(statement: Statement, values: Values = {}) => {
    const parameters = parametersOf(statement, values);
    // Without parameters the text may contain several statements, which cannot be prepared.
    const name = canPrepare && parameters.length > 0 ? statement.preparedName : undefined;
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
 * Runs at isolation level read committed, whatever the database's default: after waiting for a lock, each statement
 * sees what is committed by then. The timeouts make the server end the transaction, and release its locks, when this
 * process vanishes.
 */
export async function transact<Result>(lease: Lease, transaction: Transaction<Result>): Promise<Result> {
  const { intent, locks, deadline, timeoutMs } = transaction;
  const { client } = lease;
  const ordered = [...new Set(locks)].sort((a, b) => (a < b ? -1 : 1));
  const opening = [
    'begin isolation level read committed',
    `set local idle_in_transaction_session_timeout = ${timeoutMs}`,
    `set local statement_timeout = ${timeoutMs}`,
    ...ordered.map((lock) => `select pg_advisory_xact_lock('${lock}'::bigint)`),
  ];
  const opened = send(client, { text: opening.join('; ') }, deadline);
  const result = await intent(runAfter(opened, runOn(lease, deadline)));
  await opened;
  const { command } = await send(client, { text: 'commit' }, deadline);
  if (command !== 'COMMIT') throw new Unavailable('The transaction was undone');
  return result;
}

/**
 * The first statement goes out with what opens its transaction, so that both take one wait. Of several failures the one
 * of the opening is reported: the statement failed because of it. Commit keeps a wait of its own, because a server that
 * has it carries it out, whatever became of the statements before (decision 75).
 */
function runAfter(opened: Promise<unknown>, run: Run): Run {
  opened.catch(() => {});
  return async (statement, values) => {
    const answer = run(statement, values);
    answer.catch(() => {});
    await opened;
    return answer as never;
  };
}

/** Rolls back a transaction that is still open. @returns false when the connection cannot be reused */
export async function rollBack(client: PoolClient, timeoutMs: number): Promise<boolean> {
  try {
    await send(client, { text: 'rollback' }, performance.now() + timeoutMs);
    return true;
  } catch {
    return false;
  }
}
