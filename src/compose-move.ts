// Puts the two ends of a move together: opens the source, then the target, and moves what stands in one to the other.
import { orRefuse } from './compose-ports.ts';
import { sqlitePath } from './config.ts';
import { systemClock } from './core/clock.ts';
import { isPostgresUrl } from './settings-schema.ts';
import { type MoveOptions, moveTables, type TableReader, type TableSum, type TableWriter } from './store/move.ts';
import { withPostgresSource, withPostgresTarget } from './store/postgres/whole-tables.ts';
import { withSqliteSource, withSqliteTarget } from './store/sqlite/whole-tables.ts';

export type Move = MoveOptions & {
  /** Database URLs as in the settings. */
  from: string;
  to: string;
  /** How long connecting to PostgreSQL may take, in ms. */
  timeoutMs: number;
};

/**
 * Moves every row; the source stays as it is, and the target stays empty unless all arrived.
 * @returns what was moved, a table each
 * @throws StartRefused when either end cannot be used
 */
export const moveDatabase = (move: Move): Promise<readonly TableSum[]> =>
  orRefuse(() => withSource(move, (source) => withTarget(move, source, (target) => moveTables(source, target, move))));

const withSource = <Result>({ from, timeoutMs }: Move, work: (source: TableReader) => Promise<Result>) =>
  isPostgresUrl(from) ? withPostgresSource({ url: from, timeoutMs }, work) : withSqliteSource(sqlitePath(from), work);

function withTarget<Result>(
  { to, timeoutMs }: Move,
  { identity }: TableReader,
  work: (target: TableWriter) => Promise<Result>,
): Promise<Result> {
  const end = { source: identity, now: systemClock.now() };
  return isPostgresUrl(to)
    ? withPostgresTarget({ url: to, timeoutMs, ...end }, work)
    : withSqliteTarget({ path: sqlitePath(to), ...end }, work);
}
