// Stores the counts of statistics by timer, and a last time when the process stops. Runs in every process that people
// sign in at, workers included; each stores what it counted itself.
import type { Logger } from 'pino';
import type { Counters } from '../core/statistics/counters.ts';

export type StatisticsLoopOptions = {
  /** Pause between flushes, in ms. A process that is killed loses what it counted since the last one. */
  everyMs?: number;
  /** Called when a flush failed; its counts are kept for the next one. */
  onFailure?: (error: unknown) => void;
};

/** @returns a function that stops it, and resolves when the last counts are stored or could not be */
export function startStatisticsLoop(
  counters: Pick<Counters, 'flush'>,
  options: StatisticsLoopOptions = {},
): () => Promise<void> {
  const { everyMs = 5_000, onFailure = () => undefined } = options;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    await counters.flush().catch(onFailure);
    schedule();
  };
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      flushing = flush();
    }, everyMs).unref();
  };
  schedule();

  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await flushing;
    await counters.flush().catch(onFailure);
  };
}

/** The loop of a server: logs flushes that failed, for the operator. */
export function startStatistics(counters: Counters, logger: Pick<Logger, 'warn'>): () => Promise<void> {
  let told = 0;
  return startStatisticsLoop(counters, {
    onFailure: (err) => {
      const dropped = counters.dropped - told;
      told = counters.dropped;
      logger.warn({ err, dropped }, 'Statistics cannot be stored');
    },
  });
}
