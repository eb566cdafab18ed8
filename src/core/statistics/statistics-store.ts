// Port: how daily counts persist.
import type { DailyCount } from './daily-count.ts';

export interface StatisticsStore {
  /**
   * ADDS to what is there, all of them in one intent; many processes add at once and none loses a count. No two of
   * `counts` share application, day and counter. Those of applications that are gone are passed over.
   */
  add(counts: readonly DailyCount[]): Promise<void>;
  /** From the first day to the last, both included, in order of day and counter. */
  read(input: { applicationId: string; fromDay: number; toDay: number }): Promise<DailyCount[]>;
}
