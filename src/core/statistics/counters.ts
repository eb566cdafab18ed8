// Counts in memory what is written later: nothing on the request path waits for a count. What was counted since the
// last flush is lost with the process.
import type { Clock } from '../clock.ts';
import { type Counter, type DailyCount, dayOf } from './daily-count.ts';
import type { StatisticsStore } from './statistics-store.ts';

export interface Counters {
  /** Counts one, now. Never fails. */
  count(applicationId: string, counter: Counter): void;
  /**
   * Adds what was counted to what is stored. What could not be stored is kept for the next time; where the store cannot
   * tell whether it did it (PostgreSQL whose answer was lost), that is counted twice.
   * @throws Unavailable
   */
  flush(): Promise<void>;
  /** How many were not counted because too many kinds waited. */
  readonly dropped: number;
}

/** Kinds of counts (application, day, counter) that wait at most, while the store does not answer. */
const MAX_WAITING = 20_000;
/** In one intent. */
const STEP = 500;

export function createCounters(deps: { statistics: StatisticsStore; clock: Clock }): Counters {
  let waiting = new Map<string, DailyCount>();
  let dropped = 0;
  let flushing: Promise<void> | undefined;

  const put = ({ applicationId, day, counter, count }: DailyCount): void => {
    const key = `${applicationId} ${day} ${counter}`;
    const known = waiting.get(key);
    if (known) known.count += count;
    else if (waiting.size < MAX_WAITING) waiting.set(key, { applicationId, day, counter, count });
    else dropped += count;
  };
  const flush = async (): Promise<void> => {
    const counts = [...waiting.values()];
    waiting = new Map();
    for (let from = 0; from < counts.length; from += STEP) {
      try {
        await deps.statistics.add(counts.slice(from, from + STEP));
      } catch (error) {
        counts.slice(from).forEach(put);
        throw error;
      }
    }
  };

  return {
    count: (applicationId, counter) => put({ applicationId, day: dayOf(deps.clock.now()), counter, count: 1 }),
    async flush() {
      // One after the other: a count that comes back must not be counted by two.
      await flushing?.catch(() => undefined);
      flushing = flush();
      await flushing;
    },
    get dropped() {
      return dropped;
    },
  };
}
