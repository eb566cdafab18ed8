// The base of every store in this folder: statements on a bounded pool of connections, with a deadline for each intent.
// Trouble outside this program becomes `Unavailable`; the next intent gets a new connection.
import { Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { createCommitCount } from '../../core/ground/metrics/commits.ts';
import { Unavailable } from '../../core/ground/unavailable.ts';
import type { DatabaseFigures } from '../../core/operating/ports.ts';
import type { Values } from '../statement.ts';
import { cancelStatement } from './cancel-statement.ts';
import { trackIntents } from './intents.ts';
import { isUnprepared, trackPreparedStatements } from './prepared-statements.ts';
import { type Lease, type Run, rollBack, runOn, transact } from './run.ts';
import type { Statement } from './statement.ts';
import { isConflict, isConnectionLost, isDeadlinePassed, isUnstorableText } from './trouble.ts';

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  url: string;
  /** Maximum number of connections of this process. */
  poolSize: number;
  /** Deadline of an intent in ms, including the wait for a connection. */
  timeoutMs: number;
};

/** @param intentCount how many intents this one statement carries out, for metrics; default 1 */
export type Write = <Row extends object>(
  statement: Statement,
  values?: Values,
  intentCount?: number,
) => Promise<{ count: number; rows: readonly Row[] }>;

export interface Postgres {
  /** Runs a statement that changes nothing. It is retried when its connection turns out to be dead. */
  read<Row extends object>(statement: Statement, values?: Values): Promise<readonly Row[]>;
  /** Runs one statement as a whole intent. After `Unavailable` it may have been carried out and its answer lost. */
  write: Write;
  /**
   * Runs `intent` in one short transaction, which is rolled back when `intent` throws. The transaction begins by taking
   * the advisory `locks`, in the order of their numbers. After a deadlock or a serialization failure `intent` runs
   * again.
   */
  transaction<Result>(intent: (run: Run) => Promise<Result>, locks?: readonly bigint[]): Promise<Result>;
  figures(): DatabaseFigures;
  /** Accepts no more intents, waits for those under way, and closes the connections. */
  close(): Promise<void>;
}

/** A connection is closed after this time without use. */
const IDLE_MS = 60_000;
/** The object identifier of the type. */
const INT8 = 20;

/** Parses int8 as a number: the columns hold times and counts. */
function safeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is no safe integer`);
  return number;
}

const parsers: NonNullable<PoolConfig['types']> = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === INT8 && format !== 'binary' ? safeNumber : types.getTypeParser(type, format),
};

/** Configuration of one connection. It has only startup parameters that every pooler accepts. */
export const connectionConfig = (url: string, timeoutMs: number): PoolConfig => ({
  connectionString: url,
  fallback_application_name: 'latchkey',
  connectionTimeoutMillis: timeoutMs,
  keepAlive: true,
  // A statement is sent without waiting for the answer of the one before.
  pipeline: true,
  types: parsers,
});

export function createPostgres({ url, poolSize, timeoutMs }: PostgresOptions): Postgres {
  const prepared = trackPreparedStatements(timeoutMs);
  const pool = new Pool({
    ...connectionConfig(url, timeoutMs),
    max: poolSize,
    idleTimeoutMillis: IDLE_MS,
    onConnect: prepared.probe,
  });
  // The pool drops a connection that breaks while idle. One that breaks between two statements fails the next one.
  // Without listeners, either `error` event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const withClient = async <Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> => {
    const client = await connectTo(pool);
    const canPrepare = prepared.canPrepareOn(client);
    let lost = false;
    let timedOut = false;
    try {
      return await work({ client, canPrepare });
    } catch (error) {
      prepared.onError(error, client);
      timedOut = isDeadlinePassed(error);
      lost = isConnectionLost(error) || !(await rollBack(client, timeoutMs));
      throw error;
    } finally {
      if (timedOut) void cancelStatement(client).then(() => client.release(true));
      else client.release(lost || canPrepare !== prepared.canPrepareOn(client));
    }
  };
  const mayRepeat = (error: unknown): boolean => isConflict(error) || isUnprepared(error);
  const intents = trackIntents(timeoutMs);
  const commits = createCommitCount();
  const commit = <Result>(
    intentCount: number,
    work: (lease: Lease, deadline: number) => Promise<Result>,
  ): Promise<Result> => {
    const measured = async (lease: Lease, deadline: number): Promise<Result> => {
      const startedAt = performance.now();
      const result = await work(lease, deadline);
      commits.note(intentCount, (performance.now() - startedAt) / 1000);
      return result;
    };
    return intents.run((deadline) => withClient((lease) => measured(lease, deadline)), mayRepeat);
  };

  return {
    async read<Row extends object>(statement: Statement, values: Values = {}) {
      try {
        const work = (deadline: number) => withClient((lease) => runOn(lease, deadline)<Row>(statement, values));
        return (await intents.run(work, (error) => mayRepeat(error) || isConnectionLost(error))).rows;
      } catch (error) {
        if (isUnstorableText(error)) return [];
        throw error;
      }
    },
    write: <Row extends object>(statement: Statement, values?: Values, intentCount = 1) =>
      commit(intentCount, (lease, deadline) => runOn(lease, deadline)<Row>(statement, values)),
    transaction: (intent, locks = []) =>
      commit(1, (lease, deadline) => transact(lease, { intent, locks, deadline, timeoutMs })),
    figures: () => ({ commits: commits.figures(), lockWaits: undefined, pool: poolFigures(pool, poolSize) }),
    async close() {
      await intents.finish();
      await pool.end();
    },
  };
}

const poolFigures = ({ totalCount, idleCount, waitingCount }: Pool, poolSize: number): DatabaseFigures['pool'] => ({
  max: poolSize,
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

async function connectTo(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new Unavailable('The database cannot be reached', { cause: error });
  }
}
