// The time by which expired rows are deleted. When a fault of the machine sets the clock far ahead, everything looks
// expired. Setting the clock back repairs that, but would not bring back what was deleted meanwhile (case M13).
import type { Clock } from '../core/ground/clock.ts';

/** A step up to this size is an ordinary correction of the clock, in ms. */
const ORDINARY_STEP = 60_000;
/** A leap that has lasted this long is the true time, for example after a suspended machine resumed; in ms. */
const BELIEVED_AFTER = 24 * 3_600_000;

/**
 * Never ahead of `clock`. After a leap the time advances by the counter, until the leap counts as the true time.
 * @param counter a monotonic counter, in ms
 */
export function createPurgeClock(clock: Clock, counter: () => number): Clock {
  let offset = clock.now() - counter();
  let leaptAt: number | undefined;

  return {
    now() {
      const [now, count] = [clock.now(), counter()];
      const leapt = now - (count + offset) > ORDINARY_STEP;
      if (leapt) leaptAt ??= count;
      else leaptAt = undefined;
      // Whole milliseconds, as the clock has them: PostgreSQL takes no others.
      if (leaptAt !== undefined && count - leaptAt < BELIEVED_AFTER) return Math.floor(count + offset);
      leaptAt = undefined;
      offset = now - count;
      return now;
    },
  };
}
