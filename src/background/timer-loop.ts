// Runs a look again and again by timer. A look that fails is told, and the next one comes at its time.
import type { JobName, JobTimers } from '../core/ground/job-timers.ts';

export type TimerLoopOptions = {
  job: JobName;
  timers: JobTimers;
  /** Pause between looks, in ms. */
  everyMs: number;
  /** Called when a look failed. */
  onFailure: (error: unknown) => void;
  /** Whether the first look comes after the first pause, and not as soon as possible. */
  pauseFirst?: boolean;
};

/**
 * @param look is told whether the loop was stopped meanwhile
 * @returns a function that stops it, and resolves when the look under way is done
 */
export function startTimerLoop(
  look: (isStopped: () => boolean) => Promise<unknown>,
  { job, timers, everyMs, onFailure, pauseFirst = false }: TimerLoopOptions,
): () => Promise<void> {
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    await look(() => stopped).catch(onFailure);
    if (!stopped) cancel = schedule(everyMs);
  };
  const schedule = (ms: number): (() => void) =>
    timers.after(job, ms, () => {
      looking = run();
      return looking;
    });
  let cancel = schedule(pauseFirst ? everyMs : 0);

  return async (): Promise<void> => {
    stopped = true;
    cancel();
    await looking;
  };
}
