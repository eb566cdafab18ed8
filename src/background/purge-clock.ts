// The time by which rows are removed for good. A clock that leaps ahead, by a fault of the machine, makes everything
// look expired; that passes when the clock is mended, but what was removed meanwhile would not come back (case M13).
import type { Clock } from '../core/clock.ts';

/** Clocks are set by so much in the ordinary run of things, in ms. */
const ORDINARY_STEP = 60_000;
/** A leap that has lasted so long is the true time, after a suspended machine wakes for example, in ms. */
const BELIEVED_AFTER = 24 * 3_600_000;

/**
 * Never ahead of `clock`. After a leap it goes on by the steady counter, until the leap is believed.
 * @param counter ms since any moment, which nobody sets
 */
export function createPurgeClock(clock: Clock, counter: () => number = () => performance.now()): Clock {
  let offset = clock.now() - counter();
  let leaptAt: number | undefined;

  return {
    now() {
      const [now, count] = [clock.now(), counter()];
      const leapt = now - (count + offset) > ORDINARY_STEP;
      if (leapt) leaptAt ??= count;
      else leaptAt = undefined;
      if (leaptAt !== undefined && count - leaptAt < BELIEVED_AFTER) return count + offset;
      leaptAt = undefined;
      offset = now - count;
      return now;
    },
  };
}
