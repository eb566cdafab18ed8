// Decides which share of new requests to admit while the event loop lags. One long turn (a garbage collection, a
// machine that stood still) is no overload: the requests that waited are answered as fast as ever. Lag that stays means
// a queue that never empties, in which every new request waits too. Refusing some at once keeps the others fast
// (docs/decisions/0015-overload.md).

/** A turn of the loop that takes longer is late: a response takes several turns, so callers would wait a second. */
export const MAX_LOOP_LAG_MS = 250;
/** Below this lag the loop keeps up. Between the two limits the share stays as it is, so that it does not flap. */
export const MIN_LOOP_LAG_MS = 100;
/** How long the loop must be late without a break before a request is refused. */
export const SUSTAINED_MS = 1000;
/** Each late measurement multiplies the share by SHRINK, and each calm one adds GROW. */
const SHRINK = 0.7;
const GROW = 0.05;
/** Some requests are always admitted, to find out when the overload is over. */
const MIN_SHARE = 0.1;

export interface Admission {
  /**
   * Records how late the loop was for a timer; called regularly.
   * @param at time of a monotonic clock, in ms
   */
  note(lagMs: number, at: number): void;
  /** Whether to admit the next request: the share of all, evenly spread. */
  admits(): boolean;
  /** Share of requests that are admitted, from 0.1 to 1. */
  readonly share: number;
}

export function createAdmission(): Admission {
  let share = 1;
  let credit = 0;
  let lateSince: number | undefined;
  return {
    note(lagMs, at) {
      if (lagMs < MAX_LOOP_LAG_MS) {
        lateSince = undefined;
        if (lagMs < MIN_LOOP_LAG_MS) share = Math.min(1, share + GROW);
        return;
      }
      lateSince ??= at;
      if (at - lateSince >= SUSTAINED_MS) share = Math.max(MIN_SHARE, share * SHRINK);
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
