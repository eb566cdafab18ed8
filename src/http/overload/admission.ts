// Which share of new requests an event loop that lags lets in. One long turn (a collection of garbage, a machine that
// stood still) is no overload: what waited is answered as fast as ever. A lag that stays is a queue that never empties,
// and whoever joins it waits too; refusing some at once keeps the answers of the others early
// (docs/decisions/0015-overload.md).

/**
 * A turn of the loop that takes longer is late: an answer takes several turns, so people and clients would wait a
 * second.
 */
export const LATE_MS = 250;
/** Below it the loop keeps up. Between the two the share stays as it is, so that it does not flap. */
export const CALM_MS = 100;
/** So long the loop must be late without a break before anybody is refused. */
export const SUSTAINED_MS = 1000;
/** Each look that finds the loop late leaves so much of the share; each that finds it calm adds so much. */
const SHRINK = 0.7;
const GROW = 0.05;
/** Never nobody: somebody has to find out that it is over. */
const LEAST = 0.1;

export interface Admission {
  /** To be told regularly how late the loop came to a timer. @param at a clock that only moves forward, in ms */
  note(lagMs: number, at: number): void;
  /** Whether the next request is let in: of many the share, evenly spread. */
  admits(): boolean;
  /** From 0.1 to 1. */
  readonly share: number;
}

export function createAdmission(): Admission {
  let share = 1;
  let credit = 0;
  let lateSince: number | undefined;
  return {
    note(lagMs, at) {
      if (lagMs < LATE_MS) {
        lateSince = undefined;
        if (lagMs < CALM_MS) share = Math.min(1, share + GROW);
        return;
      }
      lateSince ??= at;
      if (at - lateSince >= SUSTAINED_MS) share = Math.max(LEAST, share * SHRINK);
    },
    admits() {
      if (share === 1) return true;
      credit += share;
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
    get share() {
      return share;
    },
  };
}
