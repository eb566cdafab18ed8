// Port: stores daily counts.
import type { DailyCount } from './daily-count.ts';

export interface StatisticsStore {
  /**
   * ADDS to the stored counts, all of them in one intent. Many processes add at once, and none loses a count. No two of
   * `counts` share application, day and counter. Counts of applications that no longer exist are skipped.
   */
  add(counts: readonly DailyCount[]): Promise<void>;
  /** From the first day to the last, both included, in order of day and counter. */
  read(input: { applicationId: string; fromDay: number; toDay: number }): Promise<DailyCount[]>;
  /** The sums of all applications, from the first day to the last, both included. */
  countAll(days: { fromDay: number; toDay: number }): Promise<Omit<DailyCount, 'applicationId'>[]>;
}
