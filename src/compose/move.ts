// Puts the two ends of a move together: opens the source, then the target, and moves what stands in one to the other.

import { systemClock } from '../core/clock.ts';
import { type MoveOptions, moveTables, type TableSum } from '../store/move.ts';
import { databaseAt } from './databases/databases.ts';
import { orRefuse } from './ports.ts';

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
  orRefuse(() => {
    const { from, to, timeoutMs } = move;
    return databaseAt(from).withSource({ url: from, timeoutMs }, (source) => {
      const at = { source: source.identity, now: systemClock.now() };
      return databaseAt(to).withTarget({ url: to, timeoutMs }, at, (target) => moveTables(source, target, move));
    });
  });
