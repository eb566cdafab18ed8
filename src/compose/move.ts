// Opens the source of a move, then the target, and copies all data from one to the other.

import { systemClock } from '../core/ground/clock.ts';
import { type MoveOptions, moveTables, type TableSum } from '../store/move.ts';
import { databaseAt } from './databases/databases.ts';
import { startOrRefuse } from './ports.ts';

export type Move = MoveOptions & {
  /** Database URLs as in the settings. */
  from: string;
  to: string;
  /** How long connecting to PostgreSQL may take, in ms. */
  timeoutMs: number;
};

/**
 * Copies every row. The source is not changed, and the target stays empty unless every row arrived.
 * @returns what was copied, table by table
 * @throws StartRefused when the source or the target cannot be used
 */
export const moveDatabase = (move: Move): Promise<readonly TableSum[]> =>
  startOrRefuse(() => {
    const { from, to, timeoutMs } = move;
    return databaseAt(from).withSource({ url: from, timeoutMs }, (source) => {
      const at = { source: source.identity, now: systemClock.now() };
      return databaseAt(to).withTarget({ url: to, timeoutMs }, at, (target) => moveTables(source, target, move));
    });
  });
