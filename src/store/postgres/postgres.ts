// What every store of this folder is made from: statements on a bounded pool of connections, each intent with a
// deadline. What goes wrong outside this program is `Unavailable`; the next intent finds a new connection by itself.
import { Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { createCommitCount } from '../../core/metrics/commits.ts';
import type { DatabaseFigures } from '../../core/ports.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { trackIntents } from './intents.ts';
import { isUnprepared, trackPreparedStatements } from './prepared-statements.ts';
import { isIdle, type Lent, type Run, runOn, transact } from './run.ts';
import type { Statement, Values } from './statement.ts';
import { isConflict, isConnectionLost, isDeadlinePassed, isUnstorableText } from './trouble.ts';
import { withdraw } from './withdraw.ts';

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  url: string;
  /** Most connections of this process. */
  poolSize: number;
  /** How long an intent may take in all, waiting for a connection included, in ms. */
  timeoutMs: number;
};

/** @param shared how many intents this one statement does, told to operators; default 1 */
export type Write = <Row extends object>(
  statement: Statement,
  values?: Values,
  shared?: number,
) => Promise<{ count: number; rows: readonly Row[] }>;

export interface Postgres {
  /** A statement that changes nothing: asked again once where its connection turns out to be dead. */
  read<Row extends object>(statement: Statement, values?: Values): Promise<readonly Row[]>;
  /** One statement that is a whole intent. `Unavailable` may mean that it was done and the answer lost. */
  write: Write;
  /**
   * One short transaction, undone when `intent` throws. Begins by taking `locks` (of the transaction, by number) in one
   * order for everybody. Runs `intent` anew where two transactions could not both be had.
   */
  transaction<Result>(intent: (run: Run) => Promise<Result>, locks?: readonly bigint[]): Promise<Result>;
  figures(): DatabaseFigures;
  /** Takes no more intents, waits for those under way, and closes the connections. */
  close(): Promise<void>;
}

/** Connections that nobody used for so long are closed, in ms. */
const IDLE_MS = 60_000;
const INT8 = 20;

/** int8 as a number: ours are times and counts. */
function safeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is no safe integer`);
  return number;
}

const parsers: NonNullable<PoolConfig['types']> = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === INT8 && format !== 'binary' ? safeNumber : types.getTypeParser(type, format),
};

/** What one connection needs. No startup parameter but those that every pooler knows. */
export const connectionConfig = (url: string, timeoutMs: number): PoolConfig => ({
  connectionString: url,
  fallback_application_name: 'latchkey',
  connectionTimeoutMillis: timeoutMs,
  keepAlive: true,
  types: parsers,
});

export function createPostgres({ url, poolSize, timeoutMs }: PostgresOptions): Postgres {
  const prepared = trackPreparedStatements(timeoutMs);
  const pool = new Pool({
    ...connectionConfig(url, timeoutMs),
    max: poolSize,
    idleTimeoutMillis: IDLE_MS,
    onConnect: prepared.greet,
  });
  // A connection that breaks while nobody uses it is dropped by the pool; one that breaks between two statements fails
  // the next one. Without listeners either would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const withClient = async <Result>(work: (lent: Lent) => Promise<Result>): Promise<Result> => {
    const client = await connectTo(pool);
    const keeps = prepared.mayKeepIn(client);
    let lost = false;
    let late = false;
    try {
      return await work({ client, keeps });
    } catch (error) {
      prepared.note(error, client);
      late = isDeadlinePassed(error);
      lost = isConnectionLost(error) || !(await isIdle(client, timeoutMs));
      throw error;
    } finally {
      if (late) void withdraw(client).then(() => client.release(true));
      else client.release(lost || keeps !== prepared.mayKeepIn(client));
    }
  };
  const mayRepeat = (error: unknown): boolean => isConflict(error) || isUnprepared(error);
  const intents = trackIntents(timeoutMs);
  const commits = createCommitCount();
  const commit = <Result>(shared: number, work: (lent: Lent, deadline: number) => Promise<Result>): Promise<Result> => {
    const timed = async (lent: Lent, deadline: number): Promise<Result> => {
      const beganAt = performance.now();
      const result = await work(lent, deadline);
      commits.note(shared, (performance.now() - beganAt) / 1000);
      return result;
    };
    return intents.run((deadline) => withClient((lent) => timed(lent, deadline)), mayRepeat);
  };

  return {
    async read<Row extends object>(statement: Statement, values: Values = {}) {
      try {
        const work = (deadline: number) => withClient((lent) => runOn(lent, deadline)<Row>(statement, values));
        return (await intents.run(work, (error) => mayRepeat(error) || isConnectionLost(error))).rows;
      } catch (error) {
        if (isUnstorableText(error)) return [];
        throw error;
      }
    },
    write: <Row extends object>(statement: Statement, values?: Values, shared = 1) =>
      commit(shared, (lent, deadline) => runOn(lent, deadline)<Row>(statement, values)),
    transaction: (intent, locks = []) =>
      commit(1, (lent, deadline) => transact(lent, { intent, locks, deadline, timeoutMs })),
    figures: () => ({ commits: commits.figures(), lockWaits: undefined, pool: poolFigures(pool, poolSize) }),
    async close() {
      await intents.finish();
      await pool.end();
    },
  };
}

const poolFigures = ({ totalCount, idleCount, waitingCount }: Pool, max: number): DatabaseFigures['pool'] => ({
  max,
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
