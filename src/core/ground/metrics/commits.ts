// Measures the commits of a store: how many writes share one, and how long it takes.
import { createHistogram, type Histogram, type HistogramFigures } from './histogram.ts';

export type CommitFigures = { intents: HistogramFigures; seconds: HistogramFigures };

export interface CommitCount {
  /** @param intents number of writes in the commit @param seconds from its first statement until it was on disk */
  note(intents: number, seconds: number): void;
  figures(): CommitFigures;
}

/** Up to the largest number that a store commits together. */
const INTENTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const LOCK_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createCommitCount(): CommitCount {
  const [intents, seconds] = [createHistogram(INTENTS), createHistogram(SECONDS)];
  return {
    note(shared, took) {
      intents.observe(shared);
      seconds.observe(took);
    },
    figures: () => ({ intents: intents.figures(), seconds: seconds.figures() }),
  };
}

/** Waits for the lock that lets one process write at a time, in seconds. */
export const createLockWaits = (): Histogram => createHistogram(LOCK_SECONDS);
