// Counts in memory and stores the counts later, so that no request waits for them. Counts since the last flush are lost
// with the process.
import type { Clock } from '../../ground/clock.ts';
import { type Counter, type DailyCount, dayOf } from './daily-count.ts';
import type { StatisticsStore } from './statistics-store.ts';

export interface Counters {
  /** Adds one to today's count. Never fails. */
  count(applicationId: string, counter: Counter): void;
  /**
   * Adds the counts to the stored ones. Counts that could not be stored wait for the next flush. When the store cannot
   * tell whether it stored them (PostgreSQL's answer was lost), they may be counted twice.
   * @throws Unavailable
   */
  flush(): Promise<void>;
  /** Counts that were lost because too many kinds were waiting. */
  readonly dropped: number;
}

/** Kinds of counts (application, day, counter) that may wait while the store does not answer. */
const MAX_WAITING = 20_000;
/** Counts stored in one intent. */
const BATCH_SIZE = 500;

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
    for (let from = 0; from < counts.length; from += BATCH_SIZE) {
      try {
        await deps.statistics.add(counts.slice(from, from + BATCH_SIZE));
      } catch (error) {
        counts.slice(from).forEach(put);
        throw error;
      }
    }
  };

  return {
    count: (applicationId, counter) => put({ applicationId, day: dayOf(deps.clock.now()), counter, count: 1 }),
    async flush() {
      // One flush after the other, so that a count that comes back is not stored by two.
      await flushing?.catch(() => undefined);
      flushing = flush();
      await flushing;
    },
    get dropped() {
      return dropped;
    },
  };
}
