// Stores what was counted in memory by timer, and a last time when the process stops. Runs in every process that people
// sign in at, workers included; each stores what it counted itself.
import type { Logger } from 'pino';
import type { FailedRequestCounts } from '../core/applications/failed-requests/failed-requests.ts';
import type { Counters } from '../core/applications/statistics/counters.ts';
import type { JobName, JobTimers } from '../core/ground/job-timers.ts';
import type { FailureCounts } from '../core/people/activities/failure-counts.ts';
import { startTimerLoop } from './timer-loop.ts';

export type FlushLoopOptions = {
  job: JobName;
  timers: JobTimers;
  /** Pause between flushes, in ms. A process that is killed loses what it counted since the last one. */
  everyMs?: number;
  /** Called when a flush failed; its counts are kept for the next one. */
  onFailure?: (error: unknown) => void;
};

/** @returns a function that stops it, and resolves when the last counts are stored or could not be */
export function startFlushLoop(counts: { flush(): Promise<void> }, options: FlushLoopOptions): () => Promise<void> {
  const { everyMs = 5_000, onFailure = () => undefined, ...rest } = options;
  const stop = startTimerLoop(() => counts.flush(), { ...rest, everyMs, onFailure, pauseFirst: true });
  return async (): Promise<void> => {
    await stop();
    await counts.flush().catch(onFailure);
  };
}

type Counted = { counters: Counters; failures: FailureCounts; failedRequests: FailedRequestCounts };

/** The loops of a server log flushes that failed, for the operator. @returns what stops each of them */
export function startFlushing(
  { counters, failures, failedRequests }: Counted,
  logger: Pick<Logger, 'warn'>,
  timers: JobTimers,
): (() => Promise<void>)[] {
  let told = 0;
  return [
    startFlushLoop(counters, {
      job: 'statistics',
      timers,
      onFailure: (err) => {
        const dropped = counters.dropped - told;
        told = counters.dropped;
        logger.warn({ err, dropped }, 'Statistics cannot be stored');
      },
    }),
    startFlushLoop(failures, {
      job: 'failed-sign-ins',
      timers,
      everyMs: 1_000,
      onFailure: (err) => logger.warn({ err }, 'Failed sign-ins cannot be counted for the activity of accounts'),
    }),
    startFlushLoop(failedRequests, {
      job: 'failed-requests',
      timers,
      onFailure: (err) => logger.warn({ err }, 'Failed requests cannot be stored for the owners of applications'),
    }),
  ];
}
